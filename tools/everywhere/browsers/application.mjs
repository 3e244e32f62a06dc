// The built application, behind a proxy that sees each request, with an ingest behind its tunnel.
import { createScriptedIngest } from 'everywhere-testing/src/index.ts';
import { startApp } from 'everywhere-e2e/src/support/app-server.ts';
import { waitForError } from 'everywhere-e2e/src/support/envelopes.ts';
import { isHydrated } from 'everywhere-e2e/src/support/hydrated.ts';
import { startMeasuringProxy } from 'everywhere-e2e/src/support/measuring-proxy.ts';
import { eventually, untilPage } from './browser.mjs';

export { isHydrated };

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.de.sentry.io/4509';
const PREFETCH_DELAY_MS = 60;

/** The servers that `useBrowser` starts for the application. `env` adds variables to those that the server needs. */
export const application = (env = {}) => ({
  ingest: createScriptedIngest,
  app: async ({ ingest }) => {
    const needed = { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, SENTRY_TRACES_SAMPLE_RATE: '1' };
    const app = await startApp({ ...needed, ...env });
    return { ...app, close: app.stop };
  },
  proxy: ({ app }) => startMeasuringProxy(app.origin, { prefetchDelayMs: PREFETCH_DELAY_MS }),
});

export const CLIENT_ERROR = 'The lab threw this error in an event handler.';

/** Opens the lab, and waits until its buttons work. */
export async function openLab(used, origin = used.proxy.origin) {
  const tab = await used.openTab(`${origin}/lab`);
  await untilPage(tab, isHydrated, '#client-error button');
  return tab;
}

/** A click without scrolling that hits whatever is at the position, the same in every engine. */
export const press = (tab, selector) =>
  tab.evaluate((wanted) => document.querySelector(wanted).click(), selector);

export const headingIs = (tab, text) =>
  eventually(async () =>
    expect(await tab.evaluate(() => document.querySelector('h1')?.textContent)).toContain(text),
  );

/** Throws an error in the lab, and waits until it has arrived. */
export async function throwError(used, tab) {
  await press(tab, '#client-error button');
  return waitForError(used.ingest, CLIENT_ERROR);
}
