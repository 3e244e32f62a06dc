import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { classicTexts, type FallbackTexts } from '@adit/fallback-ui';
import { loadTexts, type FallbackLocale } from '@adit/fallback-ui/texts';
import { honestStatusProblems } from '@adit/testing/honest-status';
import { waitForEvent } from './support/envelopes.ts';
import { expect, test } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

/** The manifest of the code that a page of the build sends to browsers. */
const MANIFEST = fileURLToPath(
  new URL('../../web/.next/server/app/_not-found/page_client-reference-manifest.js', import.meta.url),
);

async function withoutScripts<Result>(
  browser: Browser,
  baseURL: string,
  look: (page: Page) => Promise<Result>,
  options: { locale?: string } = {},
): Promise<Result> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, ...options });
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}

test('S13 the reference on the screen finds the event, and copying gives the reference', async ({
  page,
  context,
  ingest,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/lab');
  await hydrated(page);
  await page.locator('#server-error').getByRole('link').click();
  const reference = await page.locator('.adit-fallback-digest').innerText();

  // A slow server renders it twice: the document that follows the router's deadline has another digest.
  const { event } = await waitForEvent(ingest, ({ tags }) => tags?.['digest'] === reference);
  expect(event.exception?.values?.at(-1)?.value).toContain('The lab threw this error in a server component.');

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
});

for (const [id, path, status] of [
  ['S2', '/lab/nowhere', 404],
  ['S4', '/lab/members', 401],
  // Next answers these with an empty document, into which the server writes the screen.
  ['S2', '/lab/router/99999', 404],
  ['S3', '/lab/forbidden', 403],
  ['S4', '/lab/unauthorized', 401],
] as const) {
  test(`${id} ${path} is answered ${status} honestly, for caches and search engines as well`, async ({
    request,
  }) => {
    expect(await honestStatusProblems(await request.get(path), status)).toEqual([]);
  });
}

test('56 what turns out to be gone after the first byte is answered 200: the screen comes, search engines and monitors are told', async ({
  page,
  request,
}) => {
  const response = await request.get('/lab/streamed-not-found');
  expect(await honestStatusProblems(response, 404)).toEqual([
    'the status is 200, not 404, though the document says noindex: the page failed after its first byte was sent',
    'the document has no h1',
  ]);
  // It is there for those without scripts.
  expect(await response.text()).toMatch(/<noscript>[\s\S]*<h1[^>]*>This page could not be found\./);
  await page.goto('/lab/streamed-not-found');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('the check of honest answers finds a page that is none of that', async ({ request }) => {
  expect(await honestStatusProblems(await request.get('/lab'), 404)).toContain('the status is 200, not 404');
});

test('S4 a page for members can be reached without scripts: signing in leads back to it', async ({
  browser,
  app,
}) => {
  await withoutScripts(browser, app.origin, async (page) => {
    const response = await page.goto('/lab/members?tab=2');
    expect(response?.status()).toBe(401);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      "You're not authorized to access this page.",
    );
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members');
    expect(new URL(page.url()).search).toBe('?tab=2');
  });
});

test('S3 a page that members may not see says so with its status, without scripts', async ({
  browser,
  app,
}) => {
  await withoutScripts(browser, app.origin, async (page) => {
    expect((await page.goto('/lab/members/owners'))?.status()).toBe(401);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(classicTexts.forbidden.heading);
    const response = await page.reload();
    expect(response?.status()).toBe(403);
    await page.getByRole('link', { name: classicTexts.actions.back }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members');
  });
});

for (const path of ['/crash/server', '/lab/server-error']) {
  test(`S13 without scripts, the error screen at ${path} is there with its status and the digest`, async ({
    browser,
    app,
  }) => {
    await withoutScripts(browser, app.origin, async (page) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(500);
      // Next answers a failed render with an empty document (app-render.js, `errorShell`), into which the server writes.
      await expect(page.locator('html')).toHaveAttribute('id', '__next_error__');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      await expect(page.locator('.adit-fallback-digest')).toHaveText(/^\d+/);
    });
  });
}

test('S4 signing in leads to no other site', async ({ request }) => {
  const signIn = (path: string) =>
    request.post('/lab/sign-in/session', { form: { return: path }, maxRedirects: 0 });

  expect((await signIn('/lab/members?tab=2')).headers()['location']).toBe('/lab/members?tab=2');
  for (const path of ['https://evil.test/', '//evil.test', '/.//evil.test', '/lab/sign-in'])
    expect((await signIn(path)).headers()['location'], path).toBe('/lab');
});

test('the screens speak the reader’s language, with or without scripts', async ({ browser, app }) => {
  await withoutScripts(
    browser,
    app.origin,
    async (page) => {
      await page.goto('/lab/nowhere');
      await expect(page.locator('main')).toHaveAttribute('dir', 'rtl');
      await expect(page.locator('main')).toHaveAttribute('lang', 'he');
      await page.goto('/lab/members');
      await expect(page.locator('html')).toHaveAttribute('lang', 'he');
    },
    { locale: 'he-IL' },
  );
});

/** Pages with a screen in the language of the request, then one rendered in the browser. */
const FAULTS = [
  ['/lab/nowhere', (texts: FallbackTexts) => texts.notFound.heading],
  ['/lab/forbidden', (texts: FallbackTexts) => texts.forbidden.heading],
  ['/lab/server-error', (texts: FallbackTexts) => texts.error.heading],
  ['/crash/server', (texts: FallbackTexts) => texts.globalError.heading],
  ['/crash/client', (texts: FallbackTexts) => texts.globalError.heading],
] as const;

/** Opens pages with faults, and checks that their screens are in the language. */
async function expectLanguage(page: Page, locale: FallbackLocale, faults = FAULTS.slice()): Promise<void> {
  const texts = await loadTexts(locale);
  for (const [path, headingOf] of faults) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(headingOf(texts));
    await expect(page.getByRole('main'), path).toHaveAttribute('lang', locale);
  }
  // Within an English document.
  await page.goto('/lab');
  await hydrated(page);
  await page.locator('#server-error').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.error.heading);
}

test('every screen is in the language of the browser, or in the one chosen in the gallery', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.origin, locale: 'de-AT' });
  const page = await context.newPage();
  await expectLanguage(page, 'de');

  await page.goto('/lab/screens?screen=notFound');
  await page.getByLabel('own errors').selectOption('fr');
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect(page.getByLabel('own errors')).toHaveValue('fr');
  await expectLanguage(page, 'fr', [FAULTS[0]]);

  await page.goto('/lab/faults-in-parts');
  const one = page.getByRole('region', { name: 'One' });
  await one.getByRole('button', { name: 'Throw null' }).click();
  await expect(one.getByRole('alert')).toContainText((await loadTexts('fr')).inlineError.heading);

  await page.goto('/lab/screens?screen=notFound');
  await page.getByLabel('own errors').selectOption('browser');
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect(page.getByLabel('own errors')).toHaveValue('browser');
  await page.goto('/lab/nowhere');
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'de');
  await context.close();
});

test('the status screens send no script of their own', () => {
  const manifest = readFileSync(MANIFEST, 'utf8');

  expect(manifest).toContain('clientModules');
  // Control: modules that the root layout imports for browsers are in it.
  expect(manifest).toMatch(/libs\/next/);
  expect(manifest.match(/libs\/fallback-ui\/[^"]*/g) ?? []).toEqual([]);
});

test('a fault in a part of a page leaves the rest at work, and can be tried again', async ({ page }) => {
  await page.goto('/lab/faults-in-parts');
  const one = page.getByRole('region', { name: 'One' });
  const two = page.getByRole('region', { name: 'Two' });
  await two.getByRole('button', { name: /Count/ }).click();

  for (const thrown of ['an error', 'null', 'undefined', 'a string', 'a frozen object']) {
    await one.getByRole('button', { name: `Throw ${thrown}`, exact: true }).click();
    await expect(one.getByRole('alert')).toContainText('This part of the page could not be shown');
    await one.getByRole('button', { name: 'Try again' }).click();
    await expect(one.getByRole('button', { name: 'Count: 0' })).toBeVisible();
  }
  await one.getByRole('button', { name: 'Throw a missing chunk' }).click();
  await expect(one.getByRole('alert')).toContainText('This site has been updated');
  await expect(two.getByRole('button', { name: 'Count: 1' })).toBeVisible();
});

test('the gallery answers 404 for an unknown screen, and for a name that every object has', async ({
  request,
}) => {
  expect((await request.get('/lab/screens/notFound/de')).status()).toBe(200);
  for (const name of ['nothing', 'toString', 'constructor', '__proto__'])
    expect(await honestStatusProblems(await request.get(`/lab/screens/${name}/en`), 404), name).toEqual([]);
});

test('the gallery shows what it is asked for', async ({ page }) => {
  await page.goto('/lab/screens');
  expect(await page.locator('iframe').count()).toBe(10 * 2 * 2);
  await page.getByLabel('Screen').selectOption('notFound');
  await page.getByLabel('Language').selectOption('all');
  await page.getByRole('button', { name: 'Show' }).click();

  await expect(page.locator('iframe')).toHaveCount(16 * 2 * 2);
  const japanese = page.locator('iframe[src*="/notFound/ja?"]').first();
  // Frames out of view are not loaded.
  await japanese.scrollIntoViewIfNeeded();
  await expect(japanese.contentFrame().locator('html')).toHaveAttribute('lang', 'ja');
});
