import type { EarlyItem } from './early-items.ts';
import { itemOf, uncaught } from '../../testing/early.helper.ts';
import { addToBuffer } from './early-buffer.ts';

const said = (text: string): EarlyItem => itemOf({ kind: 'console', data: [text] });
const navigated = (href: string): EarlyItem => itemOf({ kind: 'navigation', data: { href, type: 'push' } });
const quiet = (): EarlyItem => ({ ...uncaught(undefined, 'Script error.'), isError: false });
const many = (count: number, make: (text: string) => EarlyItem): EarlyItem[] =>
  Array.from({ length: count }, (_, index) => make(String(index)));
const keepAll = (items: readonly EarlyItem[]): EarlyItem[] =>
  items.reduce<EarlyItem[]>((kept, item) => addToBuffer(kept, item), []);
const textsOf = (items: readonly EarlyItem[]): unknown[] =>
  items.map(({ data }) =>
    Array.isArray(data) ? (data as unknown[])[0] : (data as { message?: unknown }).message,
  );

describe(addToBuffer, () => {
  it.each([
    ['the console', many(50, said)],
    ['navigations', many(50, navigated)],
    ['errors that do not fetch the SDK', many(50, quiet)],
  ])('keeps an error behind fifty items of %s', (_what, noise) => {
    const error = uncaught(new Error('real'));
    expect(keepAll([...noise, error]).at(-1)).toBe(error);
    expect(keepAll([error, ...noise])[0]).toBe(error);
  });

  it('keeps a navigation behind fifty items of the console', () => {
    const navigation = navigated('/cart');
    expect(keepAll([navigation, ...many(50, said)])[0]).toBe(navigation);
  });

  it('keeps the first errors and the latest of too many', () => {
    const kept = textsOf(keepAll(many(100, (text) => uncaught(new Error(text), text))));
    expect(kept).toEqual([...Array.from({ length: 29 }, (_, index) => String(index)), '99']);
  });

  it('keeps the latest of too many items of the console', () => {
    expect(textsOf(keepAll(many(50, said)))).toEqual(
      Array.from({ length: 30 }, (_, index) => String(index + 20)),
    );
  });

  it('keeps no more events than an SDK processes at a time', () => {
    const kept = keepAll([...many(100, quiet), ...many(100, (text) => uncaught(new Error(text)))]);
    expect(kept.length).toBeLessThanOrEqual(64);
  });
});
