import {
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
/** Why the SDK ended the span. */
const FINISH_REASON = 'sentry.idle_span_finish_reason';
/** Why the SDK marks it as cancelled. */
const CANCELLATION_REASON = 'sentry.cancellation_reason';
/** The script of a long frame. */
const SCRIPT_URL = 'code.file.path';

/** The attributes of a span: SDK 10 calls them `data`. */
const attributesOf = ({
  attributes,
  data = {},
}: {
  attributes?: Record<string, unknown>;
  data?: Record<string, unknown>;
}): Record<string, unknown> => attributes ?? data;

/** Start and end in milliseconds since the page's time origin. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns when an SDK that started with the page would have found it idle: after the first pause of a second since the
 * document was interactive, and after 30 seconds at the latest. In milliseconds since the time origin.
 * @param interactive when the document became interactive, in milliseconds since the time origin; 0 if it has not
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
 * Corrects the pageload span to that of an SDK that started with the page. The span ends when the page, not the SDK,
 * has loaded. It contains the requests made before the SDK started, but not the SDK's own chunks.
 * @returns a function to call with each early item before the SDK gets it
 */
export function correctPageloadSpan(client: Client): (item: EarlyItem) => void {
  const span = getActiveSpan();
  if (span === undefined || attributesOf(spanToJSON(span))[OP] !== 'pageload') return () => undefined;

  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const startedAt = performance.now();
  // The SDK is requested when the page has loaded, or at the first error.
  let requestedAt = navigation?.loadEventStart || Infinity;
  /** When the visitor navigated to another page. */
  let leftAt = Infinity;
  client.on('beforeStartNavigationSpan', ({ startTime }) => {
    if (typeof startTime === 'number') leftAt = startTime * 1_000 - performance.timeOrigin;
  });
  const isChunk = (resource: PerformanceResourceTiming): boolean =>
    ['script', 'link'].includes(resource.initiatorType) &&
    resource.name.startsWith(location.origin) &&
    resource.startTime >= requestedAt &&
    intervalOf(resource).end <= startedAt;

  // oxlint-disable-next-line typescript/unbound-method -- called on the span
  const endSpan = span.end;
  span.end = (time) => {
    span.end = endSpan;
    const json = spanToJSON(span);
    const origin = json.start_timestamp;
    const entries = performance.getEntries();
    const resources = entries.filter(isResource);
    const chunks = resources.filter(isChunk);
    const children = childrenOf(span, new Set(chunks.map(({ name }) => name)));
    const unseen = resources.filter((it) => isRequest(it) && it.startTime < startedAt);
    const activities = [...unseen, ...performance.getEntriesByType('first-input')].map(intervalOf);
    // With `enableReportPageLoaded` the page itself ends the span.
    const isReported = attributesOf(json)[FINISH_REASON] === 'reportPageLoaded';
    const idle = isReported
      ? Infinity
      : idleTime(navigation?.domInteractive ?? 0, [...children, ...activities]);
    const limit = Math.min(idle, leftAt);
    const isPart = (entry: PerformanceEntry): boolean =>
      entry.entryType === 'navigation' || intervalOf(entry).end <= limit;
    const parts = entries.filter((entry) => isPart(entry) && !chunks.some((chunk) => chunk === entry));

    for (const request of unseen.filter(isPart)) addRequest(span, request, origin);
    if (idle <= Math.min(leftAt, performance.now())) {
      // The page was idle before the span ended, for example before the tab was hidden.
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
    // The SDK creates child spans from these entries.
    withReplaced(
      performance,
      'getEntries',
      () => parts,
      () => {
        endSpan.call(span, end);
      },
    );
  };

  return ({ isError, event }) => {
    if (isError) requestedAt = Math.min(requestedAt, event.timestamp * 1_000 - performance.timeOrigin);
  };
}

/** Replaces a property while `action` runs, and restores it. */
function withReplaced<Key extends string>(
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

/** The child spans that have ended, without long frames that ran one of `scripts`. */
function childrenOf(span: Span, scripts: ReadonlySet<unknown>): readonly Interval[] {
  const { start_timestamp: origin } = spanToJSON(span);
  return getSpanDescendants(span).flatMap((child) => {
    const json = spanToJSON(child);
    const { start_timestamp: start, end_timestamp: end } = json;
    if (end === undefined || scripts.has(attributesOf(json)[SCRIPT_URL])) return [];
    return [{ start: (start - origin) * 1_000, end: (end - origin) * 1_000 }];
  });
}

/**
 * Adds a child span for a request from before the SDK started. Its method is unknown, and its query is left out because
 * it may contain secrets.
 */
function addRequest(parent: Span, request: PerformanceResourceTiming, origin: number): void {
  const { start, end } = intervalOf(request);
  withActiveSpan(parent, () => {
    startInactiveSpan({
      name: new URL(request.name).hostname,
      startTime: origin + start / 1_000,
      attributes: {
        [OP]: `resource.${request.initiatorType}`,
        'sentry.origin': 'auto.resource.browser.metrics',
        'url.full': request.name.replace(/[?#].*/s, ''),
      },
    }).end(origin + end / 1_000);
  });
}
