import { holdChunk, type EarlySite, type StreamedSpan } from '../support/early-site.ts';
import { eventually, untilPage, type Visit } from '../support/tab.ts';

/** The page's own measurements, see `pages/early/vitals.js`. */
interface Measured {
  readonly timeOrigin: number;
  readonly ttfb: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly inp: number;
  readonly loaded: number;
  readonly resources: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

declare global {
  interface Window {
    isShifted?: boolean;
    isPaused?: boolean;
    measured: () => Measured;
    monitoring?: object;
  }
}

export const VITALS = ['ttfb', 'fcp', 'lcp', 'cls', 'inp'] as const;
type Vital = (typeof VITALS)[number];
type Variant = 'early' | 'late';

/** The ways in which engines differ. */
interface Engine {
  /** The vitals that it measures. Default all. */
  readonly vitals?: readonly Vital[] | undefined;
  /** The precision of its times. Default 0. */
  readonly roundingMs?: number | undefined;
  /** The page that a visitor goes on to. Default `about:blank`. */
  readonly next?: string | undefined;
}

/** The browser's measurements of a visit, and the SDK's report. */
export interface Visited {
  readonly measured: Measured;
  readonly spans: readonly StreamedSpan[];
}

const vitalOf = (spans: readonly StreamedSpan[], name: Vital): unknown =>
  spans.flatMap(({ attributes }) => attributes[`browser.web_vital.${name}.value`] ?? [])[0]?.value;

export const isNear = (actual: unknown, expected: number, rounding = 0): boolean =>
  typeof actual === 'number' && Math.abs(actual - expected) <= 0.01 * expected + rounding;

/** The vitals whose reported value differs from the page load's own measurement. */
export const wrongVitals = (
  { measured, spans }: Visited,
  { vitals = VITALS, roundingMs = 0 }: Engine = {},
): readonly string[] =>
  vitals
    .filter((name) => {
      const isRight = isNear(vitalOf(spans, name), measured[name], name === 'cls' ? 0 : roundingMs);
      return !isRight || measured[name] <= 0;
    })
    .map((name) => `${name} ${String(vitalOf(spans, name))} ≠ ${measured[name]}`);

/**
 * Visits a page whose layout shifts, performs an action, and goes on to `next` when the SDK has nothing more to add.
 * Values that are measured until a page is left are sent then.
 */
export async function visitPage(
  { tab, site, expect }: Visit<EarlySite>,
  variant: Variant,
  act: () => Promise<unknown>,
  { query = '', next = 'about:blank' }: Engine & { readonly query?: string } = {},
): Promise<Visited> {
  await tab.goto(`${site.origin}/${variant}?script=vitals&${query}`);
  await untilPage(tab, () => window.isShifted === true && document.readyState === 'complete');
  await act();
  await eventually(() => {
    expect(vitalOf(site.spans(variant), 'ttfb')).toBeDefined();
  });
  const measured = await tab.evaluate(() => window.measured());
  await tab.goto(next);
  // Until no more items arrive.
  let count: number;
  do {
    count = site.spans(variant).length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  } while (count !== site.spans(variant).length);
  return { measured, spans: site.spans(variant) };
}

/**
 * Clicks a button whose handler takes this many milliseconds. A busy machine may lose the measurement of a click: the
 * visitor clicks again, after the first one should have arrived.
 */
async function click({ tab, expect }: Visit<EarlySite>, ms: number, isMeasured: boolean): Promise<void> {
  await eventually(async () => {
    await tab.evaluate((text) => {
      const button = document.querySelector('button');
      if (button !== null) button.dataset['ms'] = text;
    }, String(ms));
    await tab.click('button');
    await tab.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 1_000)));
    if (isMeasured) expect(await tab.evaluate(() => window.measured().inp)).toBeGreaterThanOrEqual(ms);
  });
}

/** Visits a page with slow clicks: the first before the SDK is there, if it comes late, and any other after that. */
export async function visitWithClicks(
  visit: Visit<EarlySite>,
  variant: Variant,
  [first = 0, ...others]: readonly number[],
  { vitals = VITALS, next }: Engine = {},
): Promise<Visited> {
  const isMeasured = vitals.includes('inp');
  const release = holdChunk(visit.site);
  const act = async (): Promise<void> => {
    await click(visit, first, isMeasured);
    release();
    await untilPage(visit.tab, () => window.monitoring === undefined || window.isSdkThere === true);
    for (const ms of others) await click(visit, ms, isMeasured);
  };
  return visitPage(visit, variant, act, { next });
}

/** The web vitals of an SDK are those that the browser measured, and no other. */
export async function reportsVitals(
  visit: Visit<EarlySite>,
  variant: Variant,
  clicks: readonly number[],
  engine: Engine = {},
): Promise<void> {
  const { site, expect } = visit;
  const { vitals = VITALS } = engine;
  const { measured } = await visitWithClicks(visit, variant, clicks, engine);
  await eventually(() => {
    expect(VITALS.filter((name) => vitalOf(site.spans(variant), name) !== undefined)).toEqual(vitals);
  });
  const spans = site.spans(variant);
  expect(wrongVitals({ measured, spans }, engine)).toEqual([]);
  if (vitals.includes('cls')) expect(measured.cls).toBeGreaterThan(0.01);
  if (!vitals.includes('inp')) return;
  expect(measured.inp).toBeGreaterThanOrEqual(Math.max(...clicks));
  expect(vitalOf(spans, 'inp')).toBeGreaterThanOrEqual(Math.max(...clicks));
}
