import { expect, type Page } from '@playwright/test';
import { findFreePort } from '../src/support/app-server.ts';
import { createExampleTest, DSN, FOLDER, type StartExample } from './example-test.ts';
import { startNext } from './next-example.ts';
import { startProcess } from './start-process.ts';

/** A session of a developer. */
const NAVIGATIONS = 20;

/** The output of `next dev` in the terminal. */
let printed = '';

const startDev: StartExample = async (ingest, environment) => {
  const port = String(await findFreePort());
  return startProcess({
    command: ['node_modules/next/dist/bin/next', 'dev', '--port', port],
    folder: FOLDER,
    env: {
      NODE_ENV: 'development',
      SENTRY_DSN: DSN,
      SENTRY_ENVIRONMENT: environment,
      ADIT_INGEST_ORIGIN: ingest.origin,
    },
    origin: `http://localhost:${port}`,
    onOutput: (text) => (printed += text),
  });
};

const test = createExampleTest(startDev);

/**
 * Messages of Next and React in development when there is no error. The last one is a slow machine's: the module that
 * starts monitoring took more than 16 ms.
 */
const USUAL =
  /^(?:\[HMR\]|\[Fast Refresh\]|%cDownload the React DevTools|Download the React DevTools|\[Client Instrumentation Hook\] Slow execution detected)/;

/** The lines of the browser's console that are not usual. The application has no icon. */
async function watchConsole(page: Page): Promise<string[]> {
  const lines: string[] = [];
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  page.on('console', (message) => {
    if (!USUAL.test(message.text()))
      lines.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  return lines;
}

/** Next's output for a request, a compilation, and its cache. */
const USUAL_IN_TERMINAL =
  /^(?:GET|POST|HEAD) \S+ \d{3} in |^[○✓] Compil(?:ing|ed) |^✓ Finished writing to filesystem cache /;

/** The lines of the terminal that are not usual. */
const terminalSince = (start: number): string[] =>
  printed
    .slice(start)
    // eslint-disable-next-line no-control-regex -- colours
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !USUAL_IN_TERMINAL.test(line));

/** The number of errors in the badge of Next's overlay. */
const issues = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.querySelector('nextjs-portal')?.shadowRoot;
    return root?.querySelector('[data-issues-open], [data-issues]')?.textContent ?? '';
  });

/** Follows links from the first page to the one after `count` navigations, waiting for each page. */
async function walk(page: Page, name: string, link: string, count: number): Promise<void> {
  await page.goto(`/${name.toLowerCase()}/1/`);
  // The router's late part is loaded, so that it watches each navigation.
  await page.waitForFunction(() => document.querySelector('[role=status]') !== null);
  for (let number = 2; number <= count + 1; number += 1) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: `${name} ${number}`, exact: true })).toBeVisible();
  }
}

test('next dev prints nothing in 20 navigations: not in the browser, its overlay, or the terminal', async ({
  page,
}) => {
  const lines = await watchConsole(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  const start = printed.length;
  await walk(page, 'Shelf', 'Next shelf', NAVIGATIONS);
  expect(lines).toEqual([]);
  expect(await issues(page)).toBe('');
  expect(terminalSince(start)).toEqual([]);
  // All navigations were soft.
  expect(loads).toBe(1);
});

test('control: a component that counts navigations at once makes React print an error for each, and Next’s overlay count them', async ({
  page,
}) => {
  const lines = await watchConsole(page);
  const start = printed.length;
  await walk(page, 'Watched', 'Next one', 3);
  expect(lines.filter((line) => line.includes('useInsertionEffect must not schedule updates'))).not.toEqual(
    [],
  );
  await expect.poll(() => issues(page)).toMatch(/[1-9]\d* Issues?/);
  expect(terminalSince(start).join('\n')).toContain('useInsertionEffect must not schedule updates');
});

/** Follows the link to a page that takes five seconds, and returns its text. */
async function openSlow(page: Page): Promise<{ text: string | null; loads: number }> {
  await page.goto('/');
  await page.waitForFunction(() => document.querySelector('[role=status]') !== null);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Slow' }).click();
  const main = page.getByText('Here after five seconds');
  await expect(main).toBeVisible({ timeout: 60_000 });
  return { text: await main.textContent(), loads };
}

test('next dev shows a route that takes five seconds once, rendered once, in the same document', async ({
  page,
}) => {
  const lines = await watchConsole(page);
  const start = printed.length;
  expect(await openSlow(page)).toEqual({ text: 'Here after five seconds, rendered 1 times', loads: 0 });
  expect(lines).toEqual([]);
  expect(terminalSince(start)).toEqual([]);
});

test('control: next start has a deadline, loads a document after it, and renders the route twice', async ({
  browser,
  ingest,
}) => {
  const { origin, stop } = await startNext(ingest, 'staging');
  const context = await browser.newContext({ baseURL: origin });
  expect(await openSlow(await context.newPage())).toEqual({
    text: 'Here after five seconds, rendered 2 times',
    loads: 1,
  });
  await context.close();
  await stop();
});
