import {
  addFetchInstrumentationHandler,
  addHandler,
  generateTraceId,
  getCurrentScope,
  getDynamicSamplingContextFromSpan,
  getTraceData,
  instrumentFetchRequest,
  matchesTracePropagationTargets,
  propagationContextFromHeaders,
  spanIsSampled,
  startInactiveSpan,
  type Client,
  type Integration,
  type PropagationContext,
} from '@sentry/core';
import { isBotUserAgent, resolveCurrentRoute, resolveRoute, type BrowserOptions } from '@sentry/nextjs';
import { BASE_PATH } from '../../built-values.ts';
import type { tracing as tracingParts } from './tracing.ts';

/** The parts in the chunk `tracing.ts`. */
type Tracing = typeof tracingParts;

/** Sentry's tracing, the greater part of which is loaded for sampled page loads and navigations only. */
export interface LateTracing {
  /** The integration for an SDK that starts: Sentry's own if it is loaded. */
  readonly integration: () => Integration;
  /** Loads Sentry's own, and adds it to an SDK that has started without it. Rejects without the chunk. */
  readonly load: () => Promise<void>;
  /** Reports that a navigation starts. */
  readonly navigate: (href: string, type: string) => void;
}

/** Creates the tracing of one SDK. `load` imports the chunk. */
export function createLateTracing(
  load: () => Promise<Tracing> = async () => (await import('./tracing.ts')).tracing,
): LateTracing {
  let tracing: Tracing | undefined;
  /** The SDK that has started without Sentry's own. */
  let started: Client | undefined;
  let stopHeaders: (() => void) | undefined;
  return {
    integration: () =>
      tracing?.browserTracingIntegration() ??
      unsampledTracing((client) => {
        started = client;
        stopHeaders = sendTraceHeaders(client);
      }),
    async load() {
      tracing = await load();
      stopHeaders?.();
      const own = tracing.browserTracingIntegration({ instrumentPageLoad: false });
      // The stand-in has the name.
      started?.addIntegration({ ...own, name: 'AditTracing' });
      started = undefined;
    },
    navigate(href, type) {
      if (tracing) tracing.captureRouterTransitionStart(href, type);
      else if (started) startUnsampledNavigation(started, href);
    },
  };
}

/**
 * The tracing of a page load that is not sampled: errors and requests have its trace and the name of its route, as with
 * Sentry's own, and no span is measured.
 */
const unsampledTracing = (onStart: (client: Client) => void): Integration => ({
  // An integration of the application takes its place.
  name: 'BrowserTracing',
  afterAllSetup(client) {
    if (isBotUserAgent()) return;
    const { sentryTrace, baggage } = readServerTrace();
    startUnsampled(
      propagationContextFromHeaders(sentryTrace, baggage),
      { op: 'pageload', fallback: 'Pageload' },
      resolveCurrentRoute(client),
      location.pathname,
    );
    onStart(client);
  },
});

function startUnsampledNavigation(client: Client, href: string): void {
  // Next leaves `basePath` out.
  const isWithout = href.startsWith('/') && !href.startsWith(BASE_PATH);
  const { origin, pathname } = new URL(isWithout ? BASE_PATH + href : href, location.href);
  startUnsampled(
    { traceId: generateTraceId(), sampleRand: Math.random() },
    { op: 'navigation', fallback: 'Navigation' },
    resolveRoute(origin + pathname, client),
    pathname,
  );
}

/** Sentry decides and counts as for a span of its own, and what follows has the trace of the span. */
function startUnsampled(
  context: PropagationContext,
  { op, fallback }: { readonly op: string; readonly fallback: string },
  route: string | undefined,
  path: string,
): void {
  const scope = getCurrentScope();
  scope.setPropagationContext(context);
  const span = startInactiveSpan({
    name: route ?? fallback,
    op,
    attributes: { 'sentry.segment.name.source': route ? 'route' : 'url' },
    // A root.
    parentSpan: null,
  });
  scope.setPropagationContext({
    ...scope.getPropagationContext(),
    traceId: span.spanContext().traceId,
    // One for all headers of a request, and for all errors until a navigation.
    propagationSpanId: span.spanContext().spanId,
    sampled: spanIsSampled(span),
    dsc: getDynamicSamplingContextFromSpan(span),
  });
  scope.setTransactionName(route ?? path);
}

/** The trace of the server: in tags of the document, or in the header `Server-Timing`. */
function readServerTrace(): { sentryTrace: string | undefined; baggage: string | undefined } {
  const [navigation] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  const read = (name: string): string | undefined =>
    document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ||
    navigation?.serverTiming?.find((timing) => timing.name === name)?.description;
  return { sentryTrace: read('sentry-trace'), baggage: read('baggage') };
}

/** A request, as `instrumentXHR` of `@sentry/browser-utils` describes it: its handlers are those of breadcrumbs. */
interface XhrData {
  readonly endTimestamp?: number;
  readonly xhr: XMLHttpRequest & {
    readonly __sentry_own_request__?: boolean;
    readonly __sentry_xhr_v3__?: {
      readonly method: string;
      readonly url: string;
      readonly request_headers: Readonly<Record<string, string>>;
    };
  };
}

/** Sends the trace with requests, as `instrumentOutgoingRequests` of Sentry's own does. Returns a function that stops. */
function sendTraceHeaders(client: Client): () => void {
  const { tracePropagationTargets, propagateTraceparent } = client.getOptions() as BrowserOptions;
  const hasTrace = (url: string): boolean => isTarget(url, tracePropagationTargets);
  const spans = {};
  const stopFetch = addFetchInstrumentationHandler((request) => {
    instrumentFetchRequest(request, () => true, hasTrace, spans, {
      propagateTraceparent: propagateTraceparent === true,
      urlBase: location.origin,
    });
  });
  const stopXhr = addHandler('xhr', ({ endTimestamp, xhr }: XhrData) => {
    const data = xhr.__sentry_xhr_v3__;
    if (endTimestamp !== undefined || !data || xhr.__sentry_own_request__) return;
    const span = startInactiveSpan({ name: data.method, op: 'http.client' });
    if (!hasTrace(data.url) || data.request_headers['sentry-trace']) return;
    const { baggage, ...headers } = getTraceData({
      span,
      propagateTraceparent: propagateTraceparent === true,
    });
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    if (baggage && !data.request_headers['baggage']?.includes('sentry-'))
      xhr.setRequestHeader('baggage', baggage);
  });
  return () => {
    stopFetch();
    stopXhr();
  };
}

/** Whether requests to an address have the trace: by default those to the page's own origin. */
function isTarget(address: string, targets: BrowserOptions['tracePropagationTargets']): boolean {
  try {
    const { href, origin, pathname } = new URL(address, location.href);
    const isOwn = origin === location.origin;
    if (!targets) return isOwn;
    return (
      matchesTracePropagationTargets(href, targets) ||
      (isOwn && matchesTracePropagationTargets(pathname, targets))
    );
  } catch {
    return false;
  }
}
