import { spawnSync } from 'node:child_process';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { createScriptedIngest } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { waitForError } from '../src/support/envelopes.ts';
import { DSN, FOLDER, pressThrow, type RunningExample } from './example-test.ts';
import { startProcess } from './start-process.ts';

const BUILD = join(FOLDER, '.next');
const isWebpack = process.env['ADIT_EXAMPLES_BUILD'] === 'build:webpack';

/** Builds the example with another release, which changes the chunk of the SDK. */
function buildNext(): void {
  const { status, stdout, stderr } = spawnSync(
    process.env['ADIT_EXAMPLES_NODE'] ?? process.execPath,
    ['node_modules/next/dist/bin/next', 'build', ...(isWebpack ? ['--webpack'] : [])],
    {
      cwd: FOLDER,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', SENTRY_RELEASE: 'shop@2.0.0' },
    },
  );
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/Adit: Keeps the files of [1-5] earlier builds? for open tabs/);
}

/** What a tab has met: paths that were answered with an error, and how often it loaded its document. */
interface Tab {
  readonly page: Page;
  readonly failed: string[];
  readonly loads: string[];
}

async function openTab(page: Page, origin: string): Promise<Tab> {
  const tab: Tab = { page, failed: [], loads: [] };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/_next/static/') && response.status() >= 400) tab.failed.push(pathname);
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) tab.loads.push(request.url());
  });
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  return tab;
}

base('a tab from before a deploy loads chunks of its build, and reports its errors', async ({ browser }) => {
  base.setTimeout(300_000);
  const ingest = await createScriptedIngest();
  const port = String(await findFreePort());
  const start = (variables: Readonly<Record<string, string>> = {}): Promise<RunningExample> =>
    startProcess({
      command: ['node_modules/next/dist/bin/next', 'start', '--port', port],
      folder: FOLDER,
      env: { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, ...variables },
      origin: `http://localhost:${port}`,
    });
  // The other tests are of the first build.
  const saved = `${BUILD}-saved`;
  cpSync(BUILD, saved, {
    recursive: true,
    filter: (path) => basename(path) !== 'cache',
    preserveTimestamps: true,
  });
  let app = await start();
  try {
    const [tab, other] = [
      await openTab(await browser.newPage(), app.origin),
      await openTab(await browser.newPage(), app.origin),
    ];
    await app.stop();
    buildNext();

    // Control: without the kept files, the SDK of the old build is not found.
    app = await start({ ADIT_OLD_ASSETS: 'off' });
    await pressThrow(other.page);
    await expect.poll(() => other.failed).not.toEqual([]);
    await other.page.close();
    await app.stop();
    ingest.reset();

    app = await start();
    await pressThrow(tab.page);
    const { event } = await waitForError(ingest, 'The basket is broken');
    expect(event.sdk?.name).toContain('sentry.javascript');
    expect(event.release).toBe('shop@1.0.0');
    expect(tab.failed).toEqual([]);
    expect(tab.loads).toHaveLength(1);
    for (const path of other.failed) {
      const { status, headers } = await fetch(`${app.origin}${path}`);
      expect({ path, status, cache: headers.get('cache-control') }).toEqual({
        path,
        status: 200,
        cache: 'public, max-age=31536000, immutable',
      });
    }
  } finally {
    // It may have ended already.
    await app.stop().catch(() => undefined);
    await ingest.close();
    rmSync(BUILD, { recursive: true });
    renameSync(saved, BUILD);
  }
});
