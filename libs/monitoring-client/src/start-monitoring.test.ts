import { CONFIG } from '../testing/early.helper.ts';
import type { EarlyItem } from './early/early-items.ts';
import type { MonitoringHandle } from './start-monitoring.ts';
import {
  createSdk,
  monitorPages,
  setVisibility,
  throwUncaught,
  titles,
} from '../testing/monitored-page.helper.ts';

const { open, settle, idle } = monitorPages();

describe('startMonitoring', () => {
  it('does nothing without a DSN', async () => {
    const { handle, loads } = open({ config: {} });
    throwUncaught(new Error('x'));
    handle.captureError(new Error('x'));
    handle.onRouterTransitionStart('/', 'push');
    expect([await handle.flush(), loads()]).toEqual([true, 0]);
  });

  it.each([
    ['is missing', undefined, 0],
    ['is no JSON', '{', 0],
    ['holds a DSN', JSON.stringify(CONFIG), 1],
  ])('reads the configuration from the document: its attribute %s', async (_what, text, expected) => {
    if (text !== undefined) document.documentElement.dataset['monitoring'] = text;
    const { handle, loads } = open({ config: undefined });
    await handle.flush();
    expect(loads()).toBe(expected);
  });

  it.each([
    ['by default', 5_000, {}],
    ['as given', 100, { quietMs: 100 }],
  ])(
    'loads the SDK when the page is idle, `quietMs` after the load event, %s',
    async (_how, quietMs, given) => {
      const { sdk, loads } = open(given);
      await jest.advanceTimersByTimeAsync(60_000);
      expect([idle().length, loads()]).toEqual([0, 0]);
      window.dispatchEvent(new Event('load'));
      await jest.advanceTimersByTimeAsync(quietMs - 1);
      expect(idle()).toHaveLength(0);
      await jest.advanceTimersByTimeAsync(1);
      expect([idle().length, loads()]).toEqual([1, 0]);
      idle()[0]?.();
      await settle();
      expect([loads(), sdk.started.length]).toEqual([1, 1]);
    },
  );

  it('starts on a loaded page, and without requestIdleCallback', async () => {
    Object.defineProperty(document, 'readyState', { value: 'complete', configurable: true });
    Object.assign(window, { requestIdleCallback: undefined });
    const { loads } = open({ quietMs: 0 });
    await jest.advanceTimersByTimeAsync(5);
    expect(loads()).toBe(1);
  });

  it.each<[string, number, number, (handle: MonitoringHandle) => unknown]>([
    ['an error', 1, 1, () => throwUncaught(new Error('x'))],
    ['a rejection', 1, 1, () => window.dispatchEvent(new Event('unhandledrejection'))],
    ['hiding the page', 1, 0, () => setVisibility('hidden')],
    ['console.error', 0, 0, () => window.console.error('x')],
    ['a navigation', 0, 0, (handle) => handle.onRouterTransitionStart('/cart', 'push')],
  ])('after %s loads the SDK %i times, which reports %i items', async (_what, expected, reported, raise) => {
    const { sdk, handle, loads } = open();
    raise(handle);
    await settle();
    expect([loads(), sdk.replayed.length]).toEqual([expected, reported]);
  });

  it.each([
    ['Script error.', undefined, 0],
    ['ResizeObserver loop limit exceeded', undefined, 0],
    ['ResizeObserver loop completed with undelivered notifications.', null, 0],
    ['Script error in my own code', new Error('Script error'), 1],
    ['Uncaught TypeError', undefined, 1],
  ])('loads it for "%s" with %p: %d', async (message, error, expected) => {
    const { loads } = open();
    throwUncaught(error, message);
    await settle();
    expect(loads()).toBe(expected);
  });

  it('reports everything in order with its time and address, and later items too', async () => {
    jest.setSystemTime(5_000);
    const { sdk, handle } = open();
    window.console.error('first');
    handle.onRouterTransitionStart('/cart', 'push');
    throwUncaught(new Error('x'), 'third');
    handle.captureError(new Error('fourth'));
    jest.setSystemTime(9_000);
    await settle();
    handle.captureError(new Error('fifth'));
    expect(titles(sdk.replayed)).toEqual(['console', 'navigation', 'third', 'generic', 'generic']);
    expect(sdk.replayed.map(({ event }) => event.timestamp)).toEqual([5, 5, 5, 5, 9]);
    expect(sdk.replayed[0]?.event.request.url).toBe(location.href);
    expect(sdk.replayed[0]?.event.event_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('knows the id of the newest error’s event', async () => {
    const { sdk, handle } = open();
    expect(handle.lastEventId()).toBeUndefined();
    handle.captureError(new Error('early'));
    const early = handle.lastEventId();
    window.console.error('no error of the page');
    expect(handle.lastEventId()).toBe(early);
    await settle();
    handle.captureError(new Error('late'));

    const errors = sdk.replayed.filter(({ kind }) => kind === 'generic');
    expect(errors.map(({ event }) => event.event_id)).toEqual([early, handle.lastEventId()]);
    expect(early).not.toBe(handle.lastEventId());
  });

  describe('an error that equals the one before it', () => {
    const failing = (message = 'x'): Error =>
      Object.assign(new Error(message), { stack: 'at pay (app.js:1:2)' });
    const frozen = { toString: () => raise(), stack: 's' };
    const raise = (): string => {
      throw new Error('unreadable');
    };

    it.each<[string, number, (handle: MonitoringHandle) => void]>([
      ['an error', 1, ({ captureError }) => [failing(), failing()].forEach((error) => captureError(error))],
      ['a text', 1, ({ captureError }) => ['a', 'a'].forEach((error) => captureError(error))],
      ['another message', 2, ({ captureError }) => ['x', 'y'].forEach((text) => captureError(failing(text)))],
      [
        'a value without a text',
        2,
        ({ captureError }) => [frozen, frozen].forEach((error) => captureError(error)),
      ],
      [
        'an error with a fingerprint',
        2,
        ({ captureError }) => ['a', 'b'].forEach((text) => captureError(failing(), { fingerprint: [text] })),
      ],
      [
        'an error with another between them',
        3,
        ({ captureError }) => {
          captureError(failing());
          throwUncaught(failing());
          captureError(failing());
        },
      ],
    ])('%s: %d are reported, and the newest id is that of one of them', async (_what, expected, report) => {
      const { sdk, handle } = open();
      report(handle);
      await settle();
      expect(sdk.replayed).toHaveLength(expected);
      expect(handle.lastEventId()).toBe(sdk.replayed.at(-1)?.event.event_id);
    });
  });

  it('passes on the meta tags of the first document', async () => {
    document.head.innerHTML = '<meta name="sentry-trace" content="a-b-1"><meta name="baggage" content="">';
    const { sdk, handle } = open();
    document.head.innerHTML = '';
    await handle.flush();
    expect(sdk.started[0]?.metaTags.map(({ outerHTML }) => outerHTML)).toEqual([
      '<meta name="sentry-trace" content="a-b-1">',
      '<meta name="baggage" content="">',
    ]);
  });

  it('flushes the SDK within two seconds by default', async () => {
    const { sdk, handle, loads } = open();
    expect([await handle.flush(), await handle.flush(50)]).toEqual([true, true]);
    expect([sdk.flushed, loads()]).toEqual([[2_000, 50], 1]);
  });

  it('resolves to false if flushing fails', async () => {
    const failing = {
      start: () => ({ flush: () => Promise.reject(new Error('x')), close: () => Promise.resolve(true) }),
    };
    const { handle } = open({ load: () => Promise.resolve(failing) });
    expect(await handle.flush()).toBe(false);
  });

  describe('captureError', () => {
    it.each(['a text', 7, undefined, { code: 1 }])('gives %p the stack of its caller', async (value) => {
      const { sdk, handle } = open();
      function payInvoice(): void {
        handle.captureError(value);
      }
      payInvoice();
      await handle.flush();
      const { place } = sdk.replayed[0]?.data as { place: Error };
      const [ours, callers] = String(place.stack)
        .split('\n')
        .filter((line) => line.includes('.ts:'));
      expect(ours).toContain('start-monitoring.ts');
      expect(callers).toContain('start-monitoring.test.ts');
    });
  });

  describe('a chunk that does not load', () => {
    const warn = jest.spyOn(console, 'warn');
    beforeEach(() => {
      warn.mockReset();
    });

    it.each([
      ['does not load', () => Promise.reject(new Error('wrong'))],
      [
        'throws in start',
        () =>
          Promise.resolve({
            start: () => {
              throw new Error('wrong');
            },
          }),
      ],
    ])('is named on the console once if it %s', async (_how, load) => {
      const { handle } = open({ load });
      handle.captureError(new Error('x'));
      await jest.advanceTimersByTimeAsync(60_000);

      expect(warn.mock.calls).toEqual([[new Error('wrong')]]);
    });

    it('is requested three times, in growing intervals', async () => {
      let loads = 0;
      const { handle } = open({
        load: () => {
          loads += 1;
          return Promise.reject(new Error('offline'));
        },
      });
      const counts = [];
      handle.captureError(new Error('x'));
      for (const ms of [0, 999, 1, 3_999, 1, 60_000]) {
        await jest.advanceTimersByTimeAsync(ms);
        counts.push(loads);
      }
      expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
    });

    it('loses nothing if the third request succeeds', async () => {
      const sdk = createSdk();
      let loads = 0;
      const { handle } = open({
        load: () => ((loads += 1) < 3 ? Promise.reject(new Error('offline')) : Promise.resolve(sdk)),
      });
      handle.captureError(new Error('x'));
      await jest.advanceTimersByTimeAsync(5_000);
      expect(sdk.replayed).toHaveLength(1);
    });
  });
});

describe('a page without a network', () => {
  const setOnline = (isOnline: boolean): void => {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
    if (isOnline) window.dispatchEvent(new Event('online'));
  };
  /** An SDK whose chunk loads only while there is a network, and a browser that accepts every beacon. */
  const openOffline = () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const sendBeacon = jest.fn(() => true);
    Object.assign(navigator, { sendBeacon });
    setOnline(false);
    const sdk = createSdk();
    const page = open({
      load: () => (navigator.onLine ? Promise.resolve(sdk) : Promise.reject(new Error('offline'))),
    });
    page.handle.captureError(new Error('x'));
    return { ...page, sdk, sendBeacon };
  };
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    Reflect.deleteProperty(navigator, 'sendBeacon');
    jest.restoreAllMocks();
  });

  it('loads the SDK when the network is back, however long that takes, and sends no beacon before', async () => {
    const { sdk, sendBeacon } = openOffline();
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect([sdk.started.length, sendBeacon.mock.calls.length]).toEqual([0, 0]);
    setOnline(true);
    await settle();
    expect([sdk.replayed.length, sendBeacon.mock.calls.length]).toEqual([1, 0]);
  });

  it('keeps its errors while it is hidden, and tries a beacon when it is left', async () => {
    const { sendBeacon } = openOffline();
    await jest.advanceTimersByTimeAsync(60_000);
    setVisibility('hidden');
    expect(sendBeacon).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pagehide'));
    expect(sendBeacon).toHaveBeenCalledTimes(1);
  });

  it('control: with a network it sends them when it is hidden', () => {
    const { sendBeacon } = openOffline();
    setOnline(true);
    setVisibility('hidden');
    expect(sendBeacon).toHaveBeenCalledTimes(1);
  });

  it('loads the SDK at once in a browser that has a network and says it has none', async () => {
    setOnline(false);
    const { sdk, handle } = open();
    handle.captureError(new Error('x'));
    await settle();
    expect(sdk.replayed).toHaveLength(1);
  });

  it('is told within the time-out that nothing was flushed', async () => {
    const { handle } = openOffline();
    const flushed = handle.flush(50);
    await jest.advanceTimersByTimeAsync(50);
    expect(await flushed).toBe(false);
  });
});

describe('with a visit', () => {
  const visitOf = (needsLoad: boolean, needsItem: (item: EarlyItem) => boolean = () => false) => {
    const visit = {
      draw: 0.5,
      send: jest.fn(() => Promise.resolve(needsLoad)),
      needsSdk: jest.fn(needsItem),
      handOver: () => undefined,
    };
    return { visit, loadVisit: jest.fn(() => Promise.resolve(() => visit)) };
  };
  const isCart = ({ kind, data }: EarlyItem) =>
    kind === 'navigation' && (data as { href: string }).href === '/cart';
  const rest = async (): Promise<void> => {
    window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(5_000);
    idle()[0]?.();
    await settle();
  };

  it.each([
    ['does not need the SDK', false, 0],
    ['needs the SDK', true, 1],
  ])('that %s, loads it %i times', async (_what, needs, expected) => {
    const { visit, loadVisit } = visitOf(needs);
    const { sdk, loads } = open({ loadVisit });
    await rest();
    setVisibility('hidden');
    await settle();
    expect([loads(), sdk.started.map((early) => early.visit)]).toEqual([
      expected,
      Array(expected).fill(visit),
    ]);
  });

  it('is sent when the page is hidden, and belongs to the page with its first meta tags', async () => {
    document.head.innerHTML = '<meta name="sentry-trace" content="a-b-0">';
    const { visit } = visitOf(false);
    const create = jest.fn(() => visit);
    const { loads } = open({ loadVisit: () => Promise.resolve(create) });
    document.head.innerHTML = '';
    setVisibility('hidden');
    setVisibility('visible');
    setVisibility('hidden');
    await settle();
    expect([create.mock.calls.length, loads()]).toEqual([1, 0]);
    expect(create).toHaveBeenCalledWith(CONFIG, [expect.objectContaining({ content: 'a-b-0' })]);
  });

  it('loads the SDK for a navigation that needs it, before the page is idle', async () => {
    const before = open({ loadVisit: visitOf(false, isCart).loadVisit });
    before.handle.onRouterTransitionStart('/cart', 'push');
    await rest();
    expect(before.loads()).toBe(1);
  });

  it('loads the SDK for a navigation that needs it, after the page was idle', async () => {
    const after = open({ loadVisit: visitOf(false, isCart).loadVisit });
    await rest();
    after.handle.onRouterTransitionStart('/home', 'push');
    expect(after.loads()).toBe(0);
    after.handle.onRouterTransitionStart('/cart', 'push');
    expect(after.loads()).toBe(1);
  });

  it('sends no session if an error has loaded the SDK', async () => {
    const { loadVisit } = visitOf(false);
    const { loads } = open({ loadVisit });
    throwUncaught(new Error('x'));
    await rest();
    expect([loads(), loadVisit.mock.calls.length]).toEqual([1, 0]);
  });

  it('loads the SDK for an error, and with its earlier items', async () => {
    const { loadVisit } = visitOf(false);
    const { sdk, loads } = open({ loadVisit });
    await rest();
    window.document.body.click();
    expect(loads()).toBe(0);
    throwUncaught(new Error('x'), 'x');
    await settle();
    expect(titles(sdk.replayed)).toEqual(['click', 'x']);
  });

  it('loads the SDK if the chunk of the visit is missing', async () => {
    const { loads } = open({ loadVisit: () => Promise.reject(new Error('404')) });
    await rest();
    expect(loads()).toBe(1);
  });
});
