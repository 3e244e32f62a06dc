import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { DSN } from './example-app.ts';
import { createExampleTest, folderOf, SETTLES_MS } from './example-test.ts';
import { startProcess } from './start-process.ts';

const FOLDER = folderOf('express-ssr');

/** Most bytes of JavaScript that the home page loads first, gzipped. */
const FIRST_LOAD_BYTES = 75_000;

const test = createExampleTest(async (ingest, environment) => {
  const port = String(await findFreePort());
  return startProcess({
    command: ['--import', './dist/server/instrument.js', 'dist/server/server.js'],
    folder: FOLDER,
    env: {
      PORT: port,
      SENTRY_DSN: DSN,
      SENTRY_ENVIRONMENT: environment,
      ADIT_INGEST_ORIGIN: ingest.origin,
    },
    origin: `http://localhost:${port}`,
  });
});

test('an error of the browser reaches ingest through the application’s own tunnel, with environment and release', async ({
  page,
  ingest,
  requests,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');

  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0' });
  expect(event.platform).toBe('javascript');
  const { origin } = new URL(page.url());
  expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
});

test('an error of a render in the browser is reported once, and its screen is shown', async ({
  page,
  ingest,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'renders in the browser' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
  await waitForError(ingest, 'The page broke while rendering');
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest)).toEqual(['The page broke while rendering']);
});

for (const [path, message] of [
  ['/server-error', 'The server could not render'],
  ['/failing-route', 'The route failed'],
] as const) {
  test(`${path} is answered 500 and reported once, with the reference that the screen shows`, async ({
    page,
    ingest,
  }) => {
    expect((await page.goto(path))?.status()).toBe(500);
    const { event } = await waitForError(ingest, message);
    expect(event).toMatchObject({ platform: 'node', environment: 'staging', release: 'shop@1.0.0' });
    await expect(page.locator('.adit-fallback-digest')).toHaveText(String(event.event_id));
    await page.waitForTimeout(SETTLES_MS);

    expect(errorMessages(ingest)).toEqual([message]);
  });
}

test('a missing page is answered 404 with its screen and title', async ({ page }) => {
  expect((await page.goto('/nowhere'))?.status()).toBe(404);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
  await expect(page).toHaveTitle('This page could not be found – Shop');
});

test('the one link that allows it is prefetched', async ({ page, requests }) => {
  const prefetched = (): string[] =>
    requests
      .filter(({ headers }) => headers['sec-purpose']?.startsWith('prefetch'))
      .map(({ url }) => url.pathname);
  await page.goto('/');
  await page.getByRole('link', { name: 'renders in the browser' }).hover();
  await expect.poll(prefetched).toEqual(['/orders']);
  await page.waitForLoadState('networkidle');

  expect(prefetched()).toEqual(['/orders']);
});

test('the first load stays within its budget and asks for nothing of monitoring', async ({
  page,
  requests,
}) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const bytes = gzipSync(readFileSync(join(FOLDER, 'dist/client/assets/client.js'))).length;
  test.info().annotations.push({ type: 'first load', description: `${bytes} bytes` });

  expect(bytes).toBeGreaterThan(FIRST_LOAD_BYTES * 0.9);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  expect(requests.filter(({ url }) => url.pathname.startsWith('/monitoring-tunnel'))).toEqual([]);
});
