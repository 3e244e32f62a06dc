import { createRing, type RecentRing } from './ring.ts';
import type { NotedItem } from './recent-item.ts';

const MINUTE = 60_000;
const item = (message: unknown, more: object = {}): NotedItem => ({
  type: 'event',
  project: '42',
  outcome: 'kept',
  payload: { message, ...more },
});

/** A source of chance with a known start. */
function chance(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function start(now = 100 * MINUTE) {
  const clock = { at: now, now: () => clock.at };
  return { clock, ring: createRing({ clock, random: chance() }) };
}

const messagesOf = (ring: RecentRing): readonly unknown[] =>
  ring.items().map(({ payload }) => payload['message']);

describe('the items of the last hour', () => {
  it('are kept with their time until the hour is over', () => {
    const { clock, ring } = start();
    ring.note(() => item('a'));
    clock.at += 59 * MINUTE;
    ring.note(() => item('b'));
    expect(ring.items()).toEqual([
      { at: 100 * MINUTE, ...item('a'), standsFor: 1 },
      { at: 159 * MINUTE, ...item('b'), standsFor: 1 },
    ]);
    clock.at += MINUTE;
    expect(messagesOf(ring)).toEqual(['b']);
    ring.note(() => item('c'));
    expect(messagesOf(ring)).toEqual(['b', 'c']);
  });

  it('leave room for other minutes in a flood', () => {
    const { clock, ring } = start();
    ring.note(() => item('rare'));
    clock.at += MINUTE;
    for (let index = 0; index < 10_000; index += 1) ring.note(() => item('flood'));
    const items = ring.items();
    expect(items).toHaveLength(17);
    expect(items[0]).toMatchObject({ payload: { message: 'rare' }, standsFor: 1 });
    expect(items[1]).toMatchObject({ payload: { message: 'flood' }, standsFor: 625 });
  });

  it('are a fair sample of their minute, and seldom described', () => {
    const { ring } = start();
    let described = 0;
    for (let index = 0; index < 10_000; index += 1)
      ring.note(() => {
        described += 1;
        return item(index);
      });
    expect(described).toBeLessThan(250);
    const early = messagesOf(ring).filter((index) => Number(index) < 5_000).length;
    expect(early).toBeGreaterThanOrEqual(3);
    expect(early).toBeLessThanOrEqual(13);
  });

  it('are at most 1,000 of together 2 MiB', () => {
    const { clock, ring } = start();
    const long = 'ß'.repeat(3_000);
    for (let minute = 0; minute < 200; minute += 1) {
      for (let index = 0; index < 40; index += 1)
        ring.note(() => item(long, { url: long, body: long, name: long }));
      clock.at += MINUTE / 2;
    }
    const items = ring.items();
    expect(items.length).toBeLessThanOrEqual(1_000);
    expect(items.length).toBeGreaterThan(900);
    const bytes = items.map((one) => Buffer.byteLength(JSON.stringify({ ...one, standsFor: undefined })));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(2_000);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2 * 1_048_576);
  });

  it('are left out if they cannot be described, and count', () => {
    const { ring } = start();
    ring.note(() => {
      throw new Error('no shape');
    });
    ring.note(() => undefined);
    ring.note(() => item('a'));
    expect(ring.items()).toMatchObject([{ payload: { message: 'a' }, standsFor: 3 }]);
  });

  it('survive a clock that is set back', () => {
    const { clock, ring } = start(0);
    ring.note(() => item('a'));
    clock.at = -5 * MINUTE;
    ring.note(() => item('b'));
    expect(messagesOf(ring)).toEqual(['b']);
    expect(createRing({ clock }).items()).toEqual([]);
  });
});
