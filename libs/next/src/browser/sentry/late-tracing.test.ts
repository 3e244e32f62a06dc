/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["@adit/source", "browser", "require", "default"], "url": "https://shop.test/shop/7?a=b"}
 */
import type { Envelope, Event, Transport } from '@sentry/core';
import type * as Sentry from '@sentry/nextjs';
import type { BrowserOptions } from '@sentry/nextjs';
import type { LateTracing } from './late-tracing.ts';

const MANIFEST = JSON.stringify({
  staticRoutes: [{ path: '/' }],
  dynamicRoutes: [{ path: '/shop/:id', regex: '^/shop/([^/]+)$' }],
});

const SERVER_TRACE = '0123456789abcdef0123456789abcdef';
const serverTags = (sampled: 0 | 1) =>
  `<meta name="sentry-trace" content="${SERVER_TRACE}-0123456789abcdef-${sampled}">` +
  `<meta name="baggage" content="sentry-trace_id=${SERVER_TRACE},sentry-sampled=${sampled === 1},sentry-sample_rand=0.5">`;

// jsdom has no performance timeline, which the SDK's web vitals need.
let timeline: readonly object[] = [];
Object.assign(performance, { getEntriesByType: () => timeline, getEntries: () => [] });

const { open, send, setRequestHeader } = XMLHttpRequest.prototype;

interface Started {
  readonly sdk: typeof Sentry;
  readonly tracing: LateTracing | undefined;
  readonly envelopes: readonly (readonly [
    header: object,
    items: readonly (readonly [type: string, payload: object])[],
  ])[];
  readonly requested: readonly (readonly [url: string, headers: Record<string, string>])[];
}

/** Starts with Sentry's own tracing, or ours, with modules of its own. Nothing is sampled by itself. */
async function start(isOurs: boolean, given: BrowserOptions = {}): Promise<Started> {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, '__SENTRY__');
  Object.assign(globalThis, { _sentryRouteManifest: MANIFEST });
  const requested: [string, Record<string, string>][] = [];
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    requested.push([url, Object.fromEntries(Object.entries((init?.headers ?? {}) as object))]);
    return Promise.resolve({ ok: true, status: 200, headers: { get: () => null } });
  }) as never;
  const xhrHeaders: Record<string, string> = {};
  Object.assign(XMLHttpRequest.prototype, {
    open,
    setRequestHeader(this: XMLHttpRequest, name: string, value: string) {
      xhrHeaders[name] = value;
      setRequestHeader.call(this, name, value);
    },
    send: () => requested.push(['by XMLHttpRequest', { ...xhrHeaders }]),
  });
  const sdk = await import('@sentry/nextjs');
  const { initSdk } = await import('./init-sdk.ts');
  const { createLateTracing } = await import('./late-tracing.ts');
  const envelopes: [object, [string, object][]][] = [];
  const transport = (): Transport => ({
    send: ([header, items]: Envelope) => {
      envelopes.push([header, items.map(([{ type }, payload]) => [type, payload as object])]);
      return Promise.resolve({});
    },
    flush: () => Promise.resolve(true),
  });
  const tracing = isOurs ? createLateTracing() : undefined;
  initSdk(
    {
      dsn: 'https://key@o450.ingest.sentry.io/4509',
      environment: 'test',
      release: 'shop@1',
      tracesSampleRate: 0,
      transport,
      ...given,
    },
    tracing?.integration ?? sdk.browserTracingIntegration,
  );
  return { sdk, tracing, envelopes, requested };
}

const navigate = ({ sdk, tracing }: Started, href: string): void =>
  (tracing?.navigate ?? sdk.captureRouterTransitionStart)(href, 'push');

const UNSTABLE =
  /^(event_id|timestamp|(start|end)_timestamp|(parent_)?span_id|sentry\.sample_rand|sample_rand|version|sent_at|stacktrace|__span|integrations)$/;

/** The same with each id of a trace replaced by its number, and without other values that differ from run to run. */
function stable(value: unknown): unknown {
  const traces: string[] = [];
  const text = JSON.stringify(value, (key, part: unknown) =>
    UNSTABLE.test(key) && part !== undefined ? `<${key}>` : part,
  );
  const named = text
    .replace(/sample_rand=[\d.]+/g, 'sample_rand=<>')
    .replace(
      /[0-9a-f]{32}/g,
      (id) => `<trace ${traces.includes(id) ? traces.indexOf(id) : traces.push(id) - 1}>`,
    )
    .replace(/-[0-9a-f]{16}/g, '-<span>');
  return JSON.parse(named) as unknown;
}

const eventsOf = ({ envelopes }: Started) =>
  envelopes.flatMap(([header, items]) =>
    items.filter(([type]) => type === 'event').map(([, event]) => ({ header, event: event as Event })),
  );

const spansOf = ({ envelopes }: Started): { name: string; [key: string]: unknown }[] =>
  envelopes.flatMap(([, items]) =>
    items
      .filter(([type]) => type === 'span')
      .flatMap(([, payload]) => (payload as { items: { name: string }[] }).items),
  );

function request(url: string, headers: Readonly<Record<string, string>> = {}): void {
  const xhr = new XMLHttpRequest();
  xhr.open('GET', url);
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.send();
}

/** The requests of an unsampled visit: errors on two pages, and requests with the headers of their traces. */
async function visit(started: Started): Promise<unknown> {
  const { sdk, requested } = started;
  const fail = (message: string): unknown =>
    sdk.captureException(Object.assign(new Error(message), { stack: '' }));
  fail('on the first page');
  await fetch('/api/first');
  navigate(started, '/shop/8?c=d');
  fail('on the second page');
  await fetch('https://other.test/');
  await fetch('/api/second');
  request('https://other.test/');
  await fetch('http://[');
  request('/api/third');
  request('/api/fourth', { baggage: 'own=1' });
  request('/api/fifth', { 'sentry-trace': 'own' });
  navigate(started, '/unknown');
  fail('on a page without a route');
  sdk.startSpan({ name: 'own' }, () => fail('in a span of the page'));
  await sdk.flush(1_000);
  return stable([eventsOf(started), requested, spansOf(started)]);
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  Object.assign(XMLHttpRequest.prototype, { open, send, setRequestHeader });
  jest.restoreAllMocks();
  document.head.replaceChildren();
  timeline = [];
});

describe('in a visit that is not sampled', () => {
  it.each<[string, () => void]>([
    ['of its own', () => undefined],
    ['that its server does not sample', () => (document.head.innerHTML = serverTags(0))],
    [
      'that a header of the server has',
      () =>
        (timeline = [
          {
            name: '',
            serverTiming: [{ name: 'sentry-trace', description: `${SERVER_TRACE}-0123456789abcdef-0` }],
          },
        ]),
    ],
  ])('errors and requests have the trace of Sentry’s own start: one %s', async (_title, prepare) => {
    prepare();
    const own = await visit(await start(false));
    const ours = await visit(await start(true));

    expect(ours).toEqual(own);
    expect(JSON.stringify(ours)).toContain('"transaction":"/shop/:id"');
    expect(JSON.stringify(ours)).toMatch(
      /"\/api\/second",\{"sentry-trace":"<trace 1>-<span>-0","baggage":"[^"]*sampled=false/,
    );
  });

  it.each<[string, BrowserOptions]>([
    ['addresses that the application names', { tracePropagationTargets: ['other.test', /^\/api\/s/] }],
    ['servers that read W3C’s header', { propagateTraceparent: true }],
  ])('the trace goes to %s, as with Sentry’s own start', async (_to, given) => {
    const [own, ours] = [await visit(await start(false, given)), await visit(await start(true, given))];

    expect(ours).toEqual(own);
    expect(JSON.stringify(ours)).toMatch(/traceparent|other\.test\/",\{"sentry-trace/);
  });

  it('both headers of a request name one span', async () => {
    const { requested } = await start(true, { propagateTraceparent: true });
    await fetch('/api/first');

    const spans = JSON.stringify(requested).match(/(?<=[0-9a-f]{32}-)[0-9a-f]{16}/g);
    expect(spans).toHaveLength(2);
    expect(new Set(spans).size).toBe(1);
  });

  it('errors name the route below `basePath`, as with Sentry’s own start', async () => {
    const base = { ADIT_BASE_PATH: '/docs', _sentryBasePath: '/docs' };
    Object.assign(process.env, base);
    const [own, ours] = [await visit(await start(false)), await visit(await start(true))];
    for (const name of Object.keys(base)) Reflect.deleteProperty(process.env, name);

    expect(ours).toEqual(own);
    expect(JSON.stringify(ours)).toContain('"transaction":"/docs/shop/8"');
  });

  it('spans that are not sent are counted', async () => {
    const counts: unknown[] = [];
    for (const isOurs of [false, true]) {
      const { sdk } = await start(isOurs);
      await fetch('/api/first');
      request('/api/second');
      const client = sdk.getClient() as unknown as { _outcomes: object };
      counts.push(client._outcomes);
    }

    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]).toEqual({ 'sample_rate:span': 3 });
  });

  it('crawlers have no trace', async () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Googlebot');
    const started = await start(true);
    await fetch('/api/first');
    navigate(started, '/shop/8');

    expect(started.requested).toEqual([['/api/first', {}]]);
  });
});

describe('for a navigation that is sampled', () => {
  it('Sentry’s own tracing is loaded, and traces it with its requests, once', async () => {
    const sent: unknown[] = [];
    for (const isOurs of [false, true]) {
      let rate = 0;
      const started = await start(isOurs, { tracesSampleRate: undefined, tracesSampler: () => rate });
      const { sdk, tracing } = started;
      rate = 1;
      await tracing?.load();
      navigate(started, '/shop/8');
      await fetch('/api/first');
      sdk.startSpan({ name: 'inside' }, () => undefined);
      (sdk.getActiveSpan() as Sentry.Span).end();
      await sdk.flush(1_000);
      // Of requests, jsdom has no timings.
      sent.push(
        stable(
          spansOf(started)
            .map(({ name, attributes }) => [name, (attributes as Record<string, unknown>)['sentry.op']])
            .sort(),
        ),
      );
    }

    expect(sent[1]).toEqual(sent[0]);
    expect(JSON.stringify(sent[1])).toContain('/shop/:id');
  });
});

it('starts Sentry’s own tracing if it is loaded', async () => {
  const { createLateTracing } = await import('./late-tracing.ts');
  const own = { name: 'BrowserTracing' };
  const captureRouterTransitionStart = jest.fn();
  const tracing = createLateTracing(() =>
    Promise.resolve({ browserTracingIntegration: () => own, captureRouterTransitionStart } as never),
  );
  tracing.navigate('/early', 'push');
  await tracing.load();
  expect(tracing.integration()).toBe(own);
  tracing.navigate('/shop/8', 'push');
  expect(captureRouterTransitionStart.mock.calls).toEqual([['/shop/8', 'push']]);
});

it('goes on without it if its chunk is missing', async () => {
  const { createLateTracing } = await import('./late-tracing.ts');
  const tracing = createLateTracing(() => Promise.reject(new Error('offline')));
  await expect(tracing.load()).rejects.toThrow('offline');
  expect(tracing.integration().name).toBe('BrowserTracing');
});
