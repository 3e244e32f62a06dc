import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { DSN } from './example-app.ts';
import { createExampleTest, folderOf, SETTLES_MS, type RunningExample } from './example-test.ts';
import { startProcess } from './start-process.ts';
import { startTunnelServer } from './tunnel-server.ts';

/** An example that is served as files, beside the tunnel server. */
export interface StaticSite {
  /** The name of its folder. */
  readonly name: string;
  /** The script that serves the files, with its arguments. It reads `PORT` and `TUNNEL_ORIGIN`. */
  readonly command: readonly string[];
  /** The folder of the built files. */
  readonly output: string;
  /** The status of a missing page: 200 if each address gets the same file. */
  readonly missingStatus: 200 | 404;
  /** Most bytes of JavaScript that the home page loads first, gzipped. */
  readonly firstLoadBytes: number;
}

/** Starts the files behind a tunnel server with this environment. Returns the origin and the stop. */
async function startSite(
  site: StaticSite,
  ingest: ScriptedIngest,
  environment: string,
): Promise<RunningExample> {
  const folder = folderOf(site.name);
  const tunnel = await startTunnelServer(folder, {
    ADIT_DSNS: DSN,
    ADIT_INGEST_ORIGIN: ingest.origin,
    SENTRY_ENVIRONMENT: environment,
  });
  const port = String(await findFreePort());
  const files = await startProcess({
    command: site.command,
    folder,
    env: { PORT: port, TUNNEL_ORIGIN: tunnel.origin },
    origin: `http://localhost:${port}`,
  });
  return { origin: files.origin, stop: () => Promise.all([files.stop(), tunnel.stop()]) };
}

/** Registers the tests that every static example passes. Returns a `test` for those of its own. */
export function describeStaticSite(site: StaticSite) {
  const test = createExampleTest((ingest, environment) => startSite(site, ingest, environment));

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
    const production = await startSite(site, ingest, 'production');
    try {
      for (const [origin, environment] of [
        [staging.origin, 'staging'],
        [production.origin, 'production'],
      ] as const) {
        ingest.reset();
        const page = await context.newPage();
        // Without the settings, the SDK does not start.
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
    expect((await page.goto('/nowhere'))?.status()).toBe(site.missingStatus);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
    await expect(page).toHaveTitle('This page could not be found – Shop');
  });

  test('the first load stays within its budget and asks for nothing of monitoring', async ({
    page,
    requests,
  }) => {
    const output = join(folderOf(site.name), site.output);
    const html = readFileSync(join(output, 'index.html'), 'utf8');
    const modern = html.replace(/<script[^>]*\snomodule\b[^>]*>/gi, '');
    const scripts = new Set([...modern.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path));
    const bytes = [...scripts]
      .map((path) => gzipSync(readFileSync(join(output, String(path)))).length)
      .reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: 'first load', description: `${bytes} bytes` });
    await page.goto('/');
    await page.waitForLoadState('networkidle');

    expect(bytes).toBeGreaterThan(site.firstLoadBytes * 0.9);
    expect(bytes).toBeLessThanOrEqual(site.firstLoadBytes);
    expect(requests.filter(({ url }) => url.pathname === '/monitoring-tunnel')).toEqual([]);
  });

  return test;
}
