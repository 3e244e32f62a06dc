import { createNotedLocation, createTabStorage } from '../../testing/tab.helper.ts';
import type { StorageLike } from '../platform.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { reloadOnce } from './reload-once.ts';

const PAGE = 'https://app.example/lab';

/** A tab; each call of `reload` opens a document in it. */
function createTab(storage: StorageLike = createTabStorage(), { onLine = true } = {}) {
  const { calls, location } = createNotedLocation(PAGE);
  const host = { location, navigator: { onLine }, sessionStorage: storage } as unknown as Window;
  return { calls, host, reload: (buildId = 'a') => reloadOnce(buildId, host) };
}

it('reloads the page once for each build and page', () => {
  const { calls, host, reload } = createTab();
  expect([reload(), reload(), reload('b')]).toEqual([true, false, true]);
  Object.assign(host.location, { href: `${PAGE}#part` });
  expect(reload()).toBe(false);
  Object.assign(host.location, { href: `${PAGE}?other` });
  expect(reload()).toBe(true);
  expect(calls).toEqual(['reload', 'reload', 'reload']);
});

it('shares its marks with the reload breaker, both ways', () => {
  const storage = createTabStorage();
  const breakerOf = (buildId: string) => createReloadBreaker({ buildId, storage: () => storage });
  const { reload } = createTab(storage);
  expect([reload(), breakerOf('a').claim(PAGE)]).toEqual([true, false]);
  expect([breakerOf('b').claim(PAGE), reload('b')]).toEqual([true, false]);
  breakerOf('a').settled(PAGE);
  expect(reload()).toBe(true);
});

it.each<[string, Partial<StorageLike>]>([
  ['is blocked', { getItem: () => { throw new Error('blocked'); } }], // prettier-ignore
  ['is full', { setItem: () => { throw new Error('full'); } }], // prettier-ignore
  ['keeps nothing', { setItem: () => undefined }],
  ['holds as many marks as it may', { getItem: () => '.abcdef0'.repeat(200) }],
])('reloads nothing if tab storage %s', (_what, overrides) => {
  const { calls, reload } = createTab(createTabStorage(overrides));
  expect([reload(), calls]).toEqual([false, []]);
});

it('reloads nothing offline, and leaves no mark', () => {
  const storage = createTabStorage();
  expect(createTab(storage, { onLine: false }).reload()).toBe(false);
  expect(createTab(storage).reload()).toBe(true);
});

it('has the window of the page', () => {
  const breaker = createReloadBreaker({ buildId: 'a', storage: () => sessionStorage });
  expect(breaker.claim(location.href)).toBe(true);
  expect(reloadOnce('a')).toBe(false);
});
