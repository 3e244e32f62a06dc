import * as Sentry from '@sentry/browser';
import type { Event as SentryEvent } from '@sentry/core';
import { captured, itemOf, rejected, thrown, uncaught } from '../../testing/early.helper.ts';
import { bufferOf, events, fetches, startRealSdk } from '../../testing/real-sdk.helper.ts';
import type { EarlyItem } from '../early/early-items.ts';

const { start, running } = startRealSdk();

describe('early items reported by the real @sentry/browser', () => {
  it.each([
    ['an uncaught error', uncaught(new Error('x')), 'auto.browser.global_handlers.onerror', false],
    ['an uncaught string', uncaught('x'), 'auto.browser.global_handlers.onerror', false],
    ['a rejection', rejected(new Error('x')), 'auto.browser.global_handlers.onunhandledrejection', false],
    ['what the page caught', captured(new Error('x')), 'generic', true],
    ['what a callback threw', thrown(new Error('x')), 'auto.browser.browserapierrors.setTimeout', false],
  ])('reports %s with its mechanism, time and address', async (_what, item, type, handled) => {
    await (await start(bufferOf([item]))).flush();
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
    await (await start(bufferOf([thrown(new Error('x'), api, handler)]))).flush();
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
    await (
      await start(bufferOf([itemOf({ kind: 'auto.browser.global_handlers.onerror', data: event })]))
    ).flush();
    expect(events()[0]?.exception?.values?.[0]?.value).toContain('Event');
  });

  it('continues if the SDK throws', async () => {
    const captureRouterTransitionStart = (): never => {
      throw new Error('broken');
    };
    const navigation = itemOf({ kind: 'navigation', data: { href: '/cart', type: 'push' } });
    await expect(start(bufferOf([navigation]), {}, { captureRouterTransitionStart })).resolves.toBeDefined();
  });

  it('does not change the time and address of later events', async () => {
    const { flush } = await start(bufferOf([uncaught(new Error('then'))]));
    Sentry.captureException(new Error('now'));
    await flush();
    const now = events().find(({ exception }) => exception?.values?.[0]?.value === 'now');
    expect(now?.timestamp).toBeGreaterThan(1_700_000_001);
    expect(now?.request?.url).toBe(location.href);
  });

  it('keeps the stack of an error, or its place if it has none', async () => {
    const stack = 'Error: x\n    at pay (https://shop.test/cart.js:10:20)';
    await (
      await start(bufferOf([uncaught(Object.assign(new Error('x'), { stack })), uncaught(undefined, 'lost')]))
    ).flush();
    const frames = events().map(({ exception }) => exception?.values?.[0]?.stacktrace?.frames?.at(-1));
    expect(frames).toMatchObject([
      { function: 'pay', filename: 'https://shop.test/cart.js', lineno: 10, colno: 20 },
      { filename: 'https://shop.test/a.js', lineno: 3, colno: 4 },
    ]);
  });

  it('reports console.error as breadcrumbs of later events', async () => {
    const said = itemOf({ kind: 'console', data: ['broken', 7] });
    await (await start(bufferOf([said, uncaught(new Error('x'))]))).flush();
    expect(events()[0]?.breadcrumbs).toContainEqual(
      expect.objectContaining({
        category: 'console',
        level: 'error',
        message: 'broken 7',
        timestamp: said.event.timestamp,
      }),
    );
  });

  it('reports clicks, navigations and requests as breadcrumbs of later events', async () => {
    const at = { timestamp: 1_700_000_000.123 };
    document.body.innerHTML = '<main><button class="pay">Pay</button></main>';
    const click = new Event('click');
    Object.defineProperty(click, 'target', { value: document.querySelector('button') });
    const items = [
      itemOf({ kind: 'click', data: click }),
      itemOf({ kind: 'navigation', data: { href: '/pay?now=1', type: 'push' } }),
      uncaught(new Error('x')),
    ];
    await (await start(bufferOf(items))).flush();
    expect(events()[0]?.breadcrumbs).toEqual([
      expect.objectContaining({ category: 'ui.click', message: 'body > main > button.pay', ...at }),
      expect.objectContaining({
        category: 'navigation',
        data: { from: 'https://shop.test/cart', to: 'https://shop.test/pay?now=1' },
        ...at,
      }),
    ]);
  });

  it('knows the page that a visitor left on the way back', async () => {
    const back = itemOf({ kind: 'navigation', data: { href: 'https://shop.test/cart', type: 'traverse' } });
    // The browser has gone back already: the item's address is that of /cart.
    const items = [
      itemOf({ kind: 'navigation', data: { href: '/pay', type: 'push' } }),
      back,
      back,
      uncaught(new Error('x')),
    ];
    await (await start(bufferOf(items))).flush();
    expect(events()[0]?.breadcrumbs?.map(({ data }) => data)).toEqual([
      { from: 'https://shop.test/cart', to: 'https://shop.test/pay' },
      { from: 'https://shop.test/pay', to: 'https://shop.test/cart' },
    ]);
  });

  it('leaves the breadcrumb of a later navigation to the SDK', async () => {
    const buffer = bufferOf();
    const { flush } = await start(buffer);
    buffer.later(itemOf({ kind: 'navigation', data: { href: '/pay', type: 'push' } }));
    buffer.later(uncaught(new Error('x')));
    await flush();
    expect(events()[0]?.breadcrumbs ?? []).toEqual([]);
  });

  it('samples a navigation by the number in its id', async () => {
    const rands: (number | undefined)[] = [];
    const captureRouterTransitionStart = (): void => {
      Sentry.startInactiveSpan({ name: 'navigation' }).end();
      rands.push(Sentry.getCurrentScope().getPropagationContext().sampleRand);
    };
    const navigation = itemOf({ kind: 'navigation', data: { href: '/pay', type: 'push' } });
    const event = { ...navigation.event, event_id: '40000000'.padEnd(32, '0') };
    await start(
      bufferOf([{ ...navigation, event }]),
      { tracesSampleRate: 1 },
      { captureRouterTransitionStart },
    );
    expect(rands).toEqual([0.25]);
  });

  it('reports an error once that was both uncaught and captured', async () => {
    const error = new Error('twice');
    await (await start(bufferOf([uncaught(error), captured(error)]))).flush();
    expect(events()).toHaveLength(1);
  });

  it('gives the event the id that it has when it is sent without the SDK', async () => {
    const item = uncaught(new Error('x'));
    await (await start(bufferOf([item]))).flush();
    expect(events()[0]?.event_id).toBe(item.event.event_id);
  });

  it('reports every item if an earlier one is malformed', async () => {
    const broken = { ...uncaught(new Error('broken')), settled: undefined } as unknown as EarlyItem;
    const navigation = { ...itemOf({ kind: 'console', data: [] }), event: undefined } as unknown as EarlyItem;
    await (await start(bufferOf([navigation, broken, uncaught(new Error('whole'))]))).flush();
    expect(events().map(({ exception }) => exception?.values?.[0]?.value)).toContain('whole');
  });

  describe('values without a stack', () => {
    const framesOf = ({ exception }: SentryEvent): Sentry.StackFrame[] =>
      exception?.values?.[0]?.stacktrace?.frames ?? [];

    it('passed to captureError get the stack of the caller', async () => {
      const captureError = (error: unknown): EarlyItem =>
        itemOf({ kind: 'generic', data: { error, place: new Error() } });
      const item = captureError('text');
      const [, , caller] = String((item.data as { place: Error }).place.stack).split('\n');
      await (await start(bufferOf([item]))).flush();
      const [event] = events();
      expect(event?.exception?.values?.[0]).toMatchObject({ type: 'Error', value: 'text' });
      const { lineno, colno } = framesOf(event as SentryEvent).at(-1) ?? {};
      expect(caller).toContain(`:${lineno}:${colno}`);
    });

    it('passed to captureError have what was said of them, and the next has not', async () => {
      const context = {
        tags: { screen: 'checkout' },
        extra: { step: 2 },
        contexts: { cart: { items: 3 } },
        user: { id: 'u1' },
        level: 'warning' as const,
        fingerprint: ['pay'],
      };
      const item = itemOf({ kind: 'generic', data: { error: new Error('x'), place: new Error(), context } });
      await (await start(bufferOf([item, uncaught(new Error('next'))]))).flush();
      expect(events()[0]).toMatchObject(context);
      expect(events()[1]?.tags?.['screen']).toBeUndefined();
    });

    it('passed to captureError are reported although what was said of them throws, and so is the next', async () => {
      const context = {
        get componentStack(): string {
          throw new Error('of the application');
        },
      };
      const item = itemOf({ kind: 'generic', data: { error: new Error('x'), place: new Error(), context } });
      await (await start(bufferOf([item, uncaught(new Error('next'))]))).flush();
      expect(events().map(({ exception }) => exception?.values?.[0]?.value)).toEqual(['x', 'next']);
    });

    it('passed to captureError by an error boundary have the components around them', async () => {
      const context = { componentStack: '\n    at Basket', contexts: { cart: { items: 3 } }, kind: 'client' };
      const item = itemOf({ kind: 'generic', data: { error: new Error('x'), place: new Error(), context } });
      await (await start(bufferOf([item]))).flush();
      expect(events()[0]?.contexts).toMatchObject({
        react: { componentStack: '\n    at Basket' },
        cart: { items: 3 },
      });
    });

    it('thrown by a callback get no stack', async () => {
      await (await start(bufferOf([thrown('text')]))).flush();
      expect(events()[0]?.exception?.values?.[0]).toMatchObject({
        value: 'text',
        mechanism: { type: 'auto.browser.browserapierrors.setTimeout', handled: false },
      });
      expect(framesOf(events()[0] as SentryEvent)).toEqual([]);
    });

    it('thrown by a listener that was added before the SDK are reported once', async () => {
      const buffer = bufferOf();
      const { flush } = await start(buffer);
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
    await (await start(bufferOf([itemOf({ kind, data: { message: args[0], args } })]))).flush();
    const replayed = events()[0]?.exception?.values?.[0];
    fetches.length = 0;
    (window[name] as (...args: readonly unknown[]) => unknown)(
      ...args.map((arg) => (arg instanceof Error ? new Error(arg.message) : arg)),
    );
    await running()?.flush();
    expect(replayed).toMatchObject({ value, mechanism: { type: kind, handled: false } });
    expect(replayed?.mechanism).toEqual(
      events()[0]?.exception?.values?.[0]?.mechanism ?? replayed?.mechanism,
    );
  });

  it('reports items that are recorded later', async () => {
    const buffer = bufferOf();
    const { flush } = await start(buffer);
    buffer.later(captured(new Error('later')));
    await flush();
    expect(events()).toHaveLength(1);
  });

  it('reports navigations with their start time', async () => {
    const navigation = itemOf({ kind: 'navigation', data: { href: '/cart', type: 'push' } });
    const reported: unknown[] = [];
    const startTimes: unknown[] = [];
    const captureRouterTransitionStart = (href: string, type: string): void => {
      reported.push([href, type]);
      const span = { name: href };
      Sentry.getClient()?.emit('beforeStartNavigationSpan', span);
      startTimes.push((span as { startTime?: number }).startTime);
    };
    await start(bufferOf([navigation]), {}, { captureRouterTransitionStart });
    expect([reported, startTimes]).toEqual([[['/cart', 'push']], [navigation.event.timestamp]]);
    const span = { name: 'now' };
    Sentry.getClient()?.emit('beforeStartNavigationSpan', span);
    expect(span).toEqual({ name: 'now' });
  });

  it('ignores navigations if the SDK has no router instrumentation', async () => {
    const items = bufferOf([itemOf({ kind: 'navigation', data: { href: '/', type: 'push' } })]);
    await expect(start(items)).resolves.toBeDefined();
  });
});
