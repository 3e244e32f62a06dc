import { expect, type Page } from '@playwright/test';
import { waitForError } from '../src/support/envelopes.ts';
import { goOnline } from './network.ts';
import { test } from './next-example.ts';

/** Records the requests that the browser has refused, by directive. A complete page has none. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('refused', (text: string) => void violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, sample }) =>
      (window as unknown as { refused: (text: string) => void }).refused(
        `${effectiveDirective} ${sourceFile} ${sample}`,
      ),
    );
  });
  return violations;
}

/**
 * The body's children that take part in its layout, or in rules such as `:last-child`, as the application wrote them.
 */
const bodyChildren = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    // Without Next's own elements: scripts, the announcer, and an empty element for metadata.
    [...document.body.querySelectorAll(':scope > :not(script, div[hidden]:empty)')]
      .map(({ localName }) => localName)
      .filter((name) => name !== 'next-route-announcer'),
  );

/** The colour that the screen's style sheet gives its first action; another colour without it. */
const accent = (page: Page): Promise<string> =>
  page
    .locator('.adit-fallback-action-primary')
    .first()
    .evaluate((action) => getComputedStyle(action).backgroundColor);
const TRANSPARENT = 'rgba(0, 0, 0, 0)';

/** The style of an element. */
const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
  page
    .locator(selector)
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Waits until the router's late part is loaded. */
const isWhole = (page: Page): Promise<void> =>
  page.waitForFunction(() => document.querySelector('[role=status]') !== null).then(() => undefined);

test('the children of the body are the application’s own, also while a navigation takes its time', async ({
  page,
}) => {
  await goOnline(page);
  const violations = await watchViolations(page);
  await page.goto('/');
  expect(await bodyChildren(page)).toEqual(['header', 'main', 'footer']);
  await isWhole(page);
  expect(await bodyChildren(page)).toEqual(['header', 'main', 'footer']);
  expect(await styleOf(page, 'main', 'padding')).toBe('8px');
  expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(240, 240, 240)');
  const room = await page
    .locator('footer')
    .evaluate((footer) => innerHeight - footer.getBoundingClientRect().bottom);
  expect(room).toBeCloseTo(0, 0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading')).toBeVisible();
  await expect(page.locator('footer')).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.getByRole('link', { name: 'Late' }).click();
  const bar = page.getByRole('status').getByText('Loading');
  await expect(bar).toBeAttached();
  expect(await bodyChildren(page)).toEqual(['header', 'main', 'footer']);
  expect(await bar.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe('rgb(10, 20, 30)');
  await expect(page.getByText('Here at last')).toBeVisible();
  expect(violations).toEqual([]);
});

test('control: what the application would get with an element around its page', async ({ page }) => {
  await page.goto('/');
  await page.locator('main').evaluate((main) => {
    const wrapper = document.createElement('div');
    wrapper.style.display = 'contents';
    main.replaceWith(wrapper);
    wrapper.append(main);
  });
  expect([await styleOf(page, 'main', 'padding'), await styleOf(page, 'body', 'background-color')]).toEqual([
    '0px',
    TRANSPARENT,
  ]);
});

test('the 404 screen has its styles in the server’s HTML, before any script', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) });
  const page = await context.newPage();
  expect((await page.goto('/nowhere/'))?.status()).toBe(404);
  expect(await accent(page)).not.toBe(TRANSPARENT);
  await context.close();
});

for (const [what, open] of [
  ['a 404', (page: Page) => page.goto('/nowhere/')],
  [
    'a 404 in the visitor’s language',
    async (page: Page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'de' }));
      await page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () => (document.documentElement.lang = '')),
      );
      await page.goto('/nowhere/');
    },
  ],
  ['an error of a render', (page: Page) => page.goto('/render-error/')],
  ['an error of the server', (page: Page) => page.goto('/server-error/')],
] as const) {
  test(`the screen of ${what} is there with its styles, under trusted types and a nonce`, async ({
    page,
  }) => {
    const violations = await watchViolations(page);
    await open(page);
    await expect(page.locator('.adit-fallback')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.adit-fallback-heading')).toBeVisible();
    expect(await accent(page)).not.toBe(TRANSPARENT);
    expect(violations).toEqual([]);
  });
}

test('the offline screen stands in place of the page, which comes back as it was; the second one has its styles', async ({
  page,
  context,
}) => {
  await goOnline(page);
  const violations = await watchViolations(page);
  await page.goto('/');
  await isWhole(page);
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Search').fill('lamp');
  const heading = page.locator('dialog').getByRole('heading', { level: 1 });
  const showOffline = async (): Promise<void> => {
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Late' }).click();
    await expect(heading).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeHidden();
  };
  const comesBack = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
    await expect(page.getByLabel('Search')).toHaveValue('lamp');
    expect(await bodyChildren(page)).toEqual(['header', 'main', 'footer']);
  };
  await showOffline();
  await expect(page.locator('.adit-fallback-heading')).toHaveCount(0);
  await comesBack();

  // Once the network was gone, the whole screen is fetched ahead.
  const fetched = page.waitForResponse((response) => response.url().endsWith('.js'));
  await context.setOffline(false);
  await fetched;
  await page.waitForLoadState('networkidle');
  await showOffline();
  await expect(page.locator('dialog .adit-fallback-heading')).toBeVisible();
  expect(await accent(page)).not.toBe(TRANSPARENT);
  await comesBack();
  await context.setOffline(false);
  expect(violations).toEqual([]);
});

test('a page without any of its scripts is loaded again, and then says so', async ({ page }) => {
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/');
  await expect(page.getByText('This site has been updated')).toBeVisible({ timeout: 15_000 });
  expect(loads).toBe(2);
});

test('control: a style without a nonce, and one written as HTML, are refused', async ({ page }) => {
  const violations = await watchViolations(page);
  await page.goto('/');
  const thrown = await page.evaluate(() => {
    document.head.append(document.createElement('style'));
    const style = document.createElement('style');
    style.textContent = 'main{padding:99px}';
    document.head.append(style);
    try {
      style.innerHTML = 'main{padding:98px}';
      return '';
    } catch (error) {
      return String(error);
    }
  });
  expect(thrown).toContain('TrustedHTML');
  await expect.poll(() => violations.map((text) => text.split(' ')[0])).toContain('style-src-elem');
  expect(await styleOf(page, 'main', 'padding')).toBe('8px');
});

test('errors of browser and server reach Sentry, though Next reads only files named page.ts', async ({
  page,
  ingest,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  await waitForError(ingest, 'The basket is broken');
  await page.goto('/server-error/');
  await waitForError(ingest, 'The server could not render');
});
