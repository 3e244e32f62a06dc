import { createScrubber } from '../src/scrub/scrubber.ts';
import { DSN, errorAtDepth, startSdk, type OptionsContract } from './sdk-harness.contract.ts';

/** Every timer that Jest would fake, the date apart. */
const REAL_TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'nextTick',
  'queueMicrotask',
  'performance',
] as const;

function nested(depth: number): unknown {
  return depth === 0 ? 'bottom' : { level: nested(depth - 1) };
}

function chainOf(causes: number): Error {
  return causes === 0 ? new Error('root') : new Error(`cause ${causes}`, { cause: chainOf(causes - 1) });
}

/** The settings that hold whichever SDK is started. */
export function describeSettings(contract: OptionsContract): void {
  const { sdk } = contract;
  const start = startSdk(contract);
  const stackTraceLimit = Error.stackTraceLimit;

  afterEach(async () => {
    jest.useRealTimers();
    Error.stackTraceLimit = stackTraceLimit;
    await sdk.close(100);
  });

  it('S1 starts the SDK and an error raised is sent', async () => {
    const { events, log } = start();

    sdk.captureException(new Error('real'));
    await sdk.flush(1_000);

    expect(events().map((event) => event.exception?.values?.[0]?.value)).toEqual(['real']);
    expect(log.entries()).toMatchObject([{ kind: 'sent', status: 200, type: 'error', title: 'Error: real' }]);
  });

  it('S1 sends nothing when there is no DSN', async () => {
    const { events } = start({ env: {} });

    sdk.captureException(new Error('real'));
    await sdk.flush(1_000);

    expect(events()).toEqual([]);
  });

  it('S19 sends the release that the build fixed', async () => {
    const { events } = start({
      env: { SENTRY_DSN: DSN, NEXT_PUBLIC_SENTRY_RELEASE: 'built@1', SENTRY_RELEASE: 'later@2' },
    });

    sdk.captureException(new Error('real'));
    await sdk.flush(1_000);

    expect(events()[0]?.release).toBe('built@1');
  });

  it.each([
    ['S20', {}, 'production'],
    ['S21', { VERCEL_ENV: 'preview' }, 'vercel-preview'],
  ])('%s sends the environment, from %j', async (_id, variables, environment) => {
    const { events } = start({ env: { SENTRY_DSN: DSN, ...variables } });

    sdk.captureException(new Error('real'));
    await sdk.flush(1_000);

    expect(events()[0]?.environment).toBe(environment);
  });

  it('S22 sends 50 frames of a stack 80 deep, the ones nearest the throw', async () => {
    Error.stackTraceLimit = 10;
    const { events } = start();
    const raised = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;

    sdk.captureException(errorAtDepth(80));
    await sdk.flush(1_000);

    const frames = events()[0]?.exception?.values?.[0]?.stacktrace?.frames ?? [];
    expect(raised).toBe(50);
    expect(frames).toHaveLength(50);
    expect(frames.at(-1)?.function).toContain('errorAtDepth');
    expect(frames[0]?.function).toContain('errorAtDepth');
  });

  it('S22 sends as many frames as `stackFrames`', async () => {
    const { events } = start({ overrides: { limits: { stackFrames: 7 } } });

    sdk.captureException(errorAtDepth(80));
    await sdk.flush(1_000);

    const frames = events()[0]?.exception?.values?.[0]?.stacktrace?.frames ?? [];
    expect(frames).toHaveLength(7);
    expect(frames.at(-1)?.function).toContain('errorAtDepth');
  });

  it.each([
    [undefined, { level: { level: { level: '[Object]' } } }],
    [4, { level: { level: { level: { level: '[Object]' } } } }],
  ])('S23 normalises what is 6 levels deep to depth %s (default 3)', async (normalizeDepth, expected) => {
    const { events } = start({
      overrides: { limits: normalizeDepth === undefined ? {} : { normalizeDepth } },
    });

    sdk.captureException(new Error('real'), {
      captureContext: { extra: nested(6) as Record<string, unknown> },
    });
    await sdk.flush(1_000);

    expect(events()[0]?.extra).toEqual(expected);
  });

  it.each([
    [undefined, 1_000],
    [20, 20],
  ])('S24 keeps of 1500 elements, with the limit %s, %s', async (normalizeMaxBreadth, expected) => {
    const { events } = start({
      overrides: { limits: normalizeMaxBreadth === undefined ? {} : { normalizeMaxBreadth } },
    });
    const wide = Array.from({ length: 1_500 }, (_, index) => index);

    sdk.captureException(new Error('real'), { captureContext: { extra: { wide } } });
    await sdk.flush(1_000);

    const kept = events()[0]?.extra?.['wide'] as unknown[];
    // The SDK marks the place where it stopped with one element of its own.
    expect(kept.filter((element) => typeof element === 'number')).toHaveLength(expected);
    expect(kept.slice(expected)).toEqual(['[MaxProperties ~]']);
  });

  it('S26 sends nothing for 60 s after a 429 that names no time, then sends again', async () => {
    // Only the date is faked: the Node SDK looks at the machine while it prepares an event, which takes real time.
    jest.useFakeTimers({ now: 0, doNotFake: [...REAL_TIMERS] });
    const { events, answerNext, log } = start();
    const raiseAt = async (atMs: number, message: string) => {
      jest.setSystemTime(atMs);
      sdk.captureEvent({ message });
      await sdk.flush(1_000);
    };
    answerNext(429);

    await raiseAt(0, 'limited');
    await raiseAt(1, 'at once');
    await raiseAt(59_999, 'just before');
    await raiseAt(60_000, 'after');

    expect(events().map(({ message }) => message)).toEqual(['limited', 'after']);
    expect(log.entries()).toMatchObject([
      { kind: 'failed', status: 429, title: 'limited' },
      { kind: 'failed', title: 'at once', reason: expect.stringContaining('rate limit') as string },
      { kind: 'failed', title: 'just before' },
      { kind: 'sent', title: 'after' },
    ]);
  });

  it.each([
    [undefined, 5],
    [2, 2],
  ])('S27 sends of 8 causes, with the limit %s, %s linked errors', async (linkedErrors, linked) => {
    const { events } = start({
      overrides: { limits: linkedErrors === undefined ? {} : { linkedErrors } },
    });

    sdk.captureException(chainOf(8));
    await sdk.flush(1_000);

    const values = events()[0]?.exception?.values ?? [];
    expect(values.at(-1)?.value).toBe('cause 8');
    expect(values.slice(0, -1).map(({ value }) => value)).toEqual(
      Array.from({ length: linked }, (_, index) => `cause ${8 - linked + index}`),
    );
  });
}

/** Logs are sent by a timer, in every SDK but the edge one. */
export function describeLogTimer(contract: OptionsContract): void {
  const { sdk } = contract;
  const start = startSdk(contract);

  afterEach(async () => {
    jest.useRealTimers();
    await sdk.close(100);
  });

  it.each([
    [undefined, 4_900, 5_000],
    [200, 190, 200],
  ])(
    'S25 sends a log after an idle delay of %s: not after %s ms, after %s ms',
    async (logFlushIdleMs, before, after) => {
      jest.useFakeTimers();
      const { logs } = start({
        overrides: { limits: logFlushIdleMs === undefined ? {} : { logFlushIdleMs } },
      });

      sdk.logger.info('first');
      await jest.advanceTimersByTimeAsync(before);
      const early = logs().length;
      await jest.advanceTimersByTimeAsync(after - before);

      expect(early).toBe(0);
      expect(logs().map(({ items }) => items.map(({ body }) => body))).toEqual([['first']]);
    },
  );
}

/** What is taken out of everything that is sent, and how much of it is sent. */
export function describeOutgoing(contract: OptionsContract): void {
  const { sdk } = contract;
  const start = startSdk(contract);
  const SECRET = 'HUNTER2';
  const address = `https://shop.test/cb?page=2&token=${SECRET}#access_token=${SECRET}`;
  const clean = 'https://shop.test/cb?page=2&token=[Filtered]#access_token=[Filtered]';

  afterEach(async () => {
    await sdk.close(100);
  });

  const raise = (): void => {
    sdk.captureEvent({
      message: `failed at ${address}`,
      transaction: `GET /cb?token=${SECRET}`,
      request: {
        url: address,
        headers: { Referer: address, Authorization: SECRET },
        query_string: `token=${SECRET}`,
      },
      breadcrumbs: [{ category: 'navigation', data: { from: address, to: '/ok' } }],
      tags: { url: address },
      contexts: { nextjs: { request_path: address } },
      exception: {
        values: [
          {
            type: 'Error',
            value: address,
            stacktrace: { frames: [{ filename: address, abs_path: address }] },
          },
        ],
      },
    });
    sdk.startSpan(
      {
        name: `GET /cb?token=${SECRET}`,
        op: 'http.server',
        attributes: { 'url.full': address },
        parentSpan: null,
      },
      () => {
        sdk.startSpan(
          { name: 'child', op: 'http.client', attributes: { 'url.query': `?token=${SECRET}` } },
          () => undefined,
        );
      },
    );
    sdk.logger.info(`answered ${address}`);
  };

  it.each(['stream', 'static'] as const)(
    'sends no secret of a URL in anything (%s traces)',
    async (traceLifecycle) => {
      const { events, bodies } = start({ traceLifecycle });

      raise();
      await sdk.flush(1_000);

      expect(bodies().join('\n')).not.toContain(SECRET);
      expect(events()[0]).toMatchObject({
        message: `failed at ${clean}`,
        request: { url: clean, headers: { Referer: clean, Authorization: '[Filtered]' } },
        tags: { url: clean },
      });
    },
  );

  it.each(['stream', 'static'] as const)(
    'sends all of it if scrubbing is off (%s traces)',
    async (traceLifecycle) => {
      const { itemTypes, bodies } = start({ traceLifecycle, overrides: { scrub: false } });

      raise();
      await sdk.flush(1_000);

      expect(itemTypes()).toEqual(
        expect.arrayContaining(['event', traceLifecycle === 'stream' ? 'span' : 'transaction']),
      );
      expect(bodies().filter((body) => body.includes(SECRET)).length).toBeGreaterThanOrEqual(2);
    },
  );

  it('trims an event that is too large to 1 MiB and keeps its exception', async () => {
    const { events, bodies } = start();
    const rows = Array.from({ length: 900 }, () => 'x'.repeat(4_000));

    sdk.captureException(new Error('too much'), { captureContext: { extra: { rows } } });
    await sdk.flush(1_000);

    expect(Math.max(...bodies().map(({ length }) => length))).toBeLessThan(1_048_576 + 1_024);
    expect(events()[0]?.exception?.values?.[0]).toMatchObject({ type: 'Error', value: 'too much' });
    expect(events()[0]).toMatchObject({ _meta: { extra: { '': { rem: [['!limit', 'x']] } } } });
  });

  it('sends the same event with more than 3 MB if `maxEventBytes` is false', async () => {
    const { bodies } = start({ overrides: { maxEventBytes: false } });
    const rows = Array.from({ length: 900 }, () => 'x'.repeat(4_000));

    sdk.captureException(new Error('too much'), { captureContext: { extra: { rows } } });
    await sdk.flush(1_000);

    expect(Math.max(...bodies().map(({ length }) => length))).toBeGreaterThan(3_000_000);
  });

  it('trims events to the size that `maxEventBytes` names', async () => {
    const { bodies } = start({ overrides: { maxEventBytes: 65_536 } });

    sdk.captureException(new Error('too much'), { captureContext: { extra: { text: 'x'.repeat(100_000) } } });
    await sdk.flush(1_000);

    expect(Math.max(...bodies().map(({ length }) => length))).toBeLessThan(65_536 + 1_024);
  });

  it('sends no secret outside URLs either, in events and client reports, and counts them', async () => {
    const scrubber = createScrubber();
    const { events, bodies } = start({ hooks: { scrubber } });
    const card = ['4111', '1111', '1111', '1111'].join(' ');

    sdk.captureEvent({
      exception: { values: [{ type: 'Error', value: `Charging ${card} failed` }] },
      extra: { form: { password: SECRET, note: `{"cvv":"${SECRET}"}` } },
      contexts: { login: { accessToken: SECRET } },
      tags: { api_key: SECRET },
      user: { email: 'ann@example.com' },
    });
    sdk.captureException(new Error('Script error.'), { captureContext: { extra: { password: SECRET } } });
    await sdk.flush(1_000);

    expect(bodies().join('\n')).not.toContain(SECRET);
    expect(bodies().join('\n')).not.toContain(card);
    expect(events()[0]).toMatchObject({
      exception: { values: [{ value: 'Charging [Filtered] failed' }] },
      extra: { form: { password: '[Filtered]', note: '{"cvv":"[Filtered]"}' } },
      user: { email: 'ann@example.com' },
    });
    expect(scrubber.counts()).toMatchObject({ email: 0, jwt: 0 });
    expect(scrubber.counts()['card']).toBeGreaterThanOrEqual(1);
    expect(scrubber.counts()['name']).toBeGreaterThanOrEqual(4);
  });

  it('removes the values of added names and keeps those of allowed names', async () => {
    const { events } = start({ overrides: { scrub: { parameters: ['invite_id'], allowed: ['code'] } } });

    sdk.captureEvent({
      message: 'failed',
      request: { url: 'https://shop.test/?invite_id=7&code=x&token=y' },
    });
    await sdk.flush(1_000);

    expect(events()[0]?.request?.url).toBe('https://shop.test/?invite_id=[Filtered]&code=x&token=[Filtered]');
  });
}
