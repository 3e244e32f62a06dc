import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium, type LaunchOptions } from '@playwright/test';
import {
  fail,
  loadsSdkOnReturn,
  reports,
  reportsAfterReturn,
  reportsFromOpaqueOrigin,
  untilReports,
  untilSdkIsThere,
} from './journeys/early.ts';
import { expect, test } from './support/early-test.ts';

/** The options with which Playwright starts the browser here. */
const launchOptions = (): LaunchOptions => test.info().project.use.launchOptions ?? {};

const inTemporaryDirectory = async <T>(use: (directory: string) => Promise<T>): Promise<T> => {
  const directory = await mkdtemp(join(tmpdir(), 'adit-profile-'));
  try {
    return await use(directory);
  } finally {
    // The browser may still be writing.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
};

test.beforeEach(({ site }) => {
  site.reset();
});

test.describe('in a browser with a back/forward cache', { tag: '@browser' }, () => {
  test('a page that comes back reports what happens then, and nothing twice', ({ visit }) =>
    reportsAfterReturn(visit));

  test('a page that leaves before the SDK is there and comes back loads it then', async ({ visit }) => {
    await loadsSdkOnReturn(visit);
    await expect
      .poll(() => [...reports(visit.site)].sort())
      .toEqual(['after (SDK)', 'back from the cache (SDK)', 'before (beacon)']);
  });
});

test('without a back/forward cache the same page loads again', async ({ visit, page }) => {
  const { tab, site } = visit;
  await tab.goto(`${site.origin}/late?script=life`);
  await untilSdkIsThere(tab);
  await tab.goto(`${site.origin}/early?script=life`);
  await page.goBack({ waitUntil: 'commit' });
  await untilSdkIsThere(tab);
  await fail(tab, 'after');
  await untilReports(visit, ['after (SDK)']);
});

/** Opens pages in background tabs. Playwright would make them visible. */
async function openBehind(urls: readonly string[], use: () => Promise<void>): Promise<void> {
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions();
  await inTemporaryDirectory(async (directory) => {
    const browser = spawn(
      executablePath,
      [...args, '--headless=new', '--remote-debugging-pipe', `--user-data-dir=${directory}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    const closed = new Promise((resolve) => browser.once('exit', resolve));
    const [, , , commands, answers] = browser.stdio as unknown as [null, null, null, Writable, Readable];
    // A browser that exits does not close the pipes.
    for (const pipe of [commands, answers]) pipe.on('error', () => undefined);
    answers.resume();
    const send = (id: number, method: string, params: object = {}): void => {
      // https://github.com/ChromeDevTools/devtools-protocol, each message ended by a null
      commands.write(`${JSON.stringify({ id, method, params })}\0`);
    };
    urls.forEach((url, id) => {
      send(id + 1, 'Target.createTarget', { url, background: true });
    });
    try {
      await use();
    } finally {
      send(urls.length + 1, 'Browser.close');
      await closed;
    }
  });
}

test(
  'a page in a background tab loads the SDK and reports its errors',
  { tag: '@browser' },
  async ({ site }) => {
    const page = `${site.origin}/late?script=life`;
    await openBehind([`${page}&tell=before`, `${page}&tell=after`], async () => {
      const expected = ['hidden, denied:  (SDK)', 'hidden, denied:  (SDK)'];
      await expect.poll(() => reports(site)).toEqual(expected);
    });
  },
);

test('a page of an opaque origin, which has no storage, reports its errors', async ({ visit }) => {
  await reportsFromOpaqueOrigin(visit);
  expect(reports(visit.site)).toEqual(['visible, opaque, denied: localStorage,sessionStorage (SDK)']);
});

test('a page that may not store anything reports its errors', { tag: '@browser' }, async ({ site }) => {
  await inTemporaryDirectory(async (directory) => {
    await mkdir(join(directory, 'Default'));
    // "Block all cookies" of the browser's settings.
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(directory, 'Default', 'Preferences'), JSON.stringify(settings));
    const context = await chromium.launchPersistentContext(directory, launchOptions());
    const page = await context.newPage();
    await page.goto(`${site.origin}/late?script=life&tell=before`);
    await expect.poll(() => reports(site)).toEqual(['visible, denied: localStorage,sessionStorage (SDK)']);
    await context.close();
  });
});
