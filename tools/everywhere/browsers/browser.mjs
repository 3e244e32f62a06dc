// The browser of the journeys: one for each file of them, and tabs that are closed after each test.
import { setTimeout as sleep } from 'node:timers/promises';
import { startDriver } from './drivers/start-driver.mjs';

const OPTIONS = JSON.parse(process.env.ADIT_BROWSER ?? '{}');

/** `chromium`, `firefox` or `webkit`. */
export const ENGINE = OPTIONS.engine;

const WAIT_MS = 20_000;
const POLL_MS = 50;

/** Repeats the assertion until it passes. Throws its last error. */
export async function eventually(assertion, { timeoutMs = WAIT_MS } = {}) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(POLL_MS);
  }
}

/** Waits until the function returns true in the page. */
export const untilPage = (tab, isSo, ...args) =>
  eventually(async () => {
    if (!(await tab.evaluate(isSo, ...args))) throw new Error(`not so: ${isSo}`);
  });

/**
 * A browser for the tests of a file, and the servers in `served`: functions that start servers with a `close`.
 * `visitor` has the visitor's settings: `forcedColours`, `noCookies`.
 */
export function useBrowser({ served = {}, ...visitor } = {}) {
  const used = { openTab: undefined };
  let driver;
  let tabs = [];
  beforeAll(async () => {
    for (const [name, start] of Object.entries(served)) used[name] = await start(used);
    driver = await startDriver({ ...OPTIONS, ...visitor });
  });
  used.openTab = async (url) => {
    const tab = await driver.openTab();
    tabs.push(tab);
    if (url !== undefined) await tab.goto(url);
    return tab;
  };
  /** Closes the tab as a visitor does. */
  used.close = async (tab) => {
    tabs = tabs.filter((other) => other !== tab);
    await tab.close();
  };
  afterEach(async () => {
    const left = tabs;
    tabs = [];
    for (const tab of left) await tab.close().catch(() => undefined);
  });
  afterAll(async () => {
    await driver?.stop();
    for (const name of Object.keys(served)) await used[name]?.close();
  });
  return used;
}
