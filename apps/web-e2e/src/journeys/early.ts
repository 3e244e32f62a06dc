import type { Event } from '@sentry/core';
import { comparable, FAULTS, inOrder, titles } from '../support/early-events.ts';
import { holdChunk, type EarlySite } from '../support/early-site.ts';
import { eventually, untilPage, type Tab, type Visit } from '../support/tab.ts';

declare global {
  interface Window {
    areRaised?: boolean;
    captureError: (error: unknown) => void;
    fail: (message: string) => void;
    isSdkThere?: boolean;
    raisedAt: Readonly<Record<string, number>>;
    violations: readonly string[];
  }
}

export type EarlyVisit = Visit<EarlySite>;
type Journey = (visit: EarlyVisit) => Promise<void>;

/** The events reported from our page, each with its sender. */
export const reports = (site: EarlySite): readonly string[] =>
  site.events('late').map(({ exception, sdk }) => {
    const isBySdk = sdk?.name === 'sentry.javascript.browser';
    return `${exception?.values?.[0]?.value} (${isBySdk ? 'SDK' : 'beacon'})`;
  });

/** Waits until exactly these events have been reported. */
export const untilReports = ({ site, expect }: EarlyVisit, expected: readonly string[]): Promise<void> =>
  eventually(() => {
    expect(reports(site)).toEqual(expected);
  });

export const fail = (tab: Tab, message: string): Promise<void> =>
  tab.evaluate((text) => {
    window.fail(text);
  }, message);

export const untilSdkIsThere = (tab: Tab): Promise<void> => untilPage(tab, () => window.isSdkThere === true);

/** Goes back as a visitor does: the page may be in the browser's cache. */
const goBack = (tab: Tab): Promise<void> =>
  tab.evaluate(() => {
    setTimeout(() => {
      history.back();
    });
  });

/** Opens our page and holds its SDK back. Returns a function that releases it. */
export async function openLate({ tab, site }: EarlyVisit): Promise<() => void> {
  const release = holdChunk(site);
  await tab.goto(`${site.origin}/late?script=life`);
  return release;
}

const LAST = 'the last of this page';

/** Opens a page that raises all faults. Returns when it raised each. */
async function raiseFaults({ tab, site }: EarlyVisit, variant: string, moment: string) {
  await tab.goto(`${site.origin}/${variant}?moment=${moment}`);
  await untilPage(tab, () => window.areRaised === true);
  return tab.evaluate(() => window.raisedAt);
}

/** All events of a page, once an error that was captured last has arrived. */
async function reportedBy({ tab, site, expect }: EarlyVisit, variant: string): Promise<readonly Event[]> {
  await tab.evaluate((text) => {
    window.captureError(new Error(text));
  }, LAST);
  await eventually(
    () => {
      expect(titles(site.events(variant))).toContain(LAST);
      expect(site.events(variant).length).toBeGreaterThan(FAULTS);
    },
    { timeoutMs: 20_000 },
  );
  // Duplicate reports would have arrived by now.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return inOrder(site.events(variant).filter((event) => titles([event])[0] !== LAST));
}

/** The differences of two events, one line each. */
function differences(actual: unknown, expected: unknown, path = ''): readonly string[] {
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return actual === expected ? [] : [`${path}: ${JSON.stringify(actual)} ≠ ${JSON.stringify(expected)}`];
  return Object.keys({ ...actual, ...expected }).flatMap((key) =>
    differences(Reflect.get(actual, key), Reflect.get(expected, key), `${path}/${key}`),
  );
}

/** Faults that are raised before the SDK is there are reported as by an SDK that was there, stacks and all. */
export async function reportsFaults(visit: EarlyVisit, moment: string) {
  const { tab, site, expect } = visit;
  // The compared page, with only Sentry's SDK, once reported one fault less on a busy machine. It is opened again then.
  const early = await eventually(async () => {
    site.reset();
    await raiseFaults(visit, 'early', moment);
    return reportedBy(visit, 'early');
  });
  const release = holdChunk(site);
  const raisedAt = await raiseFaults(visit, 'late', moment);
  expect(site.events('late')).toEqual([]);
  // All faults are older than the SDK.
  const releasedAt = Date.now();
  release();
  // Before the SDK has started, the number of kept errors is limited.
  await untilSdkIsThere(tab);
  const late = await reportedBy(visit, 'late');
  expect(titles(late)).toEqual(titles(early));
  expect(
    late.flatMap((event, index) => differences(comparable(event), comparable(early[index] ?? {}))),
  ).toEqual([]);
  expect(late).toHaveLength(FAULTS);
  return { late, raisedAt, releasedAt };
}

/** A page of an opaque origin, which has no storage, reports its errors. */
export async function reportsFromOpaqueOrigin({ tab, site, expect }: EarlyVisit): Promise<void> {
  site.reset();
  await tab.goto(`${site.origin}/late?script=life&tell=before&sandbox`);
  await eventually(() => {
    expect(reports(site)).toHaveLength(1);
  });
  expect(reports(site)[0]).toMatch(/opaque, denied: localStorage,sessionStorage.* \(SDK\)$/);
}

/** A page that is left before the SDK is there, and comes back, loads it then. */
export async function loadsSdkOnReturn(visit: EarlyVisit): Promise<void> {
  const { tab, site, expect } = visit;
  const release = await openLate(visit);
  await fail(tab, 'before');
  await tab.goto(`${site.origin}/early?script=life`);
  await untilReports(visit, ['before (beacon)']);
  await goBack(tab);
  release();
  await untilSdkIsThere(tab);
  await fail(tab, 'after');
  await eventually(() => {
    expect(reports(site).at(-1)).toBe('after (SDK)');
  });
  expect(reports(site).filter((report) => report.startsWith('before'))).toEqual(['before (beacon)']);
}

export const reportsAfterReturn: Journey = async (visit) => {
  const { tab, site, expect } = visit;
  site.reset();
  await tab.goto(`${site.origin}/late?script=life`);
  await untilSdkIsThere(tab);
  await fail(tab, 'before');
  await untilReports(visit, ['before (SDK)']);
  await tab.goto(`${site.origin}/early?script=life`);
  await goBack(tab);
  await untilReports(visit, ['before (SDK)', 'back from the cache (SDK)']);
  await fail(tab, 'after');
  await untilReports(visit, ['before (SDK)', 'back from the cache (SDK)', 'after (SDK)']);
  expect(site.chunk.requests).toBeGreaterThan(0);
};

/** Journeys that every browser makes, by their titles. */
export const EARLY: Readonly<Record<string, Journey>> = {
  'errors of a megabyte, and many, leave with the page in what the browser allows': async (visit) => {
    const { tab, site, expect } = visit;
    await openLate(visit);
    await tab.evaluate(() => {
      for (let error = 0; error < 20; error += 1)
        window.captureError(new Error(`${error} ${'x'.repeat(1_000_000)}`));
    });
    await tab.goto(`${site.origin}/early`);
    await eventually(() => {
      expect(site.events('late').length).toBeGreaterThanOrEqual(10);
    });
    expect(titles(site.events('late'))[0]).toMatch(/^\d+ x+\.\.\.$/);
  },

  'a chunk that fails once is loaded at the second attempt, and nothing is lost': async (visit) => {
    const { tab, site, expect } = visit;
    site.reset();
    site.chunk.failures = 1;
    await tab.goto(`${site.origin}/late?once`);
    await untilReports(visit, ['once (SDK)']);
    expect(site.chunk.requests).toBeGreaterThan(1);
  },

  'without its chunk the page still reports its error, with the frames of its stack': async (visit) => {
    const { tab, site, expect } = visit;
    site.reset();
    site.chunk.failures = Infinity;
    await tab.goto(`${site.origin}/late?once`);
    await untilReports(visit, ['once (beacon)']);
    const [event] = site.events('late');
    expect(event).toMatchObject({ environment: 'test', release: 'shop@1' });
    const frame = event?.exception?.values?.[0]?.stacktrace?.frames?.at(-1);
    expect(frame?.filename).toMatch(/\/(?:faults\.js|late(?:\?once)?)$/);
    expect(frame?.lineno).toBeGreaterThan(0);
  },

  'an error behind fifty lines on the console is reported, and with it those that fit': async (visit) => {
    const { tab, site, expect } = visit;
    const release = await openLate(visit);
    await tab.evaluate(() => {
      // eslint-disable-next-line no-console -- the tested feature
      for (let line = 0; line < 50; line += 1) console.error('line', line);
      window.fail('real');
    });
    release();
    await untilReports(visit, ['real (SDK)']);
    const lines = site.events('late')[0]?.breadcrumbs?.filter(({ category }) => category === 'console');
    expect(lines?.length).toBeGreaterThanOrEqual(30);
  },

  'a policy that allows scripts of the page’s origin and by nonce is never violated; a script without a nonce violates it':
    async (visit) => {
      const { tab, site, expect } = visit;
      site.reset();
      await tab.goto(`${site.origin}/late?script=life&tell=before`);
      await untilReports(visit, ['visible, denied:  (SDK)']);
      expect(await tab.evaluate(() => window.violations)).toEqual([]);
      await tab.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.isIntruder = true';
        document.head.append(script);
      });
      await eventually(async () => {
        expect(await tab.evaluate(() => window.violations)).toEqual(['script-src-elem inline']);
      });
    },
};
