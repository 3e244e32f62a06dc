import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { honestStatusProblems, statusMatchers } from '@adit/fallback-ui/status';
import { waitForError } from './support/envelopes.ts';
import { expect as plainExpect, test } from './support/test.ts';

const expect = plainExpect.extend(statusMatchers);

/** The manifest of what a page of the build sends to browsers. */
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
  await page.locator('#server-error').getByRole('link').click();
  const reference = await page.locator('.adit-fallback-digest').innerText();

  const { event } = await waitForError(ingest, 'The lab threw this error in a server component.');
  expect(event.tags?.['digest']).toBe(reference);

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
});

for (const [id, path, status] of [
  ['S2', '/lab/nowhere', 404],
  ['S4', '/lab/members', 401],
] as const) {
  test(`${id} ${path} is answered ${status} honestly, for caches and search engines as well`, async ({
    request,
  }) => {
    await expect(await request.get(path)).toAnswerHonestly(status);
  });
}

for (const [id, path, status] of [
  ['S2', '/lab/router/99999', 404],
  ['S3', '/lab/forbidden', 403],
  ['S4', '/lab/unauthorized', 401],
] as const) {
  test(`${id} ${path} is answered ${status} honestly, but Next draws its screen in the browser only`, async ({
    request,
  }) => {
    expect(await honestStatusProblems(await request.get(path), status)).toEqual([
      'the html element has no lang',
      'the document has no main',
      'the document has no h1',
    ]);
  });
}

test('56 what turns out to be gone after the first byte is answered 200: the screen comes, search engines and monitors are told', async ({
  page,
  request,
}) => {
  expect(await honestStatusProblems(await request.get('/lab/streamed-not-found'), 404)).toEqual([
    'the status is 200, not 404, though the document says noindex: the fault came after the first byte was sent',
    'the document has no h1',
  ]);
  await page.goto('/lab/streamed-not-found');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('the check of honest answers finds a page that is none of that', async ({ request }) => {
  await expect(await request.get('/lab')).not.toAnswerHonestly(404);
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

test('the global error document speaks the reader’s language', async ({ page, context, app }) => {
  await context.addCookies([{ name: 'adit-locale', value: 'de', url: app.origin }]);
  await page.goto('/crash/server');

  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText(/serverseitig/i)).toBeVisible();
});

test('the status screens send no script of their own', () => {
  const manifest = readFileSync(MANIFEST, 'utf8');

  expect(manifest).toContain('clientModules');
  // The control: what the root layout imports for browsers is there.
  expect(manifest).toMatch(/libs\/router/);
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

test('the gallery answers 404 for a screen there is none of, and for what every object has', async ({
  request,
}) => {
  await expect(await request.get('/lab/screens/notFound/de')).not.toAnswerHonestly(404);
  for (const name of ['nothing', 'toString', 'constructor', '__proto__'])
    await expect(await request.get(`/lab/screens/${name}/en`), name).toAnswerHonestly(404);
});

test('the gallery shows what it is asked for', async ({ page }) => {
  await page.goto('/lab/screens');
  expect(await page.locator('iframe').count()).toBe(10 * 2 * 2);
  await page.getByLabel('Screen').selectOption('notFound');
  await page.getByLabel('Language').selectOption('all');
  await page.getByLabel('Theme').selectOption('dark');
  await page.getByLabel('Width').selectOption('320');
  await page.getByRole('button', { name: 'Show' }).click();

  await expect(page.locator('iframe')).toHaveCount(16);
  const japanese = page.frameLocator('iframe[src*="/notFound/ja?"]');
  await expect(japanese.locator('html')).toHaveAttribute('lang', 'ja');
});
