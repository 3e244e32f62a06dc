import { test, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

/** The names that pages/router/links.mjs sets on the window for this spec. */
interface PageWindow {
  readonly start: (options: object) => () => void;
  readonly stop: () => void;
  readonly watchIntents: (options: object) => () => void;
}
declare const window: PageWindow & Window & typeof globalThis;

let links: RouterSite;

test.beforeAll(async () => {
  links = await startRouterSite({
    entry: 'links.mjs',
    body: () => '<p><a id="one" href="/one">one</a></p><p><a id="two" href="/two">two</a></p>',
    documentHeaders: { 'cache-control': 'max-age=60' },
  });
});
test.afterAll(() => links.close());

/** The errors that the browser reports as uncaught. */
function collectErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return errors;
}

/** Opens a page of links that prefetches nothing yet. Returns its errors. */
async function openLinks(page: Page): Promise<readonly string[]> {
  const errors = collectErrors(page);
  await page.goto(`${links.origin}/?options={"viewport":false}`);
  links.requests.length = 0;
  return errors;
}

const prefetched = (path: string): boolean =>
  links.requests.some((request) => request.path === path && request.headers['sec-purpose'] === 'prefetch');

test('every link is prefetched although `onEvent` throws at each, which is reported', async ({ page }) => {
  const errors = await openLinks(page);
  await page.evaluate(() => {
    window.stop();
    window.start({
      viewport: true,
      concurrency: 1,
      onEvent: () => {
        throw new Error('of the application');
      },
    });
  });
  await expect.poll(() => prefetched('/one') && prefetched('/two')).toBe(true);
  // Queued, started and done, for each link.
  await expect.poll(() => errors).toEqual(Array(6).fill('of the application'));
});

test('a link that `ignore` throws at is left alone, and no other, which is reported', async ({ page }) => {
  const errors = await openLinks(page);
  await page.evaluate(() => {
    window.stop();
    window.start({
      viewport: true,
      ignore: (url: string) => {
        if (url.endsWith('/one')) throw new Error('of the application');
        return false;
      },
    });
  });
  await expect.poll(() => prefetched('/two')).toBe(true);
  expect(prefetched('/one')).toBe(false);
  await expect.poll(() => errors).toEqual(['of the application']);
});

test('every intent is told of although `onIntent` throws at each, which is reported', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(`${links.origin}/?options={"viewport":false}`);
  const told = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const links: string[] = [];
        window.watchIntents({
          onIntent: ({ link }: { readonly link: Element }) => {
            if (links.push(link.id) === 2) resolve(links);
            throw new Error('of the application');
          },
        });
      }),
  );
  expect(told).toEqual(['one', 'two']);
  await expect.poll(() => errors).toHaveLength(2);
});
