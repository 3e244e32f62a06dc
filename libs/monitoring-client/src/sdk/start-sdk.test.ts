import * as Sentry from '@sentry/browser';
import { startMonitoring, type MonitoringSdk } from './start-monitoring.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const TUNNEL = '/monitoring-tunnel?o=450&p=4509';

interface RecordedFetch {
  url: URL;
  method: string | undefined;
  body: string;
}

/** jsdom has no fetch; the SDK keeps hold of the one it finds first, so there is one for the whole file. */
const fetches: RecordedFetch[] = [];
globalThis.fetch = ((url: string, init: RequestInit) => {
  fetches.push({ url: new URL(url, location.href), method: init.method, body: init.body as string });
  return Promise.resolve({ status: 200, headers: new Headers() } as Response);
}) as typeof fetch;

// Jest fails a test for an uncaught error of the page unless the page listens itself.
window.addEventListener('error', () => undefined);

const brokenSdk = (broken: Partial<MonitoringSdk<{ dsn?: string }>>): MonitoringSdk<{ dsn?: string }> => ({
  init: () => undefined,
  getClient: () => undefined,
  captureException: () => 'id',
  flush: () => Promise.resolve(true),
  ...broken,
});
const throwing = (): never => {
  throw new Error('broken SDK');
};

describe(startMonitoring, () => {
  beforeEach(() => {
    fetches.length = 0;
  });

  describe('with the real @sentry/browser', () => {
    let handle: ReturnType<typeof startMonitoring> | undefined;

    afterEach(async () => {
      await handle?.close();
    });

    it('S8 sends everything by POST to the tunnel’s path on the page’s own origin', async () => {
      handle = startMonitoring({
        sdk: Sentry,
        options: { dsn: DSN, tunnel: TUNNEL, release: 'shop@1', tracesSampleRate: 1 },
      });

      handle.captureError(new Error('caught'));
      window.dispatchEvent(new ErrorEvent('error', { message: 'uncaught', error: new Error('uncaught') }));
      Sentry.startSpan({ name: 'checkout' }, () => undefined);
      Sentry.logger.info('paid');
      await handle.flush();

      const types = fetches.flatMap(({ body }) => body.match(/"type":"(?:event|session|span|log)"/g) ?? []);
      expect(new Set(types)).toEqual(
        new Set(['"type":"event"', '"type":"session"', '"type":"span"', '"type":"log"']),
      );
      for (const { url, method } of fetches) {
        expect(method).toBe('POST');
        expect(url.origin).toBe(location.origin);
        expect(url.pathname + url.search).toBe(TUNNEL);
      }
    });

    it('S8 needs the tunnel: without it the SDK sends to the DSN’s host', async () => {
      handle = startMonitoring({ sdk: Sentry, options: { dsn: DSN } });

      handle.captureError(new Error('caught'));
      await handle.flush();

      expect(fetches.length).toBeGreaterThan(0);
      for (const { url } of fetches) expect(url.origin).toBe('https://o450.ingest.sentry.io');
    });

    it('reports what is handed to it, and answers with the id of the event', async () => {
      handle = startMonitoring({ sdk: Sentry, options: { dsn: DSN, tunnel: TUNNEL } });

      const id = handle.captureError(new Error('caught'));
      await handle.flush();

      expect(handle.state).toBe('started');
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect(fetches.map(({ body }) => body).join('\n')).toContain(id);
    });

    it('starts once: a second call returns the first handle', () => {
      handle = startMonitoring({ sdk: Sentry, options: { dsn: DSN, tunnel: TUNNEL } });
      const client = Sentry.getClient();

      const second = startMonitoring({ sdk: Sentry, options: { dsn: DSN, tunnel: '/other' } });

      expect(second).toBe(handle);
      expect(Sentry.getClient()).toBe(client);
    });

    it('stops when closed, and can be started again', async () => {
      const first = startMonitoring({ sdk: Sentry, options: { dsn: DSN, tunnel: TUNNEL } });

      await first.close();
      fetches.length = 0;
      const afterClose = first.captureError(new Error('late'));
      handle = startMonitoring({ sdk: Sentry, options: { dsn: DSN, tunnel: TUNNEL } });

      expect(first.status()).toEqual({ state: 'disabled', reason: 'closed' });
      expect(afterClose).toBeUndefined();
      expect(handle).not.toBe(first);
      expect(handle.state).toBe('started');
    });
  });

  it.each([undefined, ''])('starts nothing with %j for a DSN, and says so', async (dsn) => {
    const init = jest.fn();
    const handle = startMonitoring({ sdk: brokenSdk({ init }), options: dsn === undefined ? {} : { dsn } });

    expect(init).not.toHaveBeenCalled();
    expect(handle.status()).toEqual({ state: 'disabled', reason: 'no-dsn' });
    expect(handle.captureError(new Error('x'))).toBeUndefined();
    expect(await handle.flush()).toBe(true);
    expect(await handle.close()).toBe(true);
  });

  it('survives an SDK that cannot start, warns once and does not try again', () => {
    const warn = jest.fn();
    const init = jest.fn(throwing);
    const sdk = brokenSdk({ init });

    const handle = startMonitoring({ sdk, options: { dsn: DSN }, warn });
    startMonitoring({ sdk, options: { dsn: DSN }, warn });

    expect(handle.status()).toEqual({ state: 'disabled', reason: 'failed' });
    expect(init).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('Monitoring failed'), new Error('broken SDK')],
    ]);
  });

  it('survives an SDK that fails at everything, and warns once', async () => {
    const warn = jest.fn();
    const sdk = brokenSdk({ captureException: throwing, flush: throwing, getClient: throwing });
    const handle = startMonitoring({ sdk, options: { dsn: DSN }, warn });

    expect(handle.captureError(new Error('x'))).toBeUndefined();
    expect(await handle.flush()).toBe(false);
    expect(await handle.close()).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('survives a flush that rejects and a warning that throws', async () => {
    const sdk = brokenSdk({ flush: () => Promise.reject(new Error('offline')) });
    const handle = startMonitoring({ sdk, options: { dsn: DSN }, warn: throwing });

    expect(await handle.flush(10)).toBe(false);
  });

  it('closes when the SDK has no client any more', async () => {
    const handle = startMonitoring({ sdk: brokenSdk({}), options: { dsn: DSN } });

    expect(await handle.close(10)).toBe(true);
  });

  it('warns on the console unless told where', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);

    startMonitoring({ sdk: brokenSdk({ init: throwing }), options: { dsn: DSN } });

    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
