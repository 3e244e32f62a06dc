import * as Sentry from '@sentry/browser';
import type { Event } from '@sentry/core';
import type { EarlyItem } from '../early/early-items.ts';
import { captured, CONFIG, itemOf, rejected, thrown, uncaught } from '../../testing/early.contract.ts';
import type { EarlyBuffer, StartedSdk } from '../start-monitoring.ts';
import { startSdk, type LazyIntegration } from './start-sdk.ts';

interface RecordedFetch {
  readonly url: URL;
  readonly method: string | undefined;
  readonly body: string;
}

/** jsdom has no fetch; the SDK keeps hold of the one it finds first, so there is one for the whole file. */
const fetches: RecordedFetch[] = [];
globalThis.fetch = ((url: string, init: RequestInit) => {
  fetches.push({ url: new URL(url, location.href), method: init.method, body: init.body as string });
  return Promise.resolve({ status: 200, headers: new Headers() } as Response);
}) as typeof fetch;

// Jest fails a test for an uncaught error of the page unless the page listens itself.
window.addEventListener('error', () => undefined);

const events = (): Event[] =>
  fetches
    .map(({ body }) => body.split('\n'))
    .filter(([, head]) => head?.includes('"type":"event"'))
    .map(([, , payload]) => JSON.parse(payload ?? '') as Event);

/** A buffer that hands over `items`, and then whatever `later` is called with. */
function bufferOf(items: readonly EarlyItem[] = [], metaTags: EarlyBuffer['metaTags'] = []) {
  let take: ((item: EarlyItem) => void) | undefined;
  const early: EarlyBuffer = {
    metaTags,
    connect: (replay) => {
      take = replay;
      items.forEach(replay);
    },
  };
  return { early, later: (item: EarlyItem) => take?.(item) };
}

describe('startSdk with the real @sentry/browser', () => {
  let running: StartedSdk | undefined;
  beforeEach(() => {
    fetches.length = 0;
  });
  afterEach(async () => {
    await running?.close();
    Sentry.getIsolationScope().clearBreadcrumbs();
  });

  const start = (
    buffer: ReturnType<typeof bufferOf> = bufferOf(),
    {
      lazyIntegrations,
      ...options
    }: Partial<Sentry.BrowserOptions> & { lazyIntegrations?: LazyIntegration[] } = {},
    sdk: object = {},
  ): StartedSdk =>
    (running = startSdk({
      sdk: { ...Sentry, ...sdk },
      options: { ...CONFIG, ...options },
      early: buffer.early,
      ...(lazyIntegrations && { lazyIntegrations }),
    }));

  it('S8 sends everything by POST to the tunnel’s path on the page’s own origin', async () => {
    const { flush } = start(undefined, { tracesSampleRate: 1 });
    Sentry.captureException(new Error('caught'));
    window.dispatchEvent(new ErrorEvent('error', { message: 'uncaught', error: new Error('uncaught') }));
    Sentry.startSpan({ name: 'checkout' }, () => undefined);
    Sentry.logger.info('paid');
    await flush();

    const types = fetches.flatMap(({ body }) => body.match(/"type":"(?:event|session|span|log)"/g) ?? []);
    expect(new Set(types)).toEqual(
      new Set(['event', 'session', 'span', 'log'].map((type) => `"type":"${type}"`)),
    );
    for (const { url, method } of fetches) {
      expect([method, url.origin, url.pathname + url.search]).toEqual([
        'POST',
        location.origin,
        CONFIG.tunnel,
      ]);
    }
  });

  it('S8 needs the tunnel: without it the SDK sends to the DSN’s host', async () => {
    const { flush } = start(undefined, { tunnel: '' });
    Sentry.captureException(new Error('caught'));
    await flush();
    expect(fetches.length).toBeGreaterThan(0);
    for (const { url } of fetches) expect(url.origin).toBe('https://o450.ingest.sentry.io');
  });

  it.each([
    ['an uncaught error', uncaught(new Error('x')), 'auto.browser.global_handlers.onerror', false],
    ['an uncaught string', uncaught('x'), 'auto.browser.global_handlers.onerror', false],
    ['a rejection', rejected(new Error('x')), 'auto.browser.global_handlers.onunhandledrejection', false],
    ['what the page caught', captured(new Error('x')), 'generic', true],
    ['what a callback threw', thrown(new Error('x')), 'auto.browser.browserapierrors.setTimeout', false],
  ])('reports %s with its mechanism, time and address', async (_what, item, type, handled) => {
    await start(bufferOf([item])).flush();
    const [event] = events();
    expect(event?.exception?.values?.[0]).toMatchObject({ value: 'x', mechanism: { type, handled } });
    expect([event?.timestamp, event?.request?.url]).toEqual([item.event.timestamp, item.event.request.url]);
  });

  it.each([
    ['setTimeout', 'pay', undefined],
    ['requestAnimationFrame', 'pay', { handler: 'requestAnimationFrame' }],
    ['addEventListener', 'pay', { handler: 'pay', target: 'EventTarget' }],
    ['addEventListener', '', { handler: '<anonymous>', target: 'EventTarget' }],
    ['handleEvent', 'pay', { handler: '<anonymous>', target: 'EventTarget' }],
    ['xhr.onload', 'pay', { handler: 'pay' }],
  ])('describes a callback of %s called "%s" as the SDK does', async (api, handler, data) => {
    await start(bufferOf([thrown(new Error('x'), api, handler)])).flush();
    const [event] = events();
    expect(event?.exception?.values?.[0]?.mechanism).toEqual({
      type: `auto.browser.browserapierrors.${api}`,
      handled: false,
      ...(data && { data }),
    });
    expect(event?.extra).toMatchObject({ arguments: [1] });
  });

  it('passes a plain event to the SDK instead of its message', async () => {
    const event = new Event('error') as ErrorEvent;
    await start(bufferOf([itemOf({ kind: 'auto.browser.global_handlers.onerror', data: event })])).flush();
    expect(events()[0]?.exception?.values?.[0]?.value).toContain('Event');
  });

  it('continues if the SDK throws', () => {
    const captureRouterTransitionStart = (): never => {
      throw new Error('broken');
    };
    const navigation = itemOf({ kind: 'navigation', data: { href: '/cart', type: 'push' } });
    expect(() => start(bufferOf([navigation]), {}, { captureRouterTransitionStart })).not.toThrow();
  });

  it('does not change the time and address of later events', async () => {
    const { flush } = start(bufferOf([uncaught(new Error('then'))]));
    Sentry.captureException(new Error('now'));
    await flush();
    const now = events().find(({ exception }) => exception?.values?.[0]?.value === 'now');
    expect(now?.timestamp).toBeGreaterThan(1_700_000_001);
    expect(now?.request?.url).toBe(location.href);
  });

  it('keeps the stack of an error, or its place if it has none', async () => {
    const stack = 'Error: x\n    at pay (https://shop.test/cart.js:10:20)';
    await start(
      bufferOf([uncaught(Object.assign(new Error('x'), { stack })), uncaught(undefined, 'lost')]),
    ).flush();
    const frames = events().map(({ exception }) => exception?.values?.[0]?.stacktrace?.frames?.at(-1));
    expect(frames).toMatchObject([
      { function: 'pay', filename: 'https://shop.test/cart.js', lineno: 10, colno: 20 },
      { filename: 'https://shop.test/a.js', lineno: 3, colno: 4 },
    ]);
  });

  it('reports console.error as breadcrumbs of later events', async () => {
    const said = itemOf({ kind: 'console', data: ['broken', 7] });
    await start(bufferOf([said, uncaught(new Error('x'))])).flush();
    expect(events()[0]?.breadcrumbs).toContainEqual(
      expect.objectContaining({
        category: 'console',
        level: 'error',
        message: 'broken 7',
        timestamp: said.event.timestamp,
      }),
    );
  });

  it('reports an error once that was both uncaught and captured', async () => {
    const error = new Error('twice');
    await start(bufferOf([uncaught(error), captured(error)])).flush();
    expect(events()).toHaveLength(1);
  });

  it('gives the event the id that it has when it is sent without the SDK', async () => {
    const item = uncaught(new Error('x'));
    await start(bufferOf([item])).flush();
    expect(events()[0]?.event_id).toBe(item.event.event_id);
  });

  describe('the deferred request of an early error', () => {
    const withId = (item: EarlyItem, event_id: string): EarlyItem => ({
      ...item,
      event: { ...item.event, event_id },
      settled: new AbortController(),
    });
    const areDropped = (items: readonly EarlyItem[]): boolean[] =>
      items.map(({ settled }) => settled.signal.aborted);
    /** A server that answers events of some messages, and cuts the connection for the others. */
    const answers = (isAnswered: (message: string) => boolean, statusCode = 200) => ({
      transport: (options: Parameters<typeof Sentry.createTransport>[0]) =>
        Sentry.createTransport(options, ({ body }) =>
          isAnswered(String(body)) ? Promise.resolve({ statusCode }) : Promise.reject(new Error('cut')),
        ),
    });
    const first = () => withId(uncaught(new Error('first error')), '1'.repeat(32));
    const second = () => withId(uncaught(new Error('second error')), '2'.repeat(32));

    it('is cancelled once the server has answered that error', async () => {
      const items = [first(), second()];
      const { flush } = start(
        bufferOf(items),
        answers((body) => body.includes('second error')),
      );
      expect(areDropped(items)).toEqual([false, false]);
      await flush();
      expect(areDropped(items)).toEqual([false, true]);
    });

    it('is kept when a later event of the page is answered', async () => {
      const items = [first()];
      const { flush } = start(
        bufferOf(items),
        answers((body) => body.includes('something else')),
      );
      Sentry.captureException(new Error('something else'));
      await flush();
      expect(areDropped(items)).toEqual([false]);
    });

    it('is cancelled for any answer of the server', async () => {
      const items = [first()];
      await start(
        bufferOf(items),
        answers(() => true, 429),
      ).flush();
      expect(areDropped(items)).toEqual([true]);
    });

    it('is cancelled after two seconds if the SDK drops the error, and kept while the answer is pending', async () => {
      jest.useFakeTimers();
      const items = [first(), second()];
      start(bufferOf(items), {
        transport: (options) => Sentry.createTransport(options, () => new Promise(() => undefined)),
        beforeSend: (event) => (event.exception?.values?.[0]?.value === 'first error' ? null : event),
      });
      jest.advanceTimersByTime(1_999);
      expect(areDropped(items)).toEqual([false, false]);
      jest.advanceTimersByTime(1);
      expect(areDropped(items)).toEqual([true, false]);
      jest.useRealTimers();
      await running?.close(1);
      running = undefined;
    });
  });

  it('reports every item if an earlier one is malformed', async () => {
    const broken = { ...uncaught(new Error('broken')), settled: undefined } as unknown as EarlyItem;
    const navigation = { ...itemOf({ kind: 'console', data: [] }), event: undefined } as unknown as EarlyItem;
    await start(bufferOf([navigation, broken, uncaught(new Error('whole'))])).flush();
    expect(events().map(({ exception }) => exception?.values?.[0]?.value)).toContain('whole');
  });

  describe('values without a stack', () => {
    const framesOf = ({ exception }: Event): Sentry.StackFrame[] =>
      exception?.values?.[0]?.stacktrace?.frames ?? [];

    it('passed to captureError get the stack of the caller', async () => {
      const captureError = (error: unknown): EarlyItem =>
        itemOf({ kind: 'generic', data: { error, place: new Error() } });
      const item = captureError('text');
      const [, , caller] = String((item.data as { place: Error }).place.stack).split('\n');
      await start(bufferOf([item])).flush();
      const [event] = events();
      expect(event?.exception?.values?.[0]).toMatchObject({ type: 'Error', value: 'text' });
      const { lineno, colno } = framesOf(event as Event).at(-1) ?? {};
      expect(caller).toContain(`:${lineno}:${colno}`);
    });

    it('thrown by a callback get no stack', async () => {
      await start(bufferOf([thrown('text')])).flush();
      expect(events()[0]?.exception?.values?.[0]).toMatchObject({
        value: 'text',
        mechanism: { type: 'auto.browser.browserapierrors.setTimeout', handled: false },
      });
      expect(framesOf(events()[0] as Event)).toEqual([]);
    });

    it('thrown by a listener that was added before the SDK are reported once', async () => {
      const buffer = bufferOf();
      const { flush } = start(buffer);
      buffer.later(thrown('text', 'addEventListener'));
      window.onerror?.('Uncaught text', 'https://shop.test/a.js', 1, 2, 'text' as unknown as Error);
      await flush();
      expect(events().map(({ exception }) => exception?.values?.[0]?.mechanism?.type)).toEqual([
        'auto.browser.global_handlers.onerror',
      ]);
    });
  });

  it.each([
    ['onerror', ['msg', 'https://shop.test/a.js', 3, 4, new Error('direct')], 'direct'],
    ['onerror', ['only text'], 'only text'],
    ['onunhandledrejection', [{ reason: new Error('refused') }], 'refused'],
    ['onunhandledrejection', ['a text'], 'Non-Error promise rejection captured with value: a text'],
  ] as const)('reports a call of window.%s with %j as the SDK does', async (name, args, value) => {
    const kind = `auto.browser.global_handlers.${name}` as const;
    await start(bufferOf([itemOf({ kind, data: { message: args[0], args } })])).flush();
    const replayed = events()[0]?.exception?.values?.[0];
    fetches.length = 0;
    (window[name] as (...args: readonly unknown[]) => unknown)(
      ...args.map((arg) => (arg instanceof Error ? new Error(arg.message) : arg)),
    );
    await running?.flush();
    expect(replayed).toMatchObject({ value, mechanism: { type: kind, handled: false } });
    expect(replayed?.mechanism).toEqual(
      events()[0]?.exception?.values?.[0]?.mechanism ?? replayed?.mechanism,
    );
  });

  it('reports items that are recorded later', async () => {
    const buffer = bufferOf();
    const { flush } = start(buffer);
    buffer.later(captured(new Error('later')));
    await flush();
    expect(events()).toHaveLength(1);
  });

  it('reports navigations with their start time', () => {
    const navigation = itemOf({ kind: 'navigation', data: { href: '/cart', type: 'push' } });
    const reported: unknown[] = [];
    const startTimes: unknown[] = [];
    const captureRouterTransitionStart = (href: string, type: string): void => {
      reported.push([href, type]);
      const span = { name: href };
      Sentry.getClient()?.emit('beforeStartNavigationSpan', span);
      startTimes.push((span as { startTime?: number }).startTime);
    };
    start(bufferOf([navigation]), {}, { captureRouterTransitionStart });
    expect([reported, startTimes]).toEqual([[['/cart', 'push']], [navigation.event.timestamp]]);
    const span = { name: 'now' };
    Sentry.getClient()?.emit('beforeStartNavigationSpan', span);
    expect(span).toEqual({ name: 'now' });
  });

  it('ignores navigations if the SDK has no router instrumentation', () => {
    expect(() =>
      start(bufferOf([itemOf({ kind: 'navigation', data: { href: '/', type: 'push' } })])),
    ).not.toThrow();
  });

  it('continues the server’s trace if its tags were removed, and adds none', () => {
    document.head.innerHTML =
      '<meta name="sentry-trace" content="a-b-1"><meta name="baggage" content="sentry-trace_id=a">';
    const noted = document.head.innerHTML;
    const tags = [...document.head.querySelectorAll('meta')];
    document.head.innerHTML = '';
    let seen: string | undefined;
    const init = (): void => {
      seen = document.head.innerHTML;
    };
    start(bufferOf([], tags), {}, { init });
    expect(seen).toBe(noted);
    expect(document.head.innerHTML).toBe('');
  });

  it('keeps tags that are present or have been replaced', () => {
    document.head.innerHTML = '<meta name="baggage" content="noted">';
    const tags = [...document.head.querySelectorAll('meta')];
    document.head.innerHTML = '<meta name="baggage" content="own">';
    start(bufferOf([], tags));
    expect(document.head.innerHTML).toBe('<meta name="baggage" content="own">');
    document.head.innerHTML = '';
  });

  it.each([
    [
      'throws',
      {
        init: () => {
          throw new Error('broken');
        },
      },
      'broken',
    ],
    ['has no client', { getClient: () => undefined }, 'no client'],
  ])('throws if the SDK %s', (_how, sdk, message) => {
    expect(() => start(undefined, {}, sdk)).toThrow(message);
  });

  describe('lazy integrations', () => {
    const integrationOf = (name: string) => ({ name, setup: () => undefined });
    const names = (): string[] => Sentry.getClient()?.getIntegrationNames() ?? [];

    it('are loaded for their share of page loads', async () => {
      const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
      const lazy = (name: string, sampleRate?: number): LazyIntegration => ({
        ...(sampleRate !== undefined && { sampleRate }),
        load: () => Promise.resolve(integrationOf(name)),
      });
      start(undefined, { lazyIntegrations: [lazy('Never', 0.5), lazy('Now', 0.51), lazy('Always')] });
      await Promise.resolve();
      await Promise.resolve();
      random.mockRestore();
      expect(names()).toEqual(expect.arrayContaining(['Now', 'Always']));
      expect(names()).not.toContain('Never');
    });

    it('are left out if they do not load', async () => {
      start(undefined, {
        lazyIntegrations: [
          { load: () => Promise.reject(new Error('offline')) },
          { load: () => Promise.resolve(integrationOf('Other')) },
        ],
      });
      await Promise.resolve();
      await Promise.resolve();
      expect(names()).toContain('Other');
    });
  });
});
