import type { Page } from '@playwright/test';
import { startMeasuringProxy, type MeasuringProxy } from './support/measuring-proxy.ts';
import { expect, test as base } from './support/test.ts';

const PREFETCH_DELAY_MS = 60;
const LINK_COUNT = 50;
/** A hovered link's request leaves within a frame or two. */
const REQUESTS_LEAVE_WITHIN_MS = 500;

/** The app behind a proxy that holds prefetches long enough to overlap, and counts them. */
const test = base.extend<{ behind: MeasuringProxy }>({
  behind: async ({ app }, use) => {
    const proxy = await startMeasuringProxy(app.origin, { prefetchDelayMs: PREFETCH_DELAY_MS });
    await use(proxy);
    await proxy.close();
  },
});

const prefetchesOf = (proxy: MeasuringProxy, page: string): number =>
  proxy.requests.filter(({ kind, path }) => kind.endsWith('prefetch') && path.split('?')[0] === page).length;

const prefetchedPages = (proxy: MeasuringProxy): number =>
  new Set(
    proxy.requests
      .filter(({ kind }) => kind.endsWith('prefetch'))
      .map(({ path }) => path.split('?')[0])
      .filter((path) => path?.startsWith('/lab/links/')),
  ).size;

test('S28 S29 a page of 50 links prefetches them all, at most 5 at once and at most 3 of them segments', async ({
  page,
  behind: proxy,
}) => {
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
  await expect.poll(() => prefetchedPages(proxy)).toBe(LINK_COUNT);

  expect(proxy.peak.prefetches).toBeLessThanOrEqual(5);
  // Guesses may use two of the three slots, and do: a limit of one would pass the line above.
  expect(proxy.peak.segments).toBe(2);
});

test('S29 the third place is for the link that is pointed at, which so overtakes those that wait', async ({
  page,
  behind: proxy,
}) => {
  proxy.holdPrefetches();
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
  await expect.poll(() => proxy.peak.segments).toBe(2);
  for (const name of ['Page 40', 'Page 45', 'Page 50'])
    await page.getByRole('link', { name, exact: true }).hover();
  await expect.poll(() => proxy.peak.segments).toBe(3);
  await page.waitForTimeout(REQUESTS_LEAVE_WITHIN_MS);

  expect(proxy.peak).toEqual({ prefetches: 3, segments: 3 });
  const [, , third] = proxy.requests.filter(({ kind }) => kind.endsWith('prefetch'));
  expect(third?.path).toMatch(/^\/lab\/links\/(?:40|45|50)\?/);
});

test('S29 without the governor the framework exceeds the limit', async ({ page, behind: proxy }) => {
  // Control: a page on which `fetch` cannot be replaced.
  await page.addInitScript(() => {
    const original = window.fetch.bind(window);
    Object.defineProperty(window, 'fetch', { get: () => original, set: () => undefined });
  });
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
  await expect.poll(() => prefetchedPages(proxy)).toBe(LINK_COUNT);

  expect(proxy.peak.segments).toBeGreaterThan(3);
});

test('S7 a navigation does not wait behind prefetches', async ({ page, behind: proxy }) => {
  proxy.holdPrefetches();
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
  await expect.poll(() => proxy.peak.segments).toBe(2);
  await page.getByRole('link', { name: 'Page 50' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page 50');

  expect(prefetchedPages(proxy)).toBeLessThan(LINK_COUNT);
});

/** Waits until every prefetch of the page is answered: validity counts from the answer. */
async function prefetchesSettle(proxy: MeasuringProxy): Promise<void> {
  await expect.poll(() => prefetchedPages(proxy)).toBe(LINK_COUNT);
  await expect.poll(() => proxy.running).toBe(0);
}

/** Points at a link again, which is when the framework checks whether its prefetch is still valid. */
async function pointAt(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('link', { name, exact: true }).hover();
  await page.waitForTimeout(REQUESTS_LEAVE_WITHIN_MS);
}

test('S30 a prefetch stays valid for 300 seconds', async ({ page, behind: proxy }) => {
  await page.clock.install();
  await page.goto(`${proxy.origin}/lab/links`);
  await prefetchesSettle(proxy);
  const before = prefetchesOf(proxy, '/lab/links/7');

  await page.clock.fastForward(285_000);
  await pointAt(page, 'Page 7');
  expect(prefetchesOf(proxy, '/lab/links/7')).toBe(before);

  await page.clock.fastForward(15_000);
  await pointAt(page, 'Page 7');
  await expect.poll(() => prefetchesOf(proxy, '/lab/links/7')).toBeGreaterThan(before);
});

test('S31 a failed prefetch is retried after 10 seconds, not before', async ({ page, behind: proxy }) => {
  proxy.failPrefetches = 500;
  await page.clock.install();
  await page.goto(`${proxy.origin}/lab/links`);
  await prefetchesSettle(proxy);
  expect(prefetchesOf(proxy, '/lab/links/7')).toBe(1);

  // The clock also advances by itself.
  await page.clock.fastForward(3_000);
  await pointAt(page, 'Page 7');
  expect(prefetchesOf(proxy, '/lab/links/7')).toBe(1);

  await page.clock.fastForward(8_000);
  await pointAt(page, 'Page 7');
  await expect.poll(() => prefetchesOf(proxy, '/lab/links/7')).toBe(2);
});
