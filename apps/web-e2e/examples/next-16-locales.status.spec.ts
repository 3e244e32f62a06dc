import { expect, type APIRequestContext, type Page, type Route } from '@playwright/test';
import { locales } from '@adit/fallback-ui/texts';
import { findAxeViolations } from '../src/support/axe.ts';
import { createExampleTest, DSN } from './example-test.ts';
import { serveAssets } from './locales-shop.ts';
import { startExample, startNext } from './next-example.ts';
import { UNANNOUNCED } from './unannounced.ts';

const test = createExampleTest(startNext);

const STATUSES = [401, 403, 404, 500] as const;
const PLACES = ['page', 'layout', 'nested', 'streamed'] as const;
type Place = (typeof PLACES)[number];

const pathOf = (locale: string, place: Place, status: number): string =>
  `/${locale}/status/${place}/${status}/${place === 'nested' ? 'deep/' : ''}`;

/** The status and, of the HTML without its scripts, the language of the screen, its heading and its first link. */
async function readScreen(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = (await response.text()).replace(/<script\b[^]*?<\/script>/g, '');
  const [, lang, content = ''] =
    /<main class="adit-fallback" lang="([^"]+)"[^>]*>([^]*?)<\/main>/.exec(html) ?? [];
  return {
    status: response.status(),
    lang,
    heading: /<h1\b[^>]*>([^<]+)<\/h1>/.exec(content)?.[1],
    link: /<a\b[^>]*href="([^"]*)"/.exec(content)?.[1],
  };
}

for (const place of PLACES) {
  test(`S2 S3 S4 pages of four statuses, thrown in a ${place}, are HTML in 16 languages`, async ({
    request,
  }) => {
    for (const status of STATUSES) {
      for (const locale of locales) {
        expect(await readScreen(request, pathOf(locale, place, status)), `${status} ${locale}`).toEqual({
          status: place === 'streamed' ? 200 : status,
          lang: locale,
          heading: expect.stringMatching(/\S/) as unknown as string,
          link: expect.any(String) as unknown as string,
        });
      }
    }
  });
}

test('an unknown address is HTML in the language of its layout', async ({ request }) => {
  for (const locale of locales) {
    expect(await readScreen(request, `/${locale}/nowhere/`), locale).toMatchObject({
      status: 404,
      lang: locale,
    });
  }
});

test('control: where nothing answers before Next, the document is empty', async ({ request, ingest }) => {
  const { origin, stop } = await startExample({
    ...UNANNOUNCED,
    SENTRY_DSN: DSN,
    ADIT_INGEST_ORIGIN: ingest.origin,
  });
  const response = await request.get(`${origin}${pathOf('de', 'page', 404)}`);
  expect(response.status()).toBe(404);
  expect(await response.text()).toMatch(
    /<html id="__next_error__">[^]*<body>(?:<div hidden="">[^]*?<\/div>)?<script/,
  );
  await stop();
});

/** The screen as the visitor sees it, whenever it changes. */
async function watchScreen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = ((window as unknown as { seen: string[] }).seen = []);
    const look = (): void => {
      const text = document.querySelector('h1')?.textContent ?? '';
      if (document.body && text !== seen.at(-1)) seen.push(text);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

for (const status of STATUSES) {
  for (const place of ['page', 'layout'] as const) {
    test(`React takes over the screen of ${status} in a ${place} without a warning and without another text`, async ({
      page,
      staging,
    }) => {
      await serveAssets(page, staging.origin);
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        // #441 is the failure itself.
        if (/hydrat|did not match|Minified React error #(?!441)/i.test(message.text()))
          complaints.push(message.text());
      });
      const seen = await watchScreen(page);
      await page.goto(pathOf('de', place, status));
      // React has rendered the layout.
      await expect(page.locator('html[lang=de] header')).toHaveText('Shop');
      await page.waitForLoadState('networkidle');
      const headings = (await seen()).filter((text) => text !== '');
      expect(headings).toEqual([await page.getByRole('heading', { level: 1 }).textContent()]);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }
}

for (const isKept of [true, false]) {
  const name = isKept
    ? 'stays until React shows the same one'
    : 'gives way to a bare message without the script';
  test(`${isKept ? '' : 'control: '}the screen of 500 ${name}`, async ({ page, request, staging }) => {
    const path = pathOf('de', 'page', 500);
    const html = await (await request.get(path)).text();
    const late: Route[] = [];
    await serveAssets(page, staging.origin);
    // The chunk of the screens, and the texts.
    await page.route('**/_next/static/chunks/*.js', (route) =>
      html.includes(new URL(route.request().url()).pathname) ? route.fallback() : void late.push(route),
    );
    if (!isKept)
      await page.route(staging.origin + path, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'text/html',
          body: html.replace(/<script[^>]*>\(function\(d\)\{\nvar m=[^]*?<\/script>/, ''),
        }),
      );
    await page.goto(path, { waitUntil: 'commit' });
    const bare = page.locator('body [role=alert][lang=en]');
    await expect(bare).toBeAttached();
    await expect(bare).toBeVisible({ visible: !isKept });
    const heading = page.locator('main.adit-fallback:visible h1');
    await expect(heading).toHaveCount(isKept ? 1 : 0);
    const before = isKept ? await heading.textContent() : undefined;
    await page.unroute('**/_next/static/chunks/*.js');
    for (const route of late) await route.fallback();
    await expect(bare).not.toBeAttached();
    await expect(page.locator('main.adit-fallback')).toHaveCount(1);
    await expect(page.getByRole('button').first()).toBeVisible();
    if (isKept) await expect(heading).toHaveText(String(before));
    // The control does not wait for the texts, which may be under way.
    await page.unrouteAll({ behavior: 'wait' });
  });
}

test('without scripts, the screen is whole, also from right to left', async ({ browser, staging }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: staging.origin });
  const page = await context.newPage();
  for (const locale of ['de', 'ar']) {
    for (const place of PLACES) {
      await page.goto(pathOf(locale, place, 404));
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      const action = page.locator('.adit-fallback-action-primary');
      expect(await action.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
        'rgba(0, 0, 0, 0)',
      );
    }
  }
  await context.close();
});
