import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { waitForError } from '../src/support/envelopes.ts';
import { describeExample } from './describe-example.ts';
import { DSN, FOLDER } from './example-test.ts';
import { APP_ROUTER_FAILURES, startNext } from './next-example.ts';

/** The maximum gzipped size of the SDK with its rules, and with tracing, in bytes. */
const SDK_BYTES = 56_700;
const TRACED_BYTES = 74_300;

const test = describeExample({
  start: startNext,
  failures: [...APP_ROUTER_FAILURES, { message: 'The edge failed', path: '/edge-route' }],
  prefetches: { count: 2, isOne: ({ headers }) => headers['next-router-prefetch'] !== undefined },
  // Without Adit it loads 138,535, and with webpack 136,482.
  firstLoadBytes: 145_650,
});

test('a page for members is answered 401 with its screen and title', async ({ page }) => {
  expect((await page.goto('/members'))?.status()).toBe(401);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "You're not authorized to access this page.",
  );
  await expect(page).toHaveTitle("You're not authorized to access this page – Shop");
});

test('the screen of an error in the browser has its event’s id as reference', async ({ page, ingest }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'renders in the browser' }).click();
  const { event } = await waitForError(ingest, 'The page broke while rendering');

  await expect(page.locator('.adit-fallback-digest')).toHaveText(String(event.event_id));
});

test('screens are in the visitor’s language', async ({ browser, staging }) => {
  const context = await browser.newContext({ baseURL: staging.origin, locale: 'de-AT' });
  const page = await context.newPage();
  await page.goto('/nowhere');
  // The document is in English, so its screens are too.
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

/**
 * Whether a script contains the noise rules. The SDK does not start without them. Webpack writes them twice, once for
 * each router.
 */
const hasRules = (path: string): boolean => path.endsWith('.js') && read(path).includes('AditMonitoring');

/** Whether a script contains a part of tracing. */
const isTracing = (path: string): boolean => read(path).includes('largest-contentful-paint');

/** Whether a script contains Adit's router: only that contains this reason. */
const isRouter = (path: string): boolean => read(path).includes('route-timeout');

const read = (path: string): string => readFileSync(join(FOLDER, path.replace('/_next', '.next')), 'utf8');

test('the SDK and tracing stay within their budgets', async ({ page, ingest, requests }) => {
  await page.goto('/');
  // The router loads when the page is idle, on a busy machine later than the network is.
  await expect
    .poll(() => requests.some(({ url: { pathname } }) => pathname.endsWith('.js') && isRouter(pathname)))
    .toBe(true);
  await page.waitForLoadState('networkidle');
  const atFirst = requests.length;
  await page.getByRole('button', { name: 'Throw' }).click();
  await waitForError(ingest, 'The basket is broken');

  const bytesOf = (paths: readonly string[]): number =>
    paths.map((path) => gzipSync(read(path)).length).reduce((sum, size) => sum + size, 0);
  const scripts = (): string[] =>
    requests
      .slice(atFirst)
      .map(({ url }) => url.pathname)
      .filter((path) => path.endsWith('.js'));
  // The error that has arrived may be that of an earlier page.
  await expect.poll(() => scripts().some(isTracing)).toBe(true);
  await page.waitForLoadState('networkidle');
  const names = scripts();
  // The loader of tracing has arrived with the SDK.
  const sdk = bytesOf(names.slice(0, names.findIndex(hasRules) + 1));
  const all = bytesOf(names);
  test.info().annotations.push({ type: 'SDK', description: `${sdk} bytes, with tracing ${all}` });
  expect(sdk).toBeGreaterThan(0.95 * SDK_BYTES);
  expect(sdk).toBeLessThanOrEqual(SDK_BYTES);
  expect(all).toBeGreaterThan(0.95 * TRACED_BYTES);
  expect(all).toBeLessThanOrEqual(TRACED_BYTES);
});

test('the SDK starts without iframes, although functions of the window are wrapped', async ({
  page,
  ingest,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      if (added.some(({ nodeName }) => nodeName === 'IFRAME'))
        document.documentElement.dataset['frames'] = 'some';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');
  await page.getByRole('button', { name: 'Throw' }).click();

  expect(event.sdk?.name).toContain('sentry.javascript');
  expect(await page.evaluate(() => document.documentElement.dataset['frames'])).toBeUndefined();
  // Control: an element is noticed, even if it exists only for a moment.
  await page.evaluate(() => {
    const frame = document.head.appendChild(document.createElement('iframe'));
    frame.remove();
  });
  expect(await page.evaluate(() => document.documentElement.dataset['frames'])).toBe('some');
});

test('an error whose rules do not arrive is sent without the SDK and without its secret', async ({
  page,
  ingest,
}) => {
  await page.route(
    ({ pathname }) => pathname.endsWith('.js') && hasRules(pathname),
    (route) => route.abort(),
  );
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
