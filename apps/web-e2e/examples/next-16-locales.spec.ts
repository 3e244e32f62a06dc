import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { waitForError } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, FOLDER } from './example-test.ts';
import { runDoctor, serveAssets, watchMessages } from './locales-shop.ts';
import { startExample } from './next-example.ts';
import { UNANNOUNCED } from './unannounced.ts';

// Nothing answers before Next, so the route file does.
const test = createExampleTest((ingest, environment) =>
  startExample({
    ...UNANNOUNCED,
    SENTRY_DSN: DSN,
    SENTRY_ENVIRONMENT: environment,
    ADIT_INGEST_ORIGIN: ingest.origin,
  }),
);

test('an error in a script of another origin arrives with its message, by one request to the final address of the route file', async ({
  page,
  ingest,
  staging,
  request,
  requests,
}) => {
  await serveAssets(page, staging.origin);
  const messages = await watchMessages(page);
  await page.goto('/en/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');
  expect(event.environment).toBe('staging');
  expect(messages).toEqual(['Uncaught Error: The basket is broken']);
  const sent = requests
    .filter(({ url }) => url.pathname.includes('monitoring-tunnel'))
    .map(({ method, url }) => `${method} ${url.pathname}`);
  expect([...new Set(sent)].sort()).toEqual(['GET /monitoring-tunnel/', 'POST /monitoring-tunnel/']);
  // Control: each envelope to the path without a slash would cost a second request.
  expect((await request.post('/monitoring-tunnel', { maxRedirects: 0 })).status()).toBe(308);
});

test('doctor --online passes, and its envelope arrives', async ({ ingest, staging }) => {
  const { code, found } = await runDoctor(FOLDER, '--online', staging.origin);
  expect(code).toBe(0);
  expect(found).toContain('online: ok');
  expect(ingest.received).not.toEqual([]);
});

test('an unknown address below the root layout of a language has the screen in that layout', async ({
  page,
  staging,
}) => {
  await serveAssets(page, staging.origin);
  expect((await page.goto('/de/nowhere/'))?.status()).toBe(404);
  await expect(page.locator('html[lang=de] header')).toHaveText('Shop');
  await expect(page.locator('.adit-fallback-heading')).toBeVisible();
});

test('build and doctor find nothing that is off', async () => {
  expect(readFileSync(join(FOLDER, 'build.log'), 'utf8')).toContain('Adit: Nothing is off.');
  const { code, found } = await runDoctor(FOLDER);
  expect(code).toBe(0);
  expect(found).toEqual(expect.arrayContaining(['asset-prefix: ok', 'unknown-address: ok']));
});
