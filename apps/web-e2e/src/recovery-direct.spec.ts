import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const PATH = '/lab/missing-chunk';

/** Twice the time after which the recovery expects a page to have started. */
const SETTLED_MS = 4_000;

const hasStarted = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => {
      const main = document.querySelector('main');
      return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
    })
    // The document is being replaced.
    .catch(() => false);

/** The notice of the root layout, or the screen of `error.tsx`, or of `global-error.tsx` if its script is missing. */
const screenOf = (page: Page): Locator =>
  page
    .getByRole('alert')
    .filter({ hasText: 'This site has been updated' })
    .or(page.getByRole('heading', { level: 1, name: /^(This site has been updated|Something went wrong)/ }));

/** A reload loop through a local production server repeats at least every two seconds. */
const LOOPS_SHOW_WITHIN_MS = 3_000;

/** The scripts of the page as served, in its order. */
async function readScripts(page: Page): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const html = await (await page.request.get(PATH)).text();
  const paths = [...html.matchAll(/<script src="([^"]+)" async/g)].map(([, path = '']) => path);
  return Promise.all(
    [...new Set(paths)].map(async (path) => ({ path, text: await (await page.request.get(path)).text() })),
  );
}

async function findScript(page: Page, word: string): Promise<string> {
  const found = (await readScripts(page)).find(({ text }) => text.includes(word));
  if (found === undefined) throw new Error(`No script of ${PATH} holds ${word}`);
  return found.path;
}

/**
 * Opens the page while one of its scripts is answered 404, the first few times. Returns the number of documents that it
 * took.
 */
async function openWithout(
  page: Page,
  script: string,
  { times = Infinity, delayMs = 0 }: { times?: number; delayMs?: number } = {},
): Promise<() => number> {
  let documents = 0;
  let asked = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(`**${script}`, async (route) => {
    asked += 1;
    if (asked > times) return route.continue();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    return route.fulfill({ status: 404 });
  });
  await page.goto(PATH, { waitUntil: 'commit' });
  return () => documents;
}

/** A script that only the page needs, and one that Next starts with. */
const SCRIPTS = { page: 'Back to the lab', entry: 'hydrateRoot' } as const;

test.describe('a page opened directly whose script is missing', () => {
  for (const [delayMs, tag] of [
    [0, ''],
    [400, '@long '],
  ] as const) {
    test(`${tag}S14 starts without a reload if the second request for the script succeeds, ${delayMs} ms late`, async ({
      page,
    }) => {
      const documents = await openWithout(page, await findScript(page, SCRIPTS.page), { times: 1, delayMs });
      await expect.poll(() => hasStarted(page)).toBe(true);
      expect(documents()).toBe(1);
    });
  }

  for (const [name, word] of Object.entries(SCRIPTS)) {
    test(`${name === 'page' ? '' : '@long '}S14 reloads once and then shows a screen if the script stays missing: ${name}`, async ({
      page,
    }) => {
      const documents = await openWithout(page, await findScript(page, word));
      await expect(screenOf(page)).toBeVisible();
      await page.waitForTimeout(LOOPS_SHOW_WITHIN_MS);
      expect(documents()).toBe(2);
    });

    test(`@long S14 reloads at most once if tab storage is blocked: ${name}`, async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      });
      const documents = await openWithout(page, await findScript(page, word));
      await expect(screenOf(page)).toBeVisible();
      await page.waitForTimeout(LOOPS_SHOW_WITHIN_MS);
      // The inline script has no other place for the mark, so it does not reload at all.
      expect(documents()).toBe(name === 'entry' ? 1 : 2);
    });
  }

  test('S14 reloads once and then shows a screen if all chunks that are fetched late are missing too', async ({
    page,
  }) => {
    const script = await findScript(page, SCRIPTS.page);
    const served = (await readScripts(page)).map(({ path }) => path);
    const refused: string[] = [];
    await page.route('**/_next/static/chunks/**', (route) => {
      const { pathname } = new URL(route.request().url());
      if (served.includes(pathname)) return route.fallback();
      refused.push(pathname);
      return route.fulfill({ status: 404 });
    });
    const documents = await openWithout(page, script);
    await expect(screenOf(page)).toBeVisible();
    await page.waitForTimeout(LOOPS_SHOW_WITHIN_MS);
    expect(documents()).toBe(2);
    // At least that of the recovery.
    expect(refused).not.toEqual([]);
  });

  test('S14 starts after one reload if the script is back by then', async ({ page }) => {
    await openWithout(page, await findScript(page, SCRIPTS.entry), { times: 1 });
    await expect.poll(() => hasStarted(page)).toBe(true);
  });

  test('@long S14 control: Next alone never starts if a script failed before it looked', async ({ page }) => {
    await page.addInitScript(() => {
      performance.getEntriesByName = () => [];
      addEventListener('error', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    const documents = await openWithout(page, await findScript(page, SCRIPTS.page), { times: 1 });
    await page.waitForLoadState('load');
    await page.waitForTimeout(SETTLED_MS);
    expect([documents(), await hasStarted(page)]).toEqual([1, false]);
    await expect(screenOf(page)).toBeHidden();
  });

  test('@long S14 reloads once and then shows a screen, whichever script of the page stays missing', async ({
    browser,
    baseURL,
    page,
  }) => {
    test.setTimeout(900_000);
    const endings: unknown[] = [];
    const scripts = await readScripts(page);
    expect(scripts.length).toBeGreaterThan(8);
    for (const { path } of scripts) {
      const context = await browser.newContext({ baseURL: baseURL ?? '' });
      const tab = await context.newPage();
      const documents = await openWithout(tab, path);
      // During a slow reload, the first document's screen stays for a moment.
      await expect.poll(documents, path).toBe(2);
      await expect(screenOf(tab)).toBeVisible();
      endings.push([path, documents()]);
      await context.close();
    }
    expect(endings).toEqual(scripts.map(({ path }) => [path, 2]));
  });
});
