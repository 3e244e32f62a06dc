// The browser of the journeys: one for each file of them, and tabs that are closed after each test.
import { startDriver } from './drivers/start-driver.mjs';

export { eventually, untilPage } from 'everywhere-e2e/src/support/tab.ts';

const OPTIONS = JSON.parse(process.env.ADIT_BROWSER ?? '{}');

/** `chromium`, `firefox` or `webkit`. */
export const ENGINE = OPTIONS.engine;

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
