import type { MonitoringHandle } from '@adit/monitoring-client';
import type { expect as Expect } from '@playwright/test';
import type { EarlySite } from '../support/early-site.ts';
import type { Line } from '../support/line.ts';
import { eventually, untilPage, type Tab } from '../support/tab.ts';
import { fail, untilSdkIsThere } from './early.ts';

/** A visitor of a site behind a line, who opens and closes tabs of one browser. */
export interface Visitor {
  readonly site: EarlySite;
  readonly line: Line;
  readonly expect: typeof Expect;
  readonly openTab: (url: string) => Promise<Tab>;
  /** Closes the tab as a visitor does. */
  readonly close: (tab: Tab) => Promise<void>;
}

/** Opens a page that raises an error, and ends it. `query` is added to the page's address. */
type BadEnd = (visitor: Visitor, message: string, query: string) => Promise<void>;

/** Holds the SDK's chunk back. Returns a function that releases it. */
function hold(site: EarlySite): () => void {
  let release = (): void => undefined;
  site.chunk.until = new Promise<void>((resolve) => (release = resolve));
  return () => {
    site.chunk.until = undefined;
    release();
  };
}

/** Raises an error, and returns once the page has received its event. */
const failNow = (tab: Tab, message: string): Promise<void> =>
  tab.evaluate(
    (text) =>
      new Promise<void>((resolve) => {
        window.addEventListener('error', () => resolve(), { once: true });
        window.fail(text);
      }),
    message,
  );

/** A tab that is closed before the SDK is there. */
export const closed: BadEnd = async ({ close, line, openTab, site }, message, query) => {
  const release = hold(site);
  const tab = await openTab(`${line.origin}/late?script=life&${query}`);
  await untilPage(tab, () => document.readyState !== 'loading');
  await failNow(tab, message);
  await close(tab);
  release();
};

/** A page that is left while it loads: the script of the SDK, which never comes, holds its load event back. */
export const leftWhileItLoads: BadEnd = async ({ close, line, openTab, site }, message, query) => {
  const release = hold(site);
  const tab = await openTab(`${line.origin}/late?once=${encodeURIComponent(message)}&${query}`);
  await untilPage(tab, () => window.areRaised === true);
  await close(tab);
  release();
};

/** Milliseconds until the beacon of a closed tab has met the cut line. */
const BEACON_MS = 1_000;

/** A tab that is closed without a network, before the SDK is there. */
export const closedOffline: BadEnd = async ({ close, line, openTab, site }, message, query) => {
  const release = hold(site);
  const tab = await openTab(`${line.origin}/late?script=life&${query}`);
  await untilPage(tab, () => document.readyState !== 'loading');
  line.cut();
  await failNow(tab, message);
  await close(tab);
  await new Promise((resolve) => setTimeout(resolve, BEACON_MS));
  release();
};

/** A tab that is closed without a network, while an error waits in the SDK for it. */
export const closedOfflineWithSdk: BadEnd = async ({ close, line, openTab }, message, query) => {
  const tab = await openTab(`${line.origin}/late?script=life&transport=memory&${query}`);
  await untilSdkIsThere(tab);
  line.cut();
  await failNow(tab, message);
  await tab.evaluate(async () => {
    await (window as unknown as { monitoring: MonitoringHandle }).monitoring.flush(2_000);
  });
  await close(tab);
};

/** The ids of the errors that have arrived of pages that ended badly. */
const arrived = (site: EarlySite): Set<string | undefined> =>
  new Set(
    site
      .events('late')
      .filter(({ exception }) => exception?.values?.[0]?.value?.startsWith('end'))
      .map(({ event_id: id }) => id),
  );

/** The number of errors that the browser keeps. */
export const countKept = (tab: Tab): Promise<number> =>
  tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('adit-error-')).length);

/**
 * Ends pages badly, opens another page after each, which starts the SDK, and counts the errors that have arrived at once or
 * then.
 * @param isKept whether pages keep errors for the next page; without it, there is nothing to wait for
 */
export async function countArrived(
  visitor: Visitor,
  end: BadEnd,
  pages: number,
  isKept = true,
): Promise<number> {
  const { close, expect, line, openTab, site } = visitor;
  const query = isKept ? '' : 'unkept';
  site.reset();
  line.mend();
  for (let page = 0; page < pages; page += 1) {
    await end(visitor, `end ${page}`, query);
    line.mend();
    const next = await openTab(`${line.origin}/late?script=life&${query}`);
    await untilSdkIsThere(next);
    await fail(next, `next ${page}`);
    await eventually(() => {
      expect(site.events('late').map(({ exception }) => exception?.values?.[0]?.value)).toContain(
        `next ${page}`,
      );
    });
    await eventually(async () => {
      expect(await countKept(next)).toBe(0);
    });
    await close(next);
  }
  return arrived(site).size;
}
