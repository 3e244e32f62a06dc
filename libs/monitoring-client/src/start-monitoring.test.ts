import type { EarlyItem } from './early/early-items.ts';
import { CONFIG, linesOf, recordBeacons, restoreWindowAfterEach } from '../testing/early.contract.ts';
import { startMonitoring, type EarlyBuffer, type StartMonitoringOptions } from './start-monitoring.ts';

restoreWindowAfterEach();
// Jest fails a test for an uncaught error of the page unless the page listens itself.
window.addEventListener('error', () => undefined);

/** An SDK that notes what is replayed to it, and comes when it is let. */
function createSdk() {
  const replayed: EarlyItem[] = [];
  const started: EarlyBuffer[] = [];
  const flushed: (number | undefined)[] = [];
  return {
    replayed,
    started,
    flushed,
    start: (early: EarlyBuffer) => {
      started.push(early);
      early.connect((item) => replayed.push(item));
      return {
        flush: (timeoutMs?: number) => {
          flushed.push(timeoutMs);
          return Promise.resolve(true);
        },
        close: () => Promise.resolve(true),
      };
    },
  };
}

const throwUncaught = (error: unknown, message = String(error)): void => {
  window.dispatchEvent(
    Object.assign(new Event('error'), { message, error, filename: '', lineno: 0, colno: 0 }),
  );
};
const setVisibility = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};
const ON_ERROR = 'auto.browser.global_handlers.onerror';
const titles = (items: readonly EarlyItem[]): unknown[] =>
  items.map(({ kind, data }) => (kind === ON_ERROR ? (data as { message: unknown }).message : kind));

describe('startMonitoring', () => {
  let idle: (() => void)[];
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    idle = [];
    Object.assign(window, { requestIdleCallback: (callback: () => void) => idle.push(callback) });
    Object.defineProperty(document, 'readyState', { value: 'loading', configurable: true });
  });
  afterEach(() => {
    setVisibility('visible');
    jest.useRealTimers();
    delete document.documentElement.dataset['monitoring'];
    document.head.innerHTML = '';
  });

  const open = (options: Partial<StartMonitoringOptions> = {}) => {
    const sdk = createSdk();
    let loads = 0;
    const handle = startMonitoring({
      load: () => {
        loads += 1;
        return Promise.resolve(sdk);
      },
      config: CONFIG,
      ...options,
    });
    return { sdk, handle, loads: () => loads };
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);

  it('does nothing where there is no DSN', async () => {
    const { handle, loads } = open({ config: {} });
    throwUncaught(new Error('x'));
    handle.captureError(new Error('x'));
    handle.onRouterTransitionStart('/', 'push');
    expect([await handle.flush(), loads()]).toEqual([true, 0]);
  });

  it.each([
    ['is not there', undefined, 0],
    ['is no JSON', '{', 0],
    ['holds a DSN', JSON.stringify(CONFIG), 1],
  ])('reads the document where its attribute %s', async (_what, text, expected) => {
    if (text !== undefined) document.documentElement.dataset['monitoring'] = text;
    const { handle, loads } = open({ config: undefined });
    await handle.flush();
    expect(loads()).toBe(expected);
  });

  it('loads the SDK once the loaded page was quiet and is idle, and not before', async () => {
    const { sdk, loads } = open();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([idle.length, loads()]).toEqual([0, 0]);
    window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(idle).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect([idle.length, loads()]).toEqual([1, 0]);
    idle[0]?.();
    await settle();
    expect([loads(), sdk.started.length]).toEqual([1, 1]);
  });

  it('leaves the page alone for as long as it is told', async () => {
    open({ quietMs: 100 });
    window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(99);
    expect(idle).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(idle).toHaveLength(1);
  });

  it('waits for no load event that is past, and for no idle time where the browser tells of none', async () => {
    Object.defineProperty(document, 'readyState', { value: 'complete', configurable: true });
    Object.assign(window, { requestIdleCallback: undefined });
    const { loads } = open({ quietMs: 0 });
    await jest.advanceTimersByTimeAsync(5);
    expect(loads()).toBe(1);
  });

  it('loads the SDK when nobody looks at the page', async () => {
    const { loads } = open();
    setVisibility('hidden');
    await settle();
    expect(loads()).toBe(1);
  });

  it.each([
    ['an error', () => throwUncaught(new Error('x'))],
    ['a rejection', () => window.dispatchEvent(new Event('unhandledrejection'))],
  ])('loads the SDK at once for %s', async (_what, raise) => {
    const { sdk, loads } = open();
    raise();
    await settle();
    expect([loads(), sdk.replayed.length]).toEqual([1, 1]);
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

  it('does not load it for a navigation or the console alone', async () => {
    const { handle, loads } = open();
    handle.onRouterTransitionStart('/cart', 'push');
    window.console.error('x');
    await settle();
    expect(loads()).toBe(0);
  });

  it('replays everything in order with the time and address of then, and passes on what follows', async () => {
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

  it('hands over the tags the document came with', async () => {
    document.head.innerHTML = '<meta name="sentry-trace" content="a-b-1"><meta name="baggage" content="">';
    const { sdk, handle } = open();
    document.head.innerHTML = '';
    await handle.flush();
    expect(sdk.started[0]?.metaTags.map(({ outerHTML }) => outerHTML)).toEqual([
      '<meta name="sentry-trace" content="a-b-1">',
      '<meta name="baggage" content="">',
    ]);
  });

  it('replays and sends a real error though fifty items of the console came before it', async () => {
    const { sdk, handle } = open();
    for (let count = 0; count < 50; count += 1) window.console.error(count);
    throwUncaught(new Error('real'), 'real');
    await handle.flush();
    expect(titles(sdk.replayed)).toContain('real');
  });

  it('flushes with the SDK, two seconds unless told otherwise', async () => {
    const { sdk, handle, loads } = open();
    expect([await handle.flush(), await handle.flush(50)]).toEqual([true, true]);
    expect([sdk.flushed, loads()]).toEqual([[2_000, 50], 1]);
  });

  it('says when flushing fails', async () => {
    const failing = {
      start: () => ({ flush: () => Promise.reject(new Error('x')), close: () => Promise.resolve(true) }),
    };
    const { handle } = open({ load: () => Promise.resolve(failing) });
    expect(await handle.flush()).toBe(false);
  });

  describe('a page that is left before the SDK is there', () => {
    it.each([
      ['is hidden', () => setVisibility('hidden')],
      ['goes away', () => window.dispatchEvent(new Event('pagehide'))],
    ])('sends its errors when it %s, each once', async (_when, leave) => {
      const sent = recordBeacons();
      let letCome!: (sdk: ReturnType<typeof createSdk>) => void;
      const { sdk } = open({ load: () => new Promise((resolve) => (letCome = resolve)) });
      window.console.error('kept');
      throwUncaught(new Error('lost otherwise'));
      leave();
      leave();
      letCome(sdk);
      await settle();
      expect(sent).toHaveLength(1);
      expect(titles(sdk.replayed)).toEqual(['console']);
    });

    it('keeps what the browser does not take', async () => {
      recordBeacons(() => false);
      const { sdk, handle } = open();
      throwUncaught(new Error('x'), 'x');
      setVisibility('hidden');
      await handle.flush();
      expect(titles(sdk.replayed)).toEqual(['x']);
    });

    it('sends nothing when it is shown', () => {
      const sent = recordBeacons();
      open({ load: () => new Promise(() => undefined) });
      throwUncaught(new Error('x'));
      setVisibility('visible');
      expect(sent).toEqual([]);
    });

    describe('in a browser that sends them when the page is gone', () => {
      let copies: { message: unknown; isDropped: () => boolean }[];
      beforeEach(() => {
        copies = [];
        Object.assign(window, {
          fetchLater: (url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
            expect(url).toBe(CONFIG.tunnel);
            const event = linesOf(body)[2] as { exception: { values: { value: unknown }[] } };
            copies.push({ message: event.exception.values[0]?.value, isDropped: () => signal.aborted });
            return { activated: false };
          },
        });
      });
      afterEach(() => {
        delete (window as { fetchLater?: unknown }).fetchLater;
      });
      const states = (): unknown[] => copies.map(({ message, isDropped }) => [message, isDropped()]);

      it('leaves a copy of each error there, and of nothing else', () => {
        open();
        window.console.error('said');
        throwUncaught(undefined, 'Script error.');
        throwUncaught(new Error('x'));
        expect(states()).toEqual([['x', false]]);
      });

      it('has only those dropped that the beacon took', () => {
        recordBeacons((body) => body.includes('taken'));
        open({ load: () => new Promise(() => undefined) });
        throwUncaught(new Error('taken'));
        throwUncaught(new Error('refused'));
        setVisibility('hidden');
        throwUncaught(new Error('later'));
        expect(states()).toEqual([
          ['taken', true],
          ['refused', false],
          ['later', false],
        ]);
      });

      it('leaves it to the SDK when a copy is dropped', async () => {
        const { sdk, handle } = open();
        throwUncaught(new Error('x'));
        throwUncaught(new Error('y'));
        await handle.flush();
        expect(states()).toEqual([
          ['x', false],
          ['y', false],
        ]);
        sdk.replayed[1]?.settled.abort();
        expect(states()).toEqual([
          ['x', false],
          ['y', true],
        ]);
      });
    });

    it('sends what fits into the room the browser has left', () => {
      // https://fetch.spec.whatwg.org/#http-network-or-cache-fetch: 64 KiB for all that is under way
      let room = 64 * 1_024;
      const sent = recordBeacons((body) => {
        const { size } = new Blob([body]);
        if (size > room) return false;
        room -= size;
        return true;
      });
      open({ load: () => new Promise(() => undefined) });
      for (let count = 0; count < 30; count += 1)
        throwUncaught(new Error(`${count} ${'x'.repeat(1_000_000)}`));
      setVisibility('hidden');
      expect(sent.length).toBeGreaterThan(14);
    });

    it('goes on where the browser keeps no more', () => {
      Object.assign(window, {
        fetchLater: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      });
      const { handle } = open();
      expect(() => handle.captureError(new Error('x'))).not.toThrow();
      delete (window as { fetchLater?: unknown }).fetchLater;
    });

    it('keeps to itself what nobody would read, and what has nowhere to go', () => {
      const sent = recordBeacons();
      open({ config: { dsn: CONFIG.dsn } });
      throwUncaught(undefined, 'ResizeObserver loop limit exceeded');
      throwUncaught(new Error('x'));
      setVisibility('hidden');
      expect(sent).toEqual([]);
    });

    it('is not kept from leaving by what cannot be said', () => {
      const sent = recordBeacons();
      open({ load: () => new Promise(() => undefined) });
      throwUncaught(Object.create(null), 'x');
      throwUncaught(new Error('y'));
      expect(() => setVisibility('hidden')).not.toThrow();
      expect(sent).toHaveLength(1);
    });
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
    it('is asked for three times, in growing intervals', async () => {
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

    it('is no loss where it comes in the end', async () => {
      const sdk = createSdk();
      let loads = 0;
      const { handle } = open({
        load: () => ((loads += 1) < 3 ? Promise.reject(new Error('offline')) : Promise.resolve(sdk)),
      });
      handle.captureError(new Error('x'));
      await jest.advanceTimersByTimeAsync(5_000);
      expect(sdk.replayed).toHaveLength(1);
    });

    it('leaves the errors to the beacon, those before and those after', async () => {
      const sent = recordBeacons();
      const { handle } = open({ load: () => Promise.reject(new Error('offline')) });
      handle.captureError(new Error('before'));
      const flushed = handle.flush();
      await jest.advanceTimersByTimeAsync(5_000);
      expect([await flushed, sent.length]).toEqual([false, 1]);
      throwUncaught(new Error('after'));
      await settle();
      expect(sent).toHaveLength(2);
    });
  });
});
