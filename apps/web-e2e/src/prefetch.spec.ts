import { startMeasuringProxy, type MeasuringProxy } from './support/measuring-proxy.ts';
import { expect, test as base } from './support/test.ts';

const PREFETCH_DELAY_MS = 120;
const LINK_COUNT = 50;

/** The app behind a proxy that holds prefetches long enough to overlap, and counts them. */
const test = base.extend<{ behind: MeasuringProxy }>({
  behind: async ({ app }, use) => {
    const proxy = await startMeasuringProxy(app.origin, { prefetchDelayMs: PREFETCH_DELAY_MS });
    await use(proxy);
    await proxy.close();
  },
});

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
  await expect.poll(() => prefetchedPages(proxy), { timeout: 20_000 }).toBe(LINK_COUNT);

  expect(proxy.peak.prefetches).toBeLessThanOrEqual(5);
  expect(proxy.peak.segments).toBeLessThanOrEqual(3);
  // As many as are allowed do run: a limit of one would pass the two lines above.
  expect(proxy.peak.segments).toBe(3);
});

test('S29 without the governor the framework exceeds the limit', async ({ page, behind: proxy }) => {
  // The control: a page where nothing can take the place of fetch.
  await page.addInitScript(() => {
    const original = window.fetch.bind(window);
    Object.defineProperty(window, 'fetch', { get: () => original, set: () => undefined });
  });
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
  await expect.poll(() => prefetchedPages(proxy), { timeout: 20_000 }).toBe(LINK_COUNT);

  expect(proxy.peak.segments).toBeGreaterThan(3);
});

test('S7 a navigation does not wait behind prefetches', async ({ page, behind: proxy }) => {
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
  await expect.poll(() => proxy.peak.segments).toBe(3);
  await page.getByRole('link', { name: 'Page 50' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page 50');

  expect(prefetchedPages(proxy)).toBeLessThan(LINK_COUNT);
});
