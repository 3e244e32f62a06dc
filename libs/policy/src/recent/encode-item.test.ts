import { encodeItem } from './encode-item.ts';
import type { RecentItem } from './recent-item.ts';

const itemOf = (payload: RecentItem['payload']) =>
  ({ at: 1, type: 'event', project: '42', outcome: 'kept', payload }) as const;

function encoded(payload: RecentItem['payload']): RecentItem['payload'] {
  const bytes = encodeItem(itemOf(payload))!;
  expect(bytes.byteLength).toBeLessThanOrEqual(2_000);
  return (JSON.parse(Buffer.from(bytes).toString()) as RecentItem).payload;
}

const list = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
const frames = list(10).map((index) => ({ filename: `${'f'.repeat(190)}${index}` }));

describe('the text of an item', () => {
  it('is whole if it fits', () => {
    const payload = {
      message: 'a',
      level: null,
      fingerprint: ['x'],
      tags: [['a', 'b']],
      exception: { lineno: 1 },
    };
    expect(encoded(payload)).toEqual(payload);
  });

  it('has short texts of at most 200 characters, and long ones of 600, if it is too long', () => {
    expect(encoded({ message: 'a'.repeat(1_000), level: 'b'.repeat(1_000) })).toEqual({
      message: 'a'.repeat(600),
      level: 'b'.repeat(200),
    });
  });

  it('ends before half a character', () => {
    expect(encoded({ level: `${'a'.repeat(199)}${'🛒'.repeat(500)}` })).toEqual({ level: 'a'.repeat(199) });
  });

  it('has fewer frames, those that threw, and fewer tags if it is too long', () => {
    expect((encoded({ stacktrace: { frames } })['stacktrace'] as { frames: unknown[] }).frames).toHaveLength(
      5,
    );
    const tags = Object.fromEntries(list(20).map((index) => [`tag${index}`, 't'.repeat(120)]));
    expect(Object.keys(encoded({ tags })['tags'] as object)).toHaveLength(10);
    const pairs = Object.entries(tags);
    expect(encoded({ tags: pairs })['tags']).toHaveLength(10);
    expect(
      encoded({ tags, attributes: tags, data: tags, message: '\u0000'.repeat(60) })['tags'],
    ).toBeDefined();
  });

  it('does not exist if nothing helps', () => {
    expect(
      encodeItem(itemOf(Object.fromEntries(list(300).map((index) => [`name${index}`, 1])))),
    ).toBeUndefined();
  });
});
