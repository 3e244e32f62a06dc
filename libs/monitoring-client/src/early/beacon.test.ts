import { CONFIG, linesOf, recordBeacons } from '../../testing/early.helper.ts';
import {
  type createSdk,
  monitorPages,
  setVisibility,
  throwUncaught,
  titles,
} from '../../testing/monitored-page.helper.ts';

const { open, settle } = monitorPages();

describe('a page that is left before the SDK has started', () => {
  it.each([
    ['is hidden', () => setVisibility('hidden')],
    ['goes away', () => window.dispatchEvent(new Event('pagehide'))],
  ])('sends its errors when it %s, each once', async (_when, leave) => {
    const sent = recordBeacons();
    let letCome!: (sdk: ReturnType<typeof createSdk>) => void;
    const { sdk } = open({ load: () => new Promise((resolve) => (letCome = resolve)) });
    window.console.error('kept');
    throwUncaught(new Error('lost otherwise'));
    setVisibility('visible');
    expect(sent).toEqual([]);
    leave();
    leave();
    letCome(sdk);
    await settle();
    expect(sent).toHaveLength(1);
    expect(titles(sdk.replayed)).toEqual(['console']);
  });

  it('keeps errors that the browser does not accept', async () => {
    recordBeacons(() => false);
    const { sdk, handle } = open();
    throwUncaught(new Error('x'), 'x');
    setVisibility('hidden');
    await handle.flush();
    expect(titles(sdk.replayed)).toEqual(['x']);
  });

  describe('in a browser with fetchLater', () => {
    let requests: { message: unknown; isCancelled: () => boolean }[];
    beforeEach(() => {
      requests = [];
      Object.assign(window, {
        fetchLater: (url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
          expect(url).toBe(CONFIG.tunnel);
          const event = linesOf(body)[2] as { exception: { values: { value: unknown }[] } };
          requests.push({ message: event.exception.values[0]?.value, isCancelled: () => signal.aborted });
          return { activated: false };
        },
      });
    });
    afterEach(() => {
      delete (window as { fetchLater?: unknown }).fetchLater;
    });
    const states = (): unknown[] => requests.map(({ message, isCancelled }) => [message, isCancelled()]);

    it('defers a request for each error, and for nothing else', () => {
      open();
      window.console.error('said');
      throwUncaught(undefined, 'Script error.');
      throwUncaught(new Error('x'));
      expect(states()).toEqual([['x', false]]);
    });

    it('cancels only the requests of errors that the beacon sent', () => {
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

    it('lets the SDK cancel the requests', async () => {
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

  it('sends what fits into the browser’s 64 KiB', () => {
    // https://fetch.spec.whatwg.org/#http-network-or-cache-fetch: 64 KiB for all that is under way
    let room = 64 * 1_024;
    const sent = recordBeacons((body) => {
      const { size } = new Blob([body]);
      if (size > room) return false;
      room -= size;
      return true;
    });
    open({ load: () => new Promise(() => undefined) });
    for (let count = 0; count < 30; count += 1) throwUncaught(new Error(`${count} ${'x'.repeat(1_000_000)}`));
    setVisibility('hidden');
    expect(sent.length).toBeGreaterThan(14);
  });

  it('continues if the browser’s quota is used up', () => {
    Object.assign(window, {
      fetchLater: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const { handle } = open();
    expect(() => handle.captureError(new Error('x'))).not.toThrow();
    delete (window as { fetchLater?: unknown }).fetchLater;
  });

  it('sends neither noise nor, without a tunnel, errors', () => {
    const sent = recordBeacons();
    open({ config: { dsn: CONFIG.dsn } });
    throwUncaught(undefined, 'ResizeObserver loop limit exceeded');
    throwUncaught(new Error('x'));
    setVisibility('hidden');
    expect(sent).toEqual([]);
  });

  it('can be left if an error cannot be serialised', () => {
    const sent = recordBeacons();
    open({ load: () => new Promise(() => undefined) });
    throwUncaught(Object.create(null), 'x');
    throwUncaught(new Error('y'));
    expect(() => setVisibility('hidden')).not.toThrow();
    expect(sent).toHaveLength(1);
  });

  it('sends errors by the beacon if the SDK does not load, earlier and later ones', async () => {
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
