import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { DSN, FOLDER, startExample, test } from './example-app.ts';

/** Most bytes of JavaScript that the home page loads first, gzipped. Without Adit it loads 138,508 of Turbopack's. */
const FIRST_LOAD_BYTES = process.env['ADIT_EXAMPLES_BUILD'] === 'build:webpack' ? 158_200 : 148_300;

/** Most bytes of the SDK's chunk and of the chunk with noise rules and scrubbing, gzipped. */
const SDK_BYTES = 66_000;
const RULES_BYTES = 22_500;

/** As long as a second report of the same error would take. */
const SETTLES_MS = 3_000;

test('an error of the browser reaches ingest through the site itself, with the server’s environment and the release', async ({
  page,
  ingest,
  requests,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');

  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0' });
  const { origin } = new URL(page.url());
  expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
});

test('the same static page reports the environment of each server, also without the SDK', async ({
  page,
  context,
  ingest,
}) => {
  const production = await startExample({ SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin });
  try {
    for (const [origin, environment] of [
      ['', 'staging'],
      [production.origin, 'production'],
    ] as const) {
      ingest.reset();
      await page.goto(`${origin}/`);
      await page.getByRole('button', { name: 'Throw' }).click();
      const { event } = await waitForError(ingest, 'The basket is broken');
      expect(event.environment).toBe(environment);

      // Neither settings nor SDK arrive; the page is closed.
      ingest.reset();
      const early = await context.newPage();
      await early.route('**/monitoring-tunnel', (route) =>
        route.request().method() === 'GET' ? route.abort() : route.continue(),
      );
      await early.goto(`${origin}/`);
      await early.getByRole('button', { name: 'Throw' }).click();
      await early.close({ runBeforeUnload: true });
      const { event: alone, request } = await waitForError(ingest, 'The basket is broken');
      expect(alone).toMatchObject({ environment, release: 'shop@1.0.0' });
      expect(alone.sdk).toBeUndefined();
      expect(request.url).toContain('/4509/');
    }
  } finally {
    await production.stop();
  }
});

test('an error that error.tsx catches is reported once', async ({ page, ingest }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'renders in the browser' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
  await waitForError(ingest, 'The page broke while rendering');
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest)).toEqual(['The page broke while rendering']);
});

test('an error of the server is reported once, with the digest that the screen shows', async ({
  page,
  ingest,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Fails on the server' }).click();
  const { event } = await waitForError(ingest, 'The server could not render');
  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0' });
  await expect(page.locator('.adit-fallback-digest')).toHaveText(String(event.tags?.['digest']));
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest)).toEqual(['The server could not render']);
});

test('an error of a route is reported', async ({ request, ingest }) => {
  expect((await request.get('/failing-route')).status()).toBe(500);
  await waitForError(ingest, 'The route failed');
});

for (const [path, status, text] of [
  ['/nowhere', 404, 'This page could not be found.'],
  ['/members', 401, "You're not authorized to access this page."],
] as const) {
  test(`${path} is answered ${status} with its screen and title`, async ({ page }) => {
    const response = await page.goto(path);

    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
    await expect(page).toHaveTitle(`${text.slice(0, -1)} – Shop`);
  });
}

test('screens are in the visitor’s language', async ({ browser, staging }) => {
  const context = await browser.newContext({ baseURL: staging.origin, locale: 'de-AT' });
  const page = await context.newPage();
  await page.goto('/nowhere');
  // The document is in English, and so are its screens.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
  await context.close();
});

test('the settings have no secret, are asked for again by their tag, and are no other site’s', async ({
  request,
}) => {
  const response = await request.get('/monitoring-tunnel');
  expect(response.headers()).toMatchObject({ 'cache-control': 'private, no-cache' });
  expect(response.headers()['access-control-allow-origin']).toBeUndefined();
  expect(await response.json()).toMatchObject({ dsn: DSN, environment: 'staging' });

  const again = await request.get('/monitoring-tunnel', {
    headers: { 'if-none-match': String(response.headers()['etag']) },
  });
  expect([again.status(), await again.text()]).toEqual([304, '']);
});

test('a page asks for nothing of monitoring before the SDK comes', async ({ page, requests }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');

  expect(requests.filter(({ url }) => url.pathname === '/monitoring-tunnel')).toEqual([]);
});

test('the home page is static, and its first load stays within its budget', async ({ page }) => {
  const html = readFileSync(join(FOLDER, '.next/server/app/index.html'), 'utf8');
  const scripts = [
    ...new Set([...html.matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)].map(([, path]) => path)),
  ];
  const noModule = /<script src="([^"]+)"[^>]*noModule/.exec(html)?.[1];
  const bytes = scripts
    .filter((path) => path !== noModule)
    .map(
      (path) => gzipSync(readFileSync(join(FOLDER, `.${String(path).replace('/_next', '/.next')}`))).length,
    )
    .reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: 'first load', description: `${bytes} bytes` });

  expect((await page.goto('/'))?.status()).toBe(200);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
});

/** The script with the noise rules. The SDK does not start without it. */
function findRules(): string {
  const folder = join(FOLDER, '.next/static/chunks');
  const script = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (path) => path.endsWith('.js') && readFileSync(join(folder, path), 'utf8').includes('AditMonitoring'),
  );
  expect(script).toBeDefined();
  return `/_next/static/chunks/${String(script)}`;
}

test('the SDK and its rules stay within their budgets', async ({ page, ingest, requests }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const atFirst = requests.length;
  await page.getByRole('button', { name: 'Throw' }).click();
  await waitForError(ingest, 'The basket is broken');

  const bytesOf = (paths: readonly string[]): number =>
    paths
      .map((path) => gzipSync(readFileSync(join(FOLDER, path.replace('/_next', '.next')))).length)
      .reduce((sum, size) => sum + size, 0);
  const scripts = requests.slice(atFirst).map(({ url }) => url.pathname);
  const rules = findRules();
  const sdk = bytesOf(scripts.filter((path) => path.endsWith('.js') && path !== rules));
  test.info().annotations.push({ type: 'SDK', description: `${sdk} bytes, rules ${bytesOf([rules])}` });
  expect(scripts).toContain(rules);
  expect(sdk).toBeGreaterThan(50_000);
  expect(sdk).toBeLessThanOrEqual(SDK_BYTES);
  expect(bytesOf([rules])).toBeLessThanOrEqual(RULES_BYTES);
});

test('an error whose rules do not arrive is sent without the SDK and without its secret', async ({
  page,
  ingest,
}) => {
  const rules = findRules();
  await page.route(`**${rules}`, (route) => route.abort());
  await page.goto('/');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('No order for token=4f9a8b7c6d5e4f3a');
    });
  });
  const { event } = await waitForError(ingest, 'No order for');

  expect(event.sdk).toBeUndefined();
  expect(event.exception?.values?.[0]?.value).toBe('No order for [Filtered]');
  expect(JSON.stringify(ingest.received.map(({ body }) => body.toString()))).not.toContain('4f9a8b7c');
});
