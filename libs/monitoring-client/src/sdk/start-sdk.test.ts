import * as Sentry from '@sentry/browser';
import { makeSession } from '@sentry/core';
import { CONFIG, itemOf, uncaught } from '../../testing/early.helper.ts';
import { keptErrors, record } from '../../testing/kept-errors.helper.ts';
import { bufferOf, fetches, sentItems, startRealSdk } from '../../testing/real-sdk.helper.ts';
import { keepForNetwork } from './keep-for-network.ts';
import type { LazyIntegration } from './start-sdk.ts';

const { start } = startRealSdk();

describe('startSdk with the real @sentry/browser', () => {
  it('S8 sends everything by POST to the tunnel’s path on the page’s own origin', async () => {
    const { flush } = await start(undefined, { tracesSampleRate: 1 });
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
    const { flush } = await start(undefined, { tunnel: '' });
    Sentry.captureException(new Error('caught'));
    await flush();
    expect(fetches.length).toBeGreaterThan(0);
    for (const { url } of fetches) expect(url.origin).toBe('https://o450.ingest.sentry.io');
  });

  it('continues the server’s trace if its tags were removed, and adds none', async () => {
    document.head.innerHTML =
      '<meta name="sentry-trace" content="a-b-1"><meta name="baggage" content="sentry-trace_id=a">';
    const noted = document.head.innerHTML;
    const tags = [...document.head.querySelectorAll('meta')];
    document.head.innerHTML = '';
    let seen: string | undefined;
    const init = (): void => {
      seen = document.head.innerHTML;
    };
    await start(bufferOf([], tags), {}, { init });
    expect(seen).toBe(noted);
    expect(document.head.innerHTML).toBe('');
  });

  it('keeps tags that are present or have been replaced', async () => {
    document.head.innerHTML = '<meta name="baggage" content="noted">';
    const tags = [...document.head.querySelectorAll('meta')];
    document.head.innerHTML = '<meta name="baggage" content="own">';
    await start(bufferOf([], tags));
    expect(document.head.innerHTML).toBe('<meta name="baggage" content="own">');
    document.head.innerHTML = '';
  });

  describe('a visit whose session was sent without it', () => {
    const session = { sid: '0123456789abcdef0123456789abcdef', started: new Date(1_700_000_000_000) };
    const bufferFor = (draw: number, wasSent = true) =>
      bufferOf([], [], {
        draw,
        send: () => Promise.resolve(true),
        needsSdk: () => false,
        handOver: () => (wasSent ? session : undefined),
      });

    // `browserSessionIntegration` begins its session once for all tests of a file.
    const captureSessions = async (wasSent: boolean): Promise<Record<string, unknown>[]> => {
      const { flush } = await start(bufferFor(0.5, wasSent));
      const client = Sentry.getClient()!;
      fetches.length = 0;
      const [first, second] = [makeSession(), makeSession()];
      client.captureSession(first);
      client.captureSession(first);
      client.captureSession(second);
      await flush();
      return sentItems('session').map(({ sid, started, init }) => ({ sid, started, init }));
    };

    it('goes on in the same session; the next one is new', async () => {
      const same = { sid: session.sid, started: '2023-11-14T22:13:20.000Z', init: false };
      const [first, update, second] = await captureSessions(true);
      expect([first, update]).toEqual([same, same]);
      expect(second).toMatchObject({ init: true });
    });

    it('control: begins one of its own if none was sent', async () => {
      const [first, update, second] = await captureSessions(false);
      expect([first, update, second].map((it) => it!['init'])).toEqual([true, false, true]);
      expect(first!['sid']).not.toBe(session.sid);
    });

    it.each([
      [0.24, 1],
      [0.25, 0],
      [-1, undefined],
      [1, undefined],
    ])('samples the trace of its page load by the number %d', async (draw, expected) => {
      const random = jest.spyOn(Math, 'random').mockReturnValue(0.9);
      let rand: number | undefined;
      const tracing = {
        name: 'BrowserTracing',
        setup: () => {
          const span = Sentry.startInactiveSpan({ name: 'page load' });
          rand = Sentry.getCurrentScope().getPropagationContext().sampleRand;
          if (expected !== undefined) expect(Number(Sentry.spanToTraceHeader(span).at(-1))).toBe(expected);
          span.end();
        },
      };
      await start(bufferFor(draw), { tracesSampleRate: 0.25, integrations: [tracing] });
      expect(rand === draw).toBe(expected !== undefined);
      random.mockRestore();
    });
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
  ])('throws if the SDK %s', async (_how, sdk, message) => {
    await expect(start(undefined, {}, sdk)).rejects.toThrow(message);
  });

  describe('with a scheduler', () => {
    const names = (): readonly string[] => Sentry.getClient()?.getIntegrationNames() ?? [];

    let tagsAtTracing: string | undefined;

    async function startInParts(onPause: (part: number) => void, abort = false): Promise<void> {
      let part = 0;
      const pause = (): Promise<void> => {
        onPause(part++);
        return abort ? Promise.reject(new Error('aborted')) : Promise.resolve();
      };
      Object.assign(globalThis, { scheduler: { yield: pause } });
      document.head.innerHTML = '<meta name="baggage" content="sentry-trace_id=a">';
      const tags = [...document.head.querySelectorAll('meta')];
      document.head.innerHTML = '';
      const tracing = { name: 'BrowserTracing', setup: () => (tagsAtTracing = document.head.innerHTML) };
      await start(bufferOf([], tags), { integrations: [tracing] });
      Reflect.deleteProperty(globalThis, 'scheduler');
    }

    it('sets up what events pass through, then tracing, then what captures errors', async () => {
      const seen: (readonly string[])[] = [];
      await startInParts(() => {
        seen.push(names());
      });
      seen.push(names());
      const known = [
        'EventFilters',
        'LinkedErrors',
        'Dedupe',
        'BrowserTracing',
        'GlobalHandlers',
        'Breadcrumbs',
      ];
      expect(seen.map((part) => known.filter((name) => part.includes(name)))).toEqual([
        known.slice(0, 3),
        known.slice(0, 4),
        known,
      ]);
      expect(document.head.innerHTML).toBe('');
      expect(tagsAtTracing).toContain('sentry-trace_id=a');
    });

    it('goes on if the page aborts it', async () => {
      await startInParts(() => undefined, true);
      expect(names()).toContain('GlobalHandlers');
    });

    it('does not add trace tags again that the SDK has removed', async () => {
      document.head.innerHTML = '<meta name="sentry-trace" content="a-b-1">';
      const tags = [...document.head.querySelectorAll('meta')];
      document.head.innerHTML = '';
      const init = (options: Sentry.BrowserOptions): void => {
        document.head.innerHTML = '';
        Sentry.init(options);
      };
      let seen: string | undefined;
      const tracing = { name: 'BrowserTracing', setup: () => (seen = document.head.innerHTML) };
      await start(bufferOf([], tags), { integrations: [tracing] }, { init });
      expect(seen).toBe('');
    });
  });

  it.each([
    [0.24, ['loadTracing', 'init']],
    [0.25, ['init']],
  ])('loads tracing first if the number of the tab, %d, is sampled', async (draw, expected) => {
    sessionStorage.setItem('adit-draw', String(draw));
    const calls: string[] = [];
    const init = (options: Sentry.BrowserOptions): void => {
      calls.push('init');
      Sentry.init(options);
    };
    const loadTracing = (): Promise<unknown> => Promise.resolve(calls.push('loadTracing'));
    await start(undefined, { tracesSampleRate: 0.25 }, { init, loadTracing });
    expect(calls).toEqual(expected);
    sessionStorage.clear();
  });

  describe('errors that are kept in the browser', () => {
    afterEach(() => localStorage.clear());

    it.each([
      // Control: nothing waits, so it is sent and removed at once.
      ['unsampled', 'f', false],
      ['sampled', '0', true],
    ])(
      'stay after a navigation that is %s until it is reported with tracing',
      async (_which, digit, waits) => {
        const item = uncaught(new Error('x'));
        const before = itemOf({ kind: 'navigation', data: { href: '/shop', type: 'push' } });
        const navigation = { ...before, event: { ...before.event, event_id: digit.repeat(32) } };
        localStorage.setItem(
          `adit-error-${item.event.event_id}`,
          record({ ...item.event, timestamp: Date.now() / 1_000 }),
        );
        sessionStorage.setItem('adit-draw', '0.9');
        let arrive!: () => void;
        const loadTracing = (): Promise<void> => new Promise((resolve) => (arrive = resolve));
        const { flush } = await start(
          bufferOf([navigation, item]),
          { tracesSampleRate: 0.5, transport: keepForNetwork(Sentry.makeFetchTransport) },
          { loadTracing },
        );
        sessionStorage.clear();
        // Timers that were set before have run then.
        await new Promise((resolve) => setTimeout(resolve));
        await flush();
        expect([sentItems('event').length, keptErrors().length]).toEqual(waits ? [0, 1] : [1, 0]);
        expect(item.settled.signal.aborted).toBe(!waits);
        if (!waits) return;
        arrive();
        await new Promise((resolve) => setTimeout(resolve));
        await flush();
        expect([sentItems('event').length, keptErrors().length]).toEqual([1, 0]);
        expect(item.settled.signal.aborted).toBe(true);
      },
    );

    it.each([
      [200, 0],
      [413, 0],
      [401, 1],
      [429, 1],
      [502, 1],
    ])('stay until the server has accepted or refused them, %d: %d are left', async (statusCode, left) => {
      const item = uncaught(new Error('x'));
      localStorage.setItem(
        `adit-error-${item.event.event_id}`,
        record({ ...item.event, timestamp: Date.now() / 1_000 }),
      );
      let answer!: (response: object) => void;
      const transport = (options: Parameters<typeof Sentry.createTransport>[0]) =>
        Sentry.createTransport(options, () => new Promise((resolve) => (answer = resolve)));
      const { flush } = await start(bufferOf([item]), { transport });
      expect(keptErrors()).toHaveLength(1);
      answer({ statusCode });
      await flush();
      expect(keptErrors()).toHaveLength(left);
    });

    it('are sent if an earlier page has kept them', async () => {
      const timestamp = Date.now() / 1_000 - 3_600;
      localStorage.setItem('adit-error-a', record({ event_id: 'a', timestamp }));
      const { flush } = await start();
      await flush();
      await new Promise((resolve) => setTimeout(resolve));
      expect(sentItems('event')[0]).toMatchObject({ event_id: 'a', timestamp });
    });
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
      await start(undefined, { lazyIntegrations: [lazy('Never', 0.5), lazy('Now', 0.51), lazy('Always')] });
      await Promise.resolve();
      await Promise.resolve();
      random.mockRestore();
      expect(names()).toEqual(expect.arrayContaining(['Now', 'Always']));
      expect(names()).not.toContain('Never');
    });

    it('are left out if they do not load', async () => {
      await start(undefined, {
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
