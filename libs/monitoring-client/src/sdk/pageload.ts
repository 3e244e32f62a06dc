import {
  filterCollectedUrl,
  getActiveSpan,
  getSpanDescendants,
  spanToJSON,
  startInactiveSpan,
  withActiveSpan,
  type Client,
  type Span,
} from '@sentry/core';
import type { EarlyItem } from '../early/early-items.ts';

// `TRACING_DEFAULTS` of `@sentry/core` (tracing/idleSpan.ts).
const IDLE_TIMEOUT_MS = 1_000;
const FINAL_TIMEOUT_MS = 30_000;

const OP = 'sentry.op';
/** What made the SDK end the span. */
const FINISH_REASON = 'sentry.idle_span_finish_reason';
/** Why the SDK calls it cancelled. */
const CANCELLATION_REASON = 'sentry.cancellation_reason';
/** The script of a long frame. */
const SCRIPT_URL = 'code.file.path';

/** From when to when, in milliseconds since the page's time origin. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/**
 * When an SDK that was there from the start would have found the page idle: a second after the document was interactive, or
 * after the last of what kept the page busy without such a pause; after 30 seconds in any case.
 * @param interactive when the document was, in milliseconds since the time origin; 0 while it is not
 */
export function idleTime(interactive: number, activities: readonly Interval[]): number {
  if (interactive === 0) return Infinity;
  let idle = interactive + IDLE_TIMEOUT_MS;
  for (const { start, end } of [...activities].sort((a, b) => a.start - b.start)) {
    if (start > idle) break;
    idle = Math.max(idle, end + IDLE_TIMEOUT_MS);
  }
  return Math.min(idle, FINAL_TIMEOUT_MS);
}

const intervalOf = ({ startTime, duration }: PerformanceEntry): Interval => ({
  start: startTime,
  end: startTime + duration,
});

const isResource = (entry: PerformanceEntry): entry is PerformanceResourceTiming =>
  entry.entryType === 'resource';

const isRequest = (entry: PerformanceResourceTiming): boolean =>
  ['fetch', 'xmlhttprequest'].includes(entry.initiatorType);

/**
 * Makes the pageload span what it is where the SDK is there from the start: it ends when the page had loaded, not when the
 * SDK had, the SDK's chunks are no part of it, and the requests the SDK has not seen are.
 * @returns what is told of each early item before it is replayed
 */
export function watchPageload(client: Client): (item: EarlyItem) => void {
  const span = getActiveSpan();
  if (span === undefined || spanToJSON(span).attributes[OP] !== 'pageload') return () => undefined;

  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const startedAt = performance.now();
  // The SDK is asked for when the page has loaded, or at the first error.
  let askedAt = navigation?.loadEventStart || Infinity;
  /** When a navigation took the visitor elsewhere. */
  let leftAt = Infinity;
  client.on('beforeStartNavigationSpan', ({ startTime }) => {
    if (typeof startTime === 'number') leftAt = startTime * 1_000 - performance.timeOrigin;
  });
  const isChunk = (resource: PerformanceResourceTiming): boolean =>
    ['script', 'link'].includes(resource.initiatorType) &&
    resource.name.startsWith(location.origin) &&
    resource.startTime >= askedAt &&
    intervalOf(resource).end <= startedAt;

  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the span
  const endSpan = span.end;
  span.end = (time) => {
    span.end = endSpan;
    const { start_timestamp: origin, attributes } = spanToJSON(span);
    const entries = performance.getEntries();
    const resources = entries.filter(isResource);
    const chunks = resources.filter(isChunk);
    const children = childrenOf(span, new Set(chunks.map(({ name }) => name)));
    const unseen = resources.filter((it) => isRequest(it) && it.startTime < startedAt);
    const activities = [...unseen, ...performance.getEntriesByType('first-input')].map(intervalOf);
    // The page itself says when it has loaded where it is told so (`enableReportPageLoaded`).
    const isReported = attributes[FINISH_REASON] === 'reportPageLoaded';
    const idle = isReported
      ? Infinity
      : idleTime(navigation?.domInteractive ?? 0, [...children, ...activities]);
    const limit = Math.min(idle, leftAt);
    const isPart = (entry: PerformanceEntry): boolean =>
      entry.entryType === 'navigation' || intervalOf(entry).end <= limit;
    const parts = entries.filter((entry) => isPart(entry) && !chunks.some((chunk) => chunk === entry));

    for (const request of unseen.filter(isPart)) addRequest(span, request, origin);
    if (idle <= Math.min(leftAt, performance.now())) {
      // Whatever ends it now, such as the tab's going to the background, it was over before.
      span.setAttributes({ [FINISH_REASON]: 'idleTimeout', [CANCELLATION_REASON]: undefined });
      span.setStatus({ code: 1 });
    }
    const ends = [
      navigation?.domContentLoadedEventEnd ?? 0,
      navigation?.loadEventEnd ?? 0,
      ...parts.filter((it) => isResource(it) || it.entryType === 'paint').map((it) => intervalOf(it).end),
      ...children.map(({ end }) => end),
    ];
    const end = isReported ? time : origin + Math.max(0, ...ends.filter((it) => it <= limit)) / 1_000;
    // The SDK makes children of whatever stands there.
    replaceMeanwhile(
      performance,
      'getEntries',
      () => parts,
      () => {
        endSpan.call(span, end);
      },
    );
  };

  return ({ isError, event }) => {
    if (isError) askedAt = Math.min(askedAt, event.timestamp * 1_000 - performance.timeOrigin);
  };
}

/** Has another function in an object while `action` runs. Afterwards the object is as it was. */
function replaceMeanwhile<Key extends string>(
  target: Record<Key, unknown>,
  name: Key,
  value: unknown,
  action: () => void,
): void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  try {
    action();
  } finally {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  }
}

/** What ended within a span, but for long frames that ran one of `scripts`. */
function childrenOf(span: Span, scripts: ReadonlySet<unknown>): readonly Interval[] {
  const { start_timestamp: origin } = spanToJSON(span);
  return getSpanDescendants(span).flatMap((child) => {
    const { start_timestamp: start, end_timestamp: end, attributes } = spanToJSON(child);
    if (end === undefined || scripts.has(attributes[SCRIPT_URL])) return [];
    return [{ start: (start - origin) * 1_000, end: (end - origin) * 1_000 }];
  });
}

/** A request that no SDK has seen, as far as the browser tells of it: its method is unknown. */
function addRequest(parent: Span, request: PerformanceResourceTiming, origin: number): void {
  const { start, end } = intervalOf(request);
  withActiveSpan(parent, () => {
    startInactiveSpan({
      name: new URL(request.name).hostname,
      startTime: origin + start / 1_000,
      attributes: {
        [OP]: `resource.${request.initiatorType}`,
        'sentry.origin': 'auto.resource.browser.metrics',
        'url.full': filterCollectedUrl(request.name),
      },
    }).end(origin + end / 1_000);
  });
}
