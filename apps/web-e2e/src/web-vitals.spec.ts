import type { Browser, Page } from '@playwright/test';
import { holdChunk, type EarlySite, type StreamedSpan } from './support/early-site.ts';
import { expect, test } from './support/early-test.ts';

interface Timing {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The page's own measurements, see `pages/early/vitals.js`. */
interface Measured {
  readonly timeOrigin: number;
  readonly ttfb: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly inp: number;
  readonly loaded: number;
  readonly resources: readonly Timing[];
  readonly frames: readonly Timing[];
}

declare global {
  interface Window {
    isShifted?: boolean;
    isPaused?: boolean;
    measured: () => Measured;
    monitoring?: object;
  }
}

interface Visit {
  readonly measured: Measured;
  readonly spans: readonly StreamedSpan[];
}

/** A click whose handler takes this many milliseconds. */
async function click(page: Page, ms: number): Promise<void> {
  const button = page.getByRole('button', { name: 'Pay' });
  await button.evaluate((element, text) => (element.dataset['ms'] = text), String(ms));
  await button.click();
  // Waits until the browser has notified the observers, and they, which wait for an idle moment, have recorded it.
  await page.waitForFunction((atLeast) => window.measured().inp >= atLeast, ms);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
}

const untilSdkIsThere = (page: Page) => page.waitForFunction(() => !window.monitoring || window.isSdkThere);

const vitalOf = (spans: readonly StreamedSpan[], name: string): unknown =>
  spans.flatMap(({ attributes }) => attributes[`browser.web_vital.${name}.value`] ?? [])[0]?.value;

const opOf = ({ attributes }: StreamedSpan): string => String(attributes['sentry.op']?.value);
const urlOf = ({ attributes, name }: StreamedSpan): string => {
  const url = attributes['url.full']?.value;
  return typeof url === 'string' ? url : name;
};
const isPageload = (span: StreamedSpan): boolean => opOf(span) === 'pageload';

interface Fixtures {
  readonly browser: Browser;
  readonly site: EarlySite;
}

/** Visits a page, performs an action, and leaves it when the SDK has nothing more to add. */
async function visit(
  { browser, site }: Fixtures,
  variant: 'early' | 'late',
  query: string,
  act: (page: Page) => Promise<unknown>,
  inPage: () => void = () => undefined,
): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(inPage);
  await page.goto(`${site.origin}/${variant}?script=vitals&${query}`);
  await page.waitForFunction(() => window.isShifted === true);
  await act(page);
  await expect.poll(() => site.spans(variant).some(isPageload)).toBe(true);
  const measured = await page.evaluate(() => window.measured());
  await page.goto('about:blank');
  // Until no more items arrive.
  let count: number;
  do {
    count = site.spans(variant).length;
    await page.waitForTimeout(500);
  } while (count !== site.spans(variant).length);
  await context.close();
  return { measured, spans: site.spans(variant) };
}

const isNear = (actual: unknown, expected: number): boolean =>
  typeof actual === 'number' && Math.abs(actual - expected) <= 0.01 * expected;

const VITALS = ['ttfb', 'fcp', 'lcp', 'cls', 'inp'] as const;

/** The vitals whose reported value differs from the page load's own measurement. */
const wrongVitals = ({ measured, spans }: Visit) =>
  VITALS.filter((name) => !isNear(vitalOf(spans, name), measured[name])).map(
    (name) => `${name} ${String(vitalOf(spans, name))} ≠ ${measured[name]}`,
  );

for (const [variant, clicks] of [
  ['early', [150, 260]],
  ['late', [150]],
  ['late', [150, 260]],
] as const) {
  const when = clicks.length === 1 ? 'before it is there' : 'before and after it is there';
  test(`web vitals of the ${variant} SDK are those the browser measured, with slow clicks ${when}`, async ({
    browser,
    site,
  }) => {
    const release = holdChunk(site);
    const visited = await visit({ browser, site }, variant, '', async (page) => {
      await click(page, clicks[0]);
      release();
      await untilSdkIsThere(page);
      if (clicks[1] !== undefined) await click(page, clicks[1]);
    });
    expect(wrongVitals(visited)).toEqual([]);
    expect(visited.measured.inp).toBeGreaterThanOrEqual(Math.max(...clicks));
    expect(visited.measured.cls).toBeGreaterThan(0.01);
  });
}

test('the comparison fails where the browser keeps nothing for those who listen later', async ({
  browser,
  site,
}) => {
  const release = holdChunk(site);
  const visited = await visit(
    { browser, site },
    'late',
    '',
    async (page) => {
      await click(page, 150);
      release();
      await untilSdkIsThere(page);
    },
    () => {
      window.PerformanceObserver = class extends PerformanceObserver {
        override observe(options?: PerformanceObserverInit): void {
          // The page's own observers, created first, keep working.
          super.observe('measured' in window ? { ...options, buffered: false } : options);
        }
      };
    },
  );
  expect(wrongVitals(visited)).not.toEqual([]);
});

/**
 * The parts of a page load, as either SDK reports them. The durations of frames and the browser's icon vary, and are
 * left out.
 */
function partsOf({ spans, measured }: Visit) {
  const [pageload] = spans.filter(isPageload);
  if (pageload === undefined) throw new Error('There is no pageload span.');
  const msOf = (seconds: number): number => seconds * 1_000 - measured.timeOrigin;
  const parts = spans
    .filter((span) => /^(?:browser|resource|http)/.test(opOf(span)))
    .map((span) => ({
      // The browser records a request that no SDK has seen as a resource.
      op: opOf(span).replace('http.client', 'resource.fetch'),
      // The query of a request from before the SDK is left out.
      url: urlOf(span)
        .replace(/^.*\/(?=[^/]*$)/, '')
        .replace(opOf(span) === 'http.client' || opOf(span) === 'resource.fetch' ? /\?.*/ : /$/, ''),
      isChild: span.parent_span_id === pageload.span_id,
      start: msOf(span.start_timestamp),
      end: msOf(span.end_timestamp),
    }))
    .filter(({ url }) => url !== 'favicon.ico');
  const others = spans
    .filter(
      (span) =>
        span.parent_span_id === pageload.span_id &&
        (opOf(span).startsWith('ui.') || urlOf(span).endsWith('/favicon.ico')),
    )
    .map((span) => msOf(span.end_timestamp));
  return {
    pageload,
    parts,
    others,
    start: msOf(pageload.start_timestamp),
    end: msOf(pageload.end_timestamp),
  };
}

type Report = Visit & ReturnType<typeof partsOf>;

test('the pageload span is that of an SDK that was there, however late ours comes', async ({
  browser,
  site,
}) => {
  const release = holdChunk(site);
  const act = async (page: Page) => {
    // As a navigation might do.
    await page.evaluate(() => {
      for (const tag of document.querySelectorAll('meta[name]')) tag.remove();
    });
    // A picture that loads long after the page load, which the late SDK still finds.
    await page.waitForFunction(() => window.isPaused === true);
    release();
  };
  const [early, late] = (await Promise.all(
    (['early', 'late'] as const).map(async (variant) => {
      const it = await visit({ browser, site }, variant, 'request', act);
      return { ...it, ...partsOf(it) };
    }),
  )) as [Report, Report];
  const label = ({ op, url, isChild }: Report['parts'][number]) =>
    [op, url.replace(/^(?:early|late)/, 'page'), isChild].join(' ');
  expect(late.parts.map(label).sort()).toEqual(early.parts.map(label).sort());

  for (const { pageload, parts, others, start, end, measured } of [early, late]) {
    expect(pageload).toMatchObject({
      trace_id: '0123456789abcdef0123456789abcdef',
      parent_span_id: '0123456789abcdef',
      status: 'ok',
      attributes: { 'sentry.idle_span_finish_reason': { value: 'idleTimeout' } },
    });
    expect(start).toBeCloseTo(0, 0);
    const own = measured.resources.filter(({ name }) => /late.js|early.js|vitals.js|picture/.test(name));
    const before = own.filter(({ name }) => !name.includes('afterthought'));
    expect(before).toHaveLength(5);
    // For the SDK, a request begins when the page makes it; for the browser, slightly later.
    for (const resource of before.filter(({ name }) => !name.includes('request'))) {
      const part = parts.find(({ url }) => resource.name.endsWith(`/${url}`));
      expect(isNear(part?.start, resource.start), `start of ${resource.name}`).toBe(true);
      expect(isNear(part?.end, resource.end), `end of ${resource.name}`).toBe(true);
    }
    // Long frames of a slow machine and the browser's icon are children as well. The allowed children are compared
    // above.
    const loaded = Math.max(measured.loaded, ...parts.map((part) => part.end));
    const ends = [loaded, ...others.filter((other) => other > loaded)];
    expect(
      ends.some((expected) => isNear(end, expected)),
      `end ${end}, loaded ${ends.join(' or ')}`,
    ).toBe(true);
  }
  // Otherwise it would have ended with the SDK's own chunks.
  const chunks = late.measured.resources.filter(({ name }) => name.includes('/chunk-'));
  expect(chunks.length).toBeGreaterThan(0);
  for (const chunk of chunks) expect(isNear(late.end, chunk.end)).toBe(false);
});
