import { test, type Page, type Request } from '@playwright/test';
import { expect } from './support/expect.ts';
import {
  screenDocument,
  SCREENS,
  SITE,
  type DocumentChoice,
  type Screen,
} from './support/screen-documents.ts';

/** The target of a screen's first action; '' is the page itself. */
const FIRST_PATH: Readonly<Record<Screen, string>> = {
  unauthorized: '/sign-in',
  forbidden: '/',
  notFound: '/',
  tooManyRequests: '',
  maintenance: '',
  error: '',
  globalErrorInBrowser: '',
  globalErrorOnServer: '',
  offline: '',
  update: '',
};

/** A typeface of the host that never loads. */
const LOST_FONT =
  '@font-face{font-family:Lost;src:url(/lost.woff2)}:root{--adit-fallback-font:Lost,"No such typeface"}';

interface Condition {
  readonly name: string;
  readonly what: string;
  readonly scripts?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: DocumentChoice;
}

const NO_SCRIPTS: Condition = { name: 'no-scripts', what: 'with scripts disabled', scripts: false };
const NO_STYLES: Condition = {
  name: 'no-styles',
  what: 'with every style blocked',
  headers: { 'content-security-policy': "default-src 'none'; img-src 'self'" },
};
const NO_FONTS: Condition = { name: 'no-fonts', what: 'with fonts blocked', options: { theme: LOST_FONT } };

/** Answers every path with the screen that it names, or with a separate page; returns the requests. */
async function serveScreens(page: Page, { headers = {}, options = {} }: Condition): Promise<Request[]> {
  const requests: Request[] = [];
  await page.route('**/*', async (route) => {
    const request = route.request();
    requests.push(request);
    if (request.resourceType() === 'font') return route.abort();
    const { pathname } = new URL(request.url());
    const screen = SCREENS.find((name) => pathname === `/screens/${name}`);
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers,
      body: screen ? await screenDocument(screen, options) : `<!doctype html><h1>${pathname}</h1>`,
    });
  });
  return requests;
}

/** Whether no action touches the one before it. */
const standApart = (page: Page): Promise<boolean> =>
  page.locator('.adit-fallback-actions > *').evaluateAll((actions) =>
    actions.slice(1).every((action) => {
      const before = action.previousElementSibling?.getBoundingClientRect() ?? new DOMRect();
      const { left, top } = action.getBoundingClientRect();
      return left > before.right || top > before.bottom;
    }),
  );

for (const condition of [NO_SCRIPTS, NO_STYLES, NO_FONTS]) {
  const { name, what, scripts = true } = condition;

  test(`every screen is readable and its first action works ${what}`, async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: scripts,
      viewport: { width: 640, height: 900 },
    });
    const page = await context.newPage();
    const requests = await serveScreens(page, condition);
    for (const screen of SCREENS) {
      const path = `/screens/${screen}?from=a%26b&page=2`;
      await page.goto(SITE + path);
      await expect(page.locator('h1'), screen).toBeVisible();
      const sentences = await page.locator('.adit-fallback-text').all();
      expect(sentences.length, screen).toBeGreaterThanOrEqual(2);
      for (const sentence of sentences) await expect(sentence, screen).toBeVisible();
      expect(await standApart(page), `${screen}: links stand apart`).toBe(true);
      await page.screenshot({ path: `test-output/screenshots/${screen}-${name}.png` });

      requests.length = 0;
      await page.locator('.adit-fallback-actions > :first-child').click();
      const arrived = SITE + (FIRST_PATH[screen] || path);
      await page.waitForURL(arrived);
      expect(requests[0]?.url(), `${screen}: the page that is asked for`).toBe(arrived);
      expect(requests[0]?.isNavigationRequest(), screen).toBe(true);
    }
    await context.close();
  });
}

test('the conditions are what they are called', async ({ page }) => {
  const display = () => page.locator('main').evaluate((main) => getComputedStyle(main).display);

  await serveScreens(page, NO_STYLES);
  await page.goto(`${SITE}/screens/notFound`);
  expect(await display()).toBe('block');

  await page.unrouteAll();
  const requests = await serveScreens(page, NO_FONTS);
  await page.goto(`${SITE}/screens/notFound`);
  expect(await display()).toBe('grid');
  await expect.poll(() => requests.map((request) => request.resourceType())).toContain('font');
});

test('the search of the 404 screen is sent without scripts and without styles', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await serveScreens(page, NO_STYLES);
  await page.goto(`${SITE}/screens/notFound`);
  await page.getByRole('searchbox', { name: 'Search this site' }).fill('a&b');
  await page.getByRole('button', { name: 'Search' }).click();

  await page.waitForURL(`${SITE}/search?q=a%26b`);
  await context.close();
});
