import type { Page } from '@playwright/test';
import { startMeasuringProxy, type MeasuringProxy } from './support/measuring-proxy.ts';
import { expect, test as base } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

// The numbers in the titles refer to the behaviours in the router's study (ROUTER.md, §5).

const PREFETCH_DELAY_MS = 60;
/** The time within which requests leave the browser, in milliseconds. */
const LEFT_WITHIN_MS = 400;
/** Segments may take three slots; the last is for the link under the pointer (`prefetch.spec.ts`). */
const GUESSES_AT_ONCE = 2;
/** How often one address may be requested within ten seconds. Next alone repeats each request with 20 redirects. */
const STORM_AFTER = 5;
const STORM_WINDOW_MS = 10_000;

/** The maximum number of prefetches of one address within the window, as the router requested them. */
function mostWithin(proxy: MeasuringProxy, windowMs: number): number {
  const asked = prefetchesOf(proxy).filter(({ path }) => path.includes('_rsc'));
  const counts = asked.map(
    ({ path, at: from }) =>
      asked.filter(({ path: other, at }) => other === path && at >= from && at < from + windowMs).length,
  );
  return Math.max(0, ...counts);
}

const test = base.extend<{ behind: MeasuringProxy }>({
  behind: async ({ app }, use) => {
    const proxy = await startMeasuringProxy(app.origin, { prefetchDelayMs: PREFETCH_DELAY_MS });
    await use(proxy);
    await proxy.close();
  },
});

const pageOf = (path: string): string => path.split('?')[0] ?? '';
const isPrefetch = ({ kind }: { readonly kind: string }): boolean => kind.endsWith('prefetch');
const prefetchesOf = (proxy: MeasuringProxy, page?: string) =>
  proxy.requests.filter(
    (request) => isPrefetch(request) && (page === undefined || pageOf(request.path) === page),
  );
const navigationsTo = (proxy: MeasuringProxy, page: string) =>
  proxy.requests.filter(({ kind, path }) => kind === 'data' && pageOf(path) === page);

const link = (page: Page, number: number) => page.getByRole('link', { name: `Page ${number}`, exact: true });
const expectPage = (page: Page, number: number) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page ${number}`);

/** A page on which `fetch` cannot be replaced: Next by itself. */
const withoutGovernor = (page: Page) =>
  page.addInitScript(() => {
    const original = window.fetch.bind(window);
    Object.defineProperty(window, 'fetch', { get: () => original, set: () => undefined });
  });

/** Sets the connection that the browser reports. */
const withConnection = (page: Page, connection: { saveData?: boolean; effectiveType?: string }) =>
  page.addInitScript((said) => {
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: false, effectiveType: '4g', ...said }),
    });
  }, connection);

/** Opens the page with all 50 links in view. */
async function openLinks(page: Page, proxy: MeasuringProxy): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await page.goto(`${proxy.origin}/lab/links`);
}

test('6 11 no limit is exceeded and no prefetch made twice while the pointer runs over the links', async ({
  page,
  behind: proxy,
}) => {
  await openLinks(page, proxy);
  await hydrated(page, '.links a');
  for (let number = 50; number > 30; number -= 1) await link(page, number).hover();
  for (const number of [37, 38, 37]) await link(page, number).hover();
  await expect.poll(() => proxy.running).toBe(0);
  expect(proxy.peak.prefetches).toBeLessThanOrEqual(5);
  expect(proxy.peak.segments).toBeLessThanOrEqual(3);
  const asked = prefetchesOf(proxy, '/lab/links/37').map(({ path }) => path);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked).size).toBe(asked.length);
});

for (const governed of [true, false]) {
  const title = governed
    ? '10 nothing is guessed while a navigation waits for its answer'
    : '10 control: Next by itself goes on guessing';
  test(title, async ({ page, behind: proxy }) => {
    if (!governed) await withoutGovernor(page);
    const release = proxy.holdPrefetches();
    await openLinks(page, proxy);
    await hydrated(page, '.links a');
    await expect.poll(() => proxy.running).toBeGreaterThanOrEqual(GUESSES_AT_ONCE);
    // Leaves the navigation without an answer.
    proxy.answer = ({ kind }) => kind === 'data';
    await link(page, 50).click();
    await expect.poll(() => navigationsTo(proxy, '/lab/links/50')).toHaveLength(1);
    const guesses = () => prefetchesOf(proxy).filter(({ path }) => pageOf(path) !== '/lab/links/50').length;
    const before = guesses();
    // Frees slots for others.
    release();
    if (governed) {
      await expect.poll(() => proxy.running).toBe(0);
      await page.waitForTimeout(LEFT_WITHIN_MS);
      expect(guesses()).toBe(before);
    } else await expect.poll(guesses).toBeGreaterThan(before);
  });
}

test('15 a failed prefetch is not repeated by any timer, and the click on its link works', async ({
  page,
  behind: proxy,
}) => {
  proxy.failPrefetches = 500;
  await page.clock.install();
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.goto(`${proxy.origin}/lab/links`);
  await hydrated(page, '.links a');
  const requests = () => prefetchesOf(proxy, '/lab/links/1').length;
  await expect.poll(requests).toBeGreaterThan(0);
  await expect.poll(() => proxy.running).toBe(0);
  await page.waitForLoadState('networkidle');
  const asked = requests();
  await page.clock.fastForward(120_000);
  await page.waitForTimeout(LEFT_WITHIN_MS);
  expect(prefetchesOf(proxy, '/lab/links/1')).toHaveLength(asked);
  await link(page, 1).click();
  await expectPage(page, 1);
});

for (const governed of [true, false]) {
  const title = governed
    ? '20 a prefetch that is redirected in a circle is stopped'
    : '20 control: Next by itself follows it to its limit';
  test(title, async ({ page, behind: proxy }) => {
    if (!governed) await withoutGovernor(page);
    // If the answer's address lacks Next's query, Next requests that address again.
    proxy.answer = ({ kind, path }, response) => {
      const [, number, query] = /^\/lab\/links\/([12])(\?_rsc)?/.exec(path) ?? [];
      if (number === undefined || kind === 'data') return false;
      if (query === undefined) response.writeHead(200, { 'content-type': 'text/x-component' }).end();
      else response.writeHead(307, { location: number === '1' ? '/lab/links/2' : '/lab/links/1' }).end();
      return true;
    };
    proxy.prefetchDelayMs = 0;
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto(`${proxy.origin}/lab/links`);
    if (governed) {
      await expect.poll(() => mostWithin(proxy, STORM_WINDOW_MS)).toBeGreaterThanOrEqual(STORM_AFTER);
      await page.waitForTimeout(3 * LEFT_WITHIN_MS);
      // A request may arrive slightly later than it was sent.
      expect(mostWithin(proxy, 0.8 * STORM_WINDOW_MS)).toBeLessThanOrEqual(STORM_AFTER);
    } else await expect.poll(() => mostWithin(proxy, STORM_WINDOW_MS)).toBeGreaterThan(STORM_AFTER);
    await link(page, 1).click();
    await expectPage(page, 1);
  });
}

test('22 where the visitor saves data nothing is guessed, and a click works at once', async ({
  page,
  behind: proxy,
}) => {
  await withConnection(page, { saveData: true });
  await openLinks(page, proxy);
  await hydrated(page, '.links a');
  await page.waitForTimeout(LEFT_WITHIN_MS);
  expect(prefetchesOf(proxy)).toEqual([]);
  await link(page, 9).click();
  await expectPage(page, 9);
  expect(navigationsTo(proxy, '/lab/links/9')).toHaveLength(1);
});

test('22 on a slow network little is guessed, but a link that is pointed at is fetched', async ({
  page,
  behind: proxy,
}) => {
  await withConnection(page, { effectiveType: '3g' });
  await openLinks(page, proxy);
  await hydrated(page, '.links a');
  await page.waitForTimeout(LEFT_WITHIN_MS);
  // Two route trees, and the first page with the layouts of all pages.
  expect(prefetchesOf(proxy).length).toBeLessThanOrEqual(3);
  await link(page, 9).hover();
  await expect.poll(() => prefetchesOf(proxy, '/lab/links/9').length).toBeGreaterThan(0);
});

test('links inside of data-prefetch="off" are asked for neither by being seen nor pointed at, and a click works at once', async ({
  page,
  behind: proxy,
}) => {
  await page.addInitScript(() => {
    // Added before React has created its links.
    new MutationObserver(() => {
      document.querySelector('.links')?.setAttribute('data-prefetch', 'off');
    }).observe(document, { childList: true, subtree: true });
  });
  await openLinks(page, proxy);
  await hydrated(page, '.links a');
  await link(page, 9).hover();
  await page.waitForTimeout(LEFT_WITHIN_MS);
  expect(prefetchesOf(proxy).filter(({ path }) => path.startsWith('/lab/links/'))).toEqual([]);
  await link(page, 9).click();
  await expectPage(page, 9);
  expect(navigationsTo(proxy, '/lab/links/9')).toHaveLength(1);
});

test('22 a navigation that waits for its own full prefetch does not wait for the network to get better', async ({
  page,
  behind: proxy,
}) => {
  await withConnection(page, { effectiveType: '2g' });
  await page.goto(`${proxy.origin}/lab`);
  await page.waitForFunction(() => 'router' in ((window as { next?: object }).next ?? {}));
  const run = (method: 'prefetch' | 'push') =>
    page.evaluate((name) => {
      const { router } = (
        window as unknown as { next: { router: Record<string, (href: string, options?: object) => void> } }
      ).next;
      router[name]?.('/lab/links/9', { kind: 'full' });
    }, method);
  await run('prefetch');
  await page.waitForTimeout(LEFT_WITHIN_MS);
  expect(prefetchesOf(proxy, '/lab/links/9')).toEqual([]);
  await run('push');
  await expectPage(page, 9);
});

test('24 what is asked for while nobody looks waits until somebody does', async ({ page, behind: proxy }) => {
  await page.addInitScript(() => {
    let hidden = true;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.addEventListener('look', () => {
      hidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  await openLinks(page, proxy);
  await hydrated(page, '.links a');
  await page.waitForTimeout(LEFT_WITHIN_MS);
  expect(prefetchesOf(proxy)).toEqual([]);
  await page.evaluate(() => window.dispatchEvent(new Event('look')));
  await expect.poll(() => prefetchesOf(proxy).length).toBeGreaterThan(4);
});

const OTHER_DEPLOYMENT = { 'x-nextjs-deployment-id': 'another' };

test('42 a navigation answered by another deployment loads the document', async ({ page, behind: proxy }) => {
  await withConnection(page, { saveData: true });
  proxy.headersOf = (kind) => (kind === 'data' ? OTHER_DEPLOYMENT : {});
  await openLinks(page, proxy);
  await hydrated(page, '.links a');
  await link(page, 9).click();
  await expectPage(page, 9);
  const documents = proxy.requests.filter(({ kind, path }) => kind === 'other' && path === '/lab/links/9');
  expect(documents).toHaveLength(1);
});

test('43 a prefetch answered by another deployment is dropped, and the click fetches for itself', async ({
  page,
  behind: proxy,
}) => {
  proxy.headersOf = (kind) => (kind.endsWith('prefetch') ? OTHER_DEPLOYMENT : {});
  await openLinks(page, proxy);
  await expect.poll(() => prefetchesOf(proxy, '/lab/links/1').some(({ answered }) => answered)).toBe(true);
  await link(page, 1).click();
  await expectPage(page, 1);
  expect(navigationsTo(proxy, '/lab/links/1')).toHaveLength(1);
});

test('a thrown kill switch: 500 links ask for nothing, no request is repeated, and a click works at once', async ({
  page,
  behind: proxy,
}) => {
  await page.goto(`${proxy.origin}/lab/router?prefetch=off`);
  await expect(page.getByLabel('Refused because')).toContainText('kill-switch');
  await page.waitForTimeout(LEFT_WITHIN_MS);
  expect(prefetchesOf(proxy)).toEqual([]);
  const first = page.locator('a[href^="/lab/router/"]').first();
  await expect(first).toHaveAttribute('data-phase', 'refused');
  const href = (await first.getAttribute('href')) ?? '';
  await first.click();
  await expect.poll(() => navigationsTo(proxy, href)).toHaveLength(1);
  expect(prefetchesOf(proxy)).toEqual([]);
  await expect(page).toHaveURL(new RegExp(`${href}$`));
});
