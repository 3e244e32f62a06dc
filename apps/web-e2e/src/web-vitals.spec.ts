import {
  isNear,
  reportsVitals,
  visitPage,
  visitWithClicks,
  wrongVitals,
  type Visited,
} from './journeys/vitals.ts';
import { holdChunk, type StreamedSpan } from './support/early-site.ts';
import { expect, test } from './support/early-test.ts';
import { tabOf } from './support/tab.ts';

for (const [variant, clicks] of [
  ['early', [150, 260]],
  ['late', [150]],
  ['late', [150, 260]],
] as const) {
  const when = clicks.length === 1 ? 'before it is there' : 'before and after it is there';
  test(`web vitals of the ${variant} SDK are those the browser measured, with slow clicks ${when}`, ({
    visit,
  }) => reportsVitals(visit, variant, clicks));
}

test('the comparison fails where the browser keeps nothing for those who listen later', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    window.PerformanceObserver = class extends PerformanceObserver {
      override observe(options?: PerformanceObserverInit): void {
        // The page's own observers, created first, keep working.
        super.observe('measured' in window ? { ...options, buffered: false } : options);
      }
    };
  });
  expect(wrongVitals(await visitWithClicks(visit, 'late', [150]))).not.toEqual([]);
});

const opOf = ({ attributes }: StreamedSpan): string => String(attributes['sentry.op']?.value);
const urlOf = ({ attributes, name }: StreamedSpan): string => {
  const url = attributes['url.full']?.value;
  return typeof url === 'string' ? url : name;
};
const isPageload = (span: StreamedSpan): boolean => opOf(span) === 'pageload';

/**
 * The parts of a page load, as either SDK reports them. The durations of frames and the browser's icon vary, and are
 * left out.
 */
function partsOf({ spans, measured }: Visited) {
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

type Report = Visited & ReturnType<typeof partsOf>;

test('the pageload span is that of an SDK that was there, however late ours comes', async ({
  browser,
  site,
}) => {
  const release = holdChunk(site);
  const [early, late] = (await Promise.all(
    (['early', 'late'] as const).map(async (variant) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const act = async () => {
        // As a navigation might do.
        await page.evaluate(() => {
          for (const tag of document.querySelectorAll('meta[name]')) tag.remove();
        });
        // A picture that loads long after the page load, which the late SDK still finds.
        await page.waitForFunction(() => window.isPaused === true);
        release();
      };
      const visited = await visitPage({ tab: tabOf(page), site, expect }, variant, act, { query: 'request' });
      await context.close();
      return { ...visited, ...partsOf(visited) };
    }),
  )) as [Report, Report];
  const label = ({ op, url, isChild }: Report['parts'][number]) =>
    [op, url.replace(/^(?:early|late)/, 'page'), isChild].join(' ');
  // Sentry leaves this span out of a visit whose `fetchStart` is rounded to 0, which is chance in each of the two.
  const labels = ({ parts }: Report) => parts.filter(({ op }) => op !== 'browser.cache').map(label);
  expect(labels(late).sort()).toEqual(labels(early).sort());

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
