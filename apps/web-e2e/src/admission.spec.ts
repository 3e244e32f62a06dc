import { test as base, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

const COUNT = 500;

const test = base.extend<object, { site: RouterSite }>({
  site: [
    async ({}, use) => {
      const site = await startRouterSite({
        entry: 'admission.mjs',
        body: (path) => {
          const links = Array.from({ length: path.startsWith('/many') ? COUNT : 3 }, (_, index) => index);
          return `<style>a { display: inline-block; width: 60px; height: 20px; }</style>
            ${links.map((index) => `<a id="l${index}" href="/p/${index}">${index}</a>`).join('')}
            <a id="same" href="#part">same</a><a id="external" href="http://127.0.0.1:9/">external</a>
            <a id="mail" href="mailto:a@b.example">mail</a><a id="file" href="/file" download>file</a>
            <a id="out" href="/sign-out">out</a><a id="missing" href="/missing.pdf">missing</a>`;
        },
      });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

async function open(page: Page, site: RouterSite, path = '/', options = {}): Promise<void> {
  site.requests.length = 0;
  await page.goto(`${site.origin}${path}?options=${encodeURIComponent(JSON.stringify(options))}`);
  await page.waitForFunction(() => 'stop' in window);
}

const prefetched = (site: RouterSite): string[] =>
  site.requests.filter(({ path }) => path.startsWith('/p/')).map(({ path }) => path);

const reasonOf = (page: Page, path: string): Promise<string | undefined> =>
  page.evaluate((wanted) => window.events.filter((event) => event.path === wanted).at(-1)?.reason, path);

/** Sets the connection that the page sees. Only Chromium reports it. */
async function connect(
  page: Page,
  connection: { saveData?: boolean; effectiveType?: string },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { get: () => value });
  }, connection);
}

for (const [what, connection, reason] of [
  ['Save-Data', { saveData: true, effectiveType: '4g' }, 'save-data'],
  ['2g', { effectiveType: '2g' }, 'slow-network'],
  ['slow 4G, which Chromium calls 3g', { effectiveType: '3g' }, 'slow-network'],
] as const) {
  test(`22 with ${what} only a tap prefetches`, async ({ page, site }) => {
    await connect(page, connection);
    await open(page, site, '/', { viewport: true });
    await expect.poll(() => reasonOf(page, '/p/0')).toBe(reason);
    await page.hover('#l1');
    await expect
      .poll(() => page.evaluate(() => window.events.some(({ source }) => source === 'hover')))
      .toBe(true);
    expect(prefetched(site)).toEqual([]);
    await page.mouse.down();
    await expect.poll(() => prefetched(site)).toEqual(['/p/1']);
  });
}

test('22 on 4g, hover and view prefetch', async ({ page, site }) => {
  await connect(page, { saveData: false, effectiveType: '4g' });
  await open(page, site, '/', { viewport: true });
  await expect.poll(() => prefetched(site).length).toBe(3);
});

test('23 a crawler prefetches nothing', async ({ browser, site }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  const page = await context.newPage();
  await open(page, site, '/', { viewport: true });
  await expect.poll(() => reasonOf(page, '/p/2')).toBe('bot');
  expect(prefetched(site)).toEqual([]);
  await context.close();
});

test('24 offline the queue holds, and resumes once', async ({ page, site }) => {
  await open(page, site);
  await page.context().setOffline(true);
  await page.evaluate(() => {
    window.stop();
    window.stop = window.start({ viewport: true });
  });
  await expect
    .poll(() => page.evaluate(() => window.events.filter(({ phase }) => phase === 'queued').length))
    .toBeGreaterThanOrEqual(3);
  expect(await page.evaluate(() => window.events.filter(({ phase }) => phase !== 'queued'))).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(() => prefetched(site).sort()).toEqual(['/p/0', '/p/1', '/p/2']);
});

test('25 another site, a part of the page, a download and a sign-out are refused with their reasons', async ({
  page,
  site,
}) => {
  await open(page, site);
  const refusals = (): Promise<unknown[]> =>
    page.evaluate(() => window.events.filter(({ phase }) => phase === 'refused').map(({ reason }) => reason));
  const expected: string[] = [];
  for (const [id, reason] of [
    ['same', 'same-page'],
    ['external', 'other-origin'],
    ['mail', 'not-a-page'],
    ['file', 'not-a-page'],
    ['out', 'opt-out'],
  ] as const) {
    await page.hover(`#${id}`);
    expected.push(reason);
    await expect.poll(refusals).toEqual(expected);
  }
  expect(site.requests.filter(({ path }) => path === '/file' || path === '/sign-out')).toEqual([]);
});

test('a hidden page prefetches nothing until it is seen', async ({ page, site }) => {
  await open(page, site);
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }),
  );
  await page.hover('#l0');
  await expect.poll(() => page.evaluate(() => window.events.map(({ phase }) => phase))).toEqual(['queued']);
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'));
  await expect.poll(() => prefetched(site)).toEqual(['/p/0']);
});

test('the kill switch refuses, and can be turned back', async ({ page, site }) => {
  await open(page, site);
  await page.evaluate(() => (window.enabled = false));
  await page.hover('#l0');
  await expect.poll(() => reasonOf(page, '/p/0')).toBe('kill-switch');
  await page.evaluate(() => (window.enabled = true));
  await page.hover('#l1');
  await expect.poll(() => prefetched(site)).toEqual(['/p/1']);
});

test('the budget of a session ends it', async ({ page, site }) => {
  await open(page, site, '/', { viewport: true, maxRequests: 2 });
  await expect.poll(() => reasonOf(page, '/p/2')).toBe('session-budget');
  // Requests under way may reach the server after the refusal is reported.
  await expect.poll(() => prefetched(site).sort()).toEqual(['/p/0', '/p/1']);
});

test('an address that fails is not asked for in a storm', async ({ page, site }) => {
  await open(page, site);
  await page.hover('#missing');
  await expect.poll(() => page.evaluate(() => window.events.map(({ phase }) => phase))).toContain('failed');
  for (let times = 0; times < 20; times += 1) {
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await page.hover('#missing');
  }
  expect(site.requests.filter(({ path }) => path === '/missing.pdf')).toHaveLength(1);
});

test('500 links in view make at most a burst, and an intent passes it', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 2_000 });
  await open(page, site, '/many', { viewport: true, guessesPerSecond: 0 });
  await expect.poll(() => prefetched(site).length).toBe(50);
  await page.hover('#l499');
  await expect.poll(() => prefetched(site)).toContain('/p/499');
  expect(prefetched(site)).toHaveLength(51);
});

test('without the rate of guesses 500 links make 500 requests', async ({ page, site }) => {
  // The control for the burst.
  await page.setViewportSize({ width: 1280, height: 2_000 });
  await open(page, site, '/many', { viewport: true, guessBurst: COUNT });
  await expect.poll(() => prefetched(site).length).toBe(COUNT);
});
