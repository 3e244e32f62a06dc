import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import { holdChunk, type EarlySite } from './support/early-site.ts';
import { expect, test } from './support/early-test.ts';

declare global {
  interface Window {
    fail: (message: string) => void;
    violations: readonly string[];
    isSdkThere?: boolean;
  }
}

/** The events reported from our page, each with its sender. */
const reports = (site: EarlySite): readonly string[] =>
  site.events('late').map(({ exception, sdk }) => {
    const isBySdk = sdk?.name === 'sentry.javascript.browser';
    return `${exception?.values?.[0]?.value} (${isBySdk ? 'SDK' : 'beacon'})`;
  });

const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    window.fail(text);
  }, message);

const untilSdkIsThere = (page: Page) => page.waitForFunction(() => window.isSdkThere);

const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

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
  test('a page that comes back reports what happens then, and nothing twice', async ({ site, page }) => {
    await page.goto(`${site.origin}/late?script=life`);
    await untilSdkIsThere(page);
    await fail(page, 'before');
    await page.goto(`${site.origin}/early?script=life`);
    await goBack(page);
    await expect.poll(() => reports(site)).toContain('back from the cache (SDK)');
    await fail(page, 'after');
    await expect
      .poll(() => reports(site))
      .toEqual(['before (SDK)', 'back from the cache (SDK)', 'after (SDK)']);
    expect(site.chunk.requests).toBeGreaterThan(0);
  });

  test('a page that leaves before the SDK is there and comes back loads it then', async ({ site, page }) => {
    const release = holdChunk(site);
    await page.goto(`${site.origin}/late?script=life`);
    await fail(page, 'before');
    await page.goto(`${site.origin}/early?script=life`);
    await expect.poll(() => reports(site)).toEqual(['before (beacon)']);
    await goBack(page);
    release();
    await expect.poll(() => reports(site)).toEqual(['before (beacon)', 'back from the cache (SDK)']);
    await untilSdkIsThere(page);
    await fail(page, 'after');
    await expect
      .poll(() => reports(site))
      .toEqual(['before (beacon)', 'back from the cache (SDK)', 'after (SDK)']);
  });
});

test('without a back/forward cache the same page loads again', async ({ site, page }) => {
  await page.goto(`${site.origin}/late?script=life`);
  await untilSdkIsThere(page);
  await page.goto(`${site.origin}/early?script=life`);
  await goBack(page);
  await untilSdkIsThere(page);
  await fail(page, 'after');
  await expect.poll(() => reports(site)).toEqual(['after (SDK)']);
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

test('a page of an opaque origin, which has no storage, reports its errors', async ({ site, page }) => {
  await page.goto(`${site.origin}/late?script=life&tell=before&sandbox`);
  await untilSdkIsThere(page);
  await expect
    .poll(() => reports(site))
    .toEqual(['visible, opaque, denied: localStorage,sessionStorage (SDK)']);
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

test('a policy that allows scripts of the page’s origin and by nonce is never violated', async ({
  site,
  page,
}) => {
  await page.goto(`${site.origin}/late?script=life&tell=before`);
  await untilSdkIsThere(page);
  await expect.poll(() => reports(site)).toEqual(['visible, denied:  (SDK)']);
  expect(await page.evaluate(() => window.violations)).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.isIntruder = true';
    document.head.append(script);
  });
  await expect.poll(() => page.evaluate(() => window.violations)).toEqual(['script-src-elem inline']);
});
