import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test as base } from '@playwright/test';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { watchRequests, type SeenRequest } from '../src/support/requests.ts';
import { DSN } from './example-app.ts';
import { startProcess } from './start-process.ts';
import { startTunnelServer } from './tunnel-server.ts';

const FOLDER = join(process.env['ADIT_EXAMPLES_FOLDER'] ?? '', 'vite-spa');

/** Most bytes of JavaScript that the home page loads first, gzipped. */
const FIRST_LOAD_BYTES = 107_500;

/** As long as a second report of the same error would take. */
const SETTLES_MS = 3_000;

/** Starts the build behind a tunnel server with this environment. Returns its origin and its stop. */
async function startSite(ingest: ScriptedIngest, environment: string) {
  const tunnel = await startTunnelServer(FOLDER, {
    ADIT_DSNS: DSN,
    ADIT_INGEST_ORIGIN: ingest.origin,
    SENTRY_ENVIRONMENT: environment,
  });
  const port = String(await findFreePort());
  const site = await startProcess({
    command: [join(FOLDER, 'node_modules/vite/bin/vite.js'), 'preview', '--strictPort'],
    folder: FOLDER,
    env: { PORT: port, TUNNEL_ORIGIN: tunnel.origin },
    origin: `http://localhost:${port}`,
  });
  return { origin: site.origin, stop: () => Promise.all([site.stop(), tunnel.stop()]) };
}

interface WorkerFixtures {
  readonly ingest: ScriptedIngest;
  readonly staging: { readonly origin: string };
}

const test = base.extend<{ requests: readonly SeenRequest[] }, WorkerFixtures>({
  ingest: [
    async ({}, use) => {
      const ingest = await createScriptedIngest();
      await use(ingest);
      await ingest.close();
    },
    { scope: 'worker' },
  ],
  staging: [
    async ({ ingest }, use) => {
      const site = await startSite(ingest, 'staging');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ staging, ingest }, use) => {
    ingest.reset();
    await use(staging.origin);
  },
  requests: [
    async ({ context }, use) => {
      await use(watchRequests(context));
    },
    { auto: true },
  ],
});

test('an error of the browser reaches ingest through the site itself, with the environment of the tunnel server', async ({
  page,
  ingest,
  requests,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');

  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0' });
  expect(event.sdk?.name).toContain('sentry.javascript');
  const { origin } = new URL(page.url());
  expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
});

test('the same files report the environment of each tunnel server, also without the SDK', async ({
  context,
  ingest,
  staging,
}) => {
  const production = await startSite(ingest, 'production');
  try {
    for (const [origin, environment] of [
      [staging.origin, 'staging'],
      [production.origin, 'production'],
    ] as const) {
      ingest.reset();
      const page = await context.newPage();
      await page.route('**/monitoring-tunnel', (route) =>
        route.request().method() === 'GET' ? route.abort() : route.continue(),
      );
      await page.goto(`${origin}/`);
      await page.getByRole('button', { name: 'Throw' }).click();
      await page.close({ runBeforeUnload: true });
      const { event } = await waitForError(ingest, 'The basket is broken');

      expect(event).toMatchObject({ environment, release: 'shop@1.0.0' });
      expect(event.sdk).toBeUndefined();
    }
  } finally {
    await production.stop();
  }
});

test('an error of a render is reported once, and its screen is shown', async ({ page, ingest }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'renders in the browser' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
  await waitForError(ingest, 'The page broke while rendering');
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest)).toEqual(['The page broke while rendering']);
});

test('a missing page has its screen and title', async ({ page }) => {
  await page.goto('/nowhere');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
  await expect(page).toHaveTitle('This page could not be found – Shop');
});

test('the router shows a page of another chunk, and fetches none ahead', async ({ page, requests }) => {
  const chunks = (): string[] =>
    requests.map(({ url }) => url.pathname).filter((path) => path.startsWith('/assets/orders-'));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(chunks()).toHaveLength(0);

  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  expect(chunks()).toHaveLength(1);
});

test('the first load stays within its budget and asks for nothing of monitoring', async ({
  page,
  requests,
}) => {
  await page.goto('/');
  await page.waitForLoadState('load');
  const html = readFileSync(join(FOLDER, 'dist/index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => String(path));
  const bytes = scripts
    .map((path) => gzipSync(readFileSync(join(FOLDER, 'dist', path))).length)
    .reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: 'first load', description: `${bytes} bytes` });

  expect(readdirSync(join(FOLDER, 'dist/assets')).length).toBeGreaterThan(scripts.length);
  expect(bytes).toBeGreaterThan(80_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  expect(requests.filter(({ url }) => url.pathname === '/monitoring-tunnel')).toEqual([]);
});
