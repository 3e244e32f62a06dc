/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["@adit/source", "browser", "require", "default"], "url": "https://shop.test/shop/7?a=b"}
 */
import type { Client, Envelope, Event, StackFrame, Transport } from '@sentry/core';
import type * as Sentry from '@sentry/nextjs';
import type { BrowserOptions } from '@sentry/nextjs';

const MANIFEST = JSON.stringify({
  staticRoutes: [{ path: '/' }],
  dynamicRoutes: [{ path: '/shop/:id', regex: '^/shop/([^/]+)$' }],
});

// jsdom has no performance timeline, which the SDK's web vitals need.
Object.assign(performance, { getEntriesByType: () => [], getEntries: () => [] });

type Sdk = typeof Sentry;

interface Started {
  readonly sdk: Sdk;
  readonly client: Client;
  readonly items: readonly (readonly [type: string, payload: Record<string, unknown>])[];
}

/** Starts Sentry's own SDK, or ours, with modules of its own. */
async function start(isOurs: boolean, given: BrowserOptions = {}): Promise<Started> {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, '__SENTRY__');
  Object.assign(globalThis, { _sentryRouteManifest: MANIFEST });
  const sdk = await import('@sentry/nextjs');
  const { initSdk } = await import('./init-sdk.ts');
  const items: [string, Record<string, unknown>][] = [];
  const transport = (): Transport => ({
    send: ([, sent]: Envelope) => {
      for (const [{ type }, payload] of sent)
        items.push([type, payload as unknown as Record<string, unknown>]);
      return Promise.resolve({});
    },
    flush: () => Promise.resolve(true),
  });
  const options: BrowserOptions = {
    dsn: 'https://key@o450.ingest.sentry.io/4509',
    environment: 'test',
    release: 'shop@1',
    tracesSampleRate: 1,
    transport,
    ...given,
    integrations: (defaults) => [
      ...defaults,
      ...(isOurs ? [sdk.linkedErrorsIntegration()] : []),
      ...(Array.isArray(given.integrations) ? given.integrations : []),
    ],
  };
  const client = (isOurs
    ? initSdk(options, sdk.browserTracingIntegration)
    : sdk.init(options)) as unknown as Client;
  return { sdk, client, items };
}

const WAYS: [title: string, isOurs: boolean][] = [
  ['Sentry’s own start', false],
  ['ours', true],
];

/** Values that differ from run to run. */
const UNSTABLE =
  /^(event_id|timestamp|(start|end)_timestamp|(parent_)?span_id|trace_id|sentry\.sample_rand|version)$/;
const UNSTABLE_TEXT = /[0-9a-f]{16,32}/g;

/** The same without such values, and without frames of Node. */
const stable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (UNSTABLE.test(key)) return `<${key}>`;
      // Their order differs, and `EventFilters` is missing.
      if (key === 'sentry.sdk.integrations') return undefined;
      if (key === 'frames')
        return (part as StackFrame[]).filter((frame) => !frame.filename?.startsWith('node:'));
      return typeof part === 'string' ? part.replace(UNSTABLE_TEXT, '<id>') : part;
    }),
  );

const eventsOf = ({ items }: Started): Event[] =>
  items.filter(([type]) => type === 'event').map(([, event]) => event);

/** Without the names of integrations, which `EventFilters` is not among. */
const withoutNames = ({ sdk, ...event }: Event): unknown =>
  stable({ ...event, sdk: { ...sdk, integrations: undefined } });

/** Options that are functions or objects of each start; `enabled` is false in an extension, which a page of Next is not. */
const OWN_OPTIONS = ['enabled', 'integrations', 'defaultIntegrations', 'transport', 'routeProvider'];

describe('the start from parts', () => {
  beforeEach(() => {
    jest.spyOn(console, 'debug').mockImplementation(() => undefined);
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    document.head.replaceChildren();
  });

  it('has the integrations of Sentry’s own, without its event filters', async () => {
    const names: string[][] = [];
    for (const [, isOurs] of WAYS) {
      const { client } = await start(isOurs);
      names.push(Object.keys((client as unknown as { _integrations: object })._integrations).sort());
    }

    expect(names[1]).toEqual(names[0]?.filter((name) => name !== 'EventFilters'));
  });

  it('has the options of Sentry’s own', async () => {
    const options: unknown[] = [];
    for (const [, isOurs] of WAYS) {
      const { client } = await start(isOurs, { ignoreSpans: ['health'] });
      const given = Object.entries(client.getOptions()).filter(([name]) => !OWN_OPTIONS.includes(name));
      options.push(given.sort().map(([name, value]) => [name, JSON.stringify(value)]));
    }

    expect(options[1]).toEqual(options[0]);
  });

  it('sends an error that happens twice in a row once, unlike Sentry’s own', async () => {
    const sent: number[] = [];
    for (const [, isOurs] of WAYS) {
      const started = await start(isOurs);
      for (const error of [new Error('again'), new Error('again')]) {
        error.stack = 'Error: again\n    at run (https://shop.test/_next/static/chunks/a.js:1:2)';
        started.sdk.captureException(error);
      }
      await started.sdk.flush(1_000);
      sent.push(eventsOf(started).length);
    }

    expect(sent).toEqual([2, 1]);
  });

  it('sends the events of Sentry’s own', async () => {
    const sent: unknown[] = [];
    for (const [, isOurs] of WAYS) {
      const started = await start(isOurs);
      const { sdk } = started;
      const cause = new Error('the cause');
      const error = new Error('it fails', { cause });
      error.stack =
        'Error: it fails\n    at run (https://shop.test/_next/static/chunks/a.js:1:2)\n' +
        '    at next (https://shop.test/_next/static/chunks/main-1a2b.js:3:4)';
      cause.stack = error.stack;
      sdk.setTag('shop', 'yes');
      sdk.setContext('cart', { window, event: { nativeEvent: 1, preventDefault: 1, stopPropagation: 1 } });
      // eslint-disable-next-line no-console -- a breadcrumb
      console.debug('a breadcrumb');
      sdk.captureException(error);
      sdk.captureException(error);
      sdk.captureMessage('a message');
      window.dispatchEvent(
        new ErrorEvent('error', { message: 'uncaught', filename: 'https://shop.test/a.js' }),
      );
      await sdk.flush(1_000);
      sent.push(eventsOf(started).map(withoutNames));
    }

    expect(sent[1]).toHaveLength(3);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[1]).toMatchObject([
      {
        sdk: { name: 'sentry.javascript.nextjs' },
        contexts: {
          react: { version: '<version>' },
          cart: { window: '[Window]', event: '[SyntheticEvent]' },
        },
        exception: { values: [{}, { stacktrace: { frames: [{ in_app: false }, {}] } }] },
      },
      { message: 'a message' },
      { exception: { values: [{ value: 'uncaught' }] } },
    ]);
  });

  it('sends the spans of Sentry’s own, with the names of routes', async () => {
    const sent: unknown[] = [];
    for (const [, isOurs] of WAYS) {
      const { sdk, items } = await start(isOurs);
      sdk.startSpan({ name: 'inside', op: 'task' }, () => undefined);
      sdk.captureRouterTransitionStart('/shop/8', 'push');
      sdk.getActiveSpan()?.end();
      await sdk.flush(1_000);
      const spans = items
        .filter(([type]) => type === 'span')
        .flatMap(([, { items: list }]) => list as unknown[]);
      sent.push(stable(spans));
    }

    expect(sent[1]).toEqual(sent[0]);
    expect(JSON.stringify(sent[1])).toContain('"/shop/:id"');
  });

  it.each(WAYS)(
    '%s ignores the trace of a page that was rendered for another visitor',
    async (_title, isOurs) => {
      document.head.innerHTML = '<meta name="sentry-trace" content="1"><meta name="baggage" content="b">';
      const shared = JSON.stringify({ ...(JSON.parse(MANIFEST) as object), isrRoutes: ['/shop/:id'] });
      await start(isOurs);
      expect(document.head.children).toHaveLength(2);
      Object.defineProperty(globalThis, '_sentryRouteManifest', {
        get: () => shared,
        set: () => undefined,
        configurable: true,
      });
      await start(isOurs);
      Reflect.deleteProperty(globalThis, '_sentryRouteManifest');

      expect(document.head.children).toHaveLength(0);
    },
  );

  it.each(WAYS)('%s drops an error that says nothing', async (_title, isOurs) => {
    const started = await start(isOurs);
    started.sdk.captureEvent({ exception: { values: [{ type: 'Error' }] } });
    started.sdk.captureEvent({ exception: { values: [{ type: 'TypeError' }] } });
    await started.sdk.flush(1_000);

    expect(eventsOf(started)).toHaveLength(1);
  });

  it.each(WAYS)('%s marks events of a build with Turbopack', async (_title, isOurs) => {
    const before = process as { turbopack?: boolean };
    before.turbopack = true;
    const started = await start(isOurs);
    started.sdk.captureMessage('marked');
    delete before.turbopack;
    await started.sdk.flush(1_000);

    expect(eventsOf(started)[0]?.tags).toEqual({ turbopack: true });
  });

  it.each(WAYS)('%s takes the release of the build if no other is given', async (_title, isOurs) => {
    Object.assign(globalThis, { _sentryRelease: 'built@1' });
    const { sdk, client } = await start(isOurs);
    expect(client.getOptions().release).toBe('shop@1');
    const { initSdk } = await import('./init-sdk.ts');
    const options: BrowserOptions = { dsn: 'https://key@o450.ingest.sentry.io/4509' };
    const other = (isOurs
      ? initSdk(options, sdk.browserTracingIntegration)
      : sdk.init(options)) as unknown as Client;
    Reflect.deleteProperty(globalThis, '_sentryRelease');

    expect(other.getOptions().release).toBe('built@1');
  });
});
