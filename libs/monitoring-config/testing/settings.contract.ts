import { createScrubber } from '@adit/policy';
import { DSN, errorAtDepth, type SdkDriver, type StartOptions } from './sdk-harness.helper.ts';

/** Every timer that Jest would fake, except the date. */
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

/** Starts with one limit set, or with its default. */
const withLimit = (name: string, limit: number | undefined): StartOptions => ({
  overrides: { limits: limit === undefined ? {} : { [name]: limit } },
});

/** Settings that apply to every SDK. */
export function describeSettings({ sdk, start, raise }: SdkDriver): void {
  const stackTraceLimit = Error.stackTraceLimit;

  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it('S1 starts the SDK and an error raised is sent', async () => {
    const { events, log } = await raise(new Error('real'));

    expect(events().map((event) => event.exception?.values?.[0]?.value)).toEqual(['real']);
    expect(log.entries()).toMatchObject([{ kind: 'sent', status: 200, type: 'error', title: 'Error: real' }]);
  });

  it('S1 sends nothing when there is no DSN', async () => {
    const { events } = await raise(new Error('real'), { env: {} });

    expect(events()).toEqual([]);
  });

  it.each([
    [
      'S19',
      'the release that the build fixed',
      { NEXT_PUBLIC_SENTRY_RELEASE: 'built@1', SENTRY_RELEASE: 'later@2' },
      { release: 'built@1' },
    ],
    ['S20', 'the environment', {}, { environment: 'production' }],
    ['S21', 'the environment', { VERCEL_ENV: 'preview' }, { environment: 'vercel-preview' }],
  ])('%s sends %s, from %j', async (_id, _what, variables, expected) => {
    const { events } = await raise(new Error('real'), { env: { SENTRY_DSN: DSN, ...variables } });

    expect(events()[0]).toMatchObject(expected);
  });

  it.each([
    [undefined, 50],
    [7, 7],
  ])(
    'S22 sends of a stack 80 deep, with the limit %s, the %s frames nearest the throw',
    async (limit, kept) => {
      Error.stackTraceLimit = 10;
      const { events } = start(withLimit('stackFrames', limit));
      const raised = Error.stackTraceLimit;
      Error.stackTraceLimit = 100;

      sdk.captureException(errorAtDepth(80));
      await sdk.flush(1_000);

      const frames = events()[0]?.exception?.values?.[0]?.stacktrace?.frames ?? [];
      if (limit === undefined) expect(raised).toBe(50);
      expect(frames).toHaveLength(kept);
      expect(frames.at(-1)?.function).toContain('errorAtDepth');
      expect(frames[0]?.function).toContain('errorAtDepth');
    },
  );

  it.each([
    [undefined, { level: { level: { level: '[Object]' } } }],
    [4, { level: { level: { level: { level: '[Object]' } } } }],
  ])('S23 normalises what is 6 levels deep to depth %s (default 3)', async (limit, expected) => {
    const extra = nested(6) as Record<string, unknown>;
    const { events } = await raise(new Error('real'), withLimit('normalizeDepth', limit), extra);

    expect(events()[0]?.extra).toEqual(expected);
  });

  it.each([
    [undefined, 1_000],
    [20, 20],
  ])('S24 keeps of 1500 elements, with the limit %s, %s', async (limit, expected) => {
    const wide = Array.from({ length: 1_500 }, (_, index) => index);
    const { events } = await raise(new Error('real'), withLimit('normalizeMaxBreadth', limit), { wide });

    const kept = events()[0]?.extra?.['wide'] as unknown[];
    // The SDK marks the place where it stopped with an additional element.
    expect(kept.filter((element) => typeof element === 'number')).toHaveLength(expected);
    expect(kept.slice(expected)).toEqual(['[MaxProperties ~]']);
  });

  it('S26 sends nothing for 60 s after a 429 that names no time, then sends again', async () => {
    // Only the date is faked: the Node SDK reads the machine's state while it prepares an event, which takes real time.
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
  ])('S27 sends of 8 causes, with the limit %s, %s linked errors', async (limit, linked) => {
    const { events } = await raise(chainOf(8), withLimit('linkedErrors', limit));

    const values = events()[0]?.exception?.values ?? [];
    expect(values.at(-1)?.value).toBe('cause 8');
    expect(values.slice(0, -1).map(({ value }) => value)).toEqual(
      Array.from({ length: linked }, (_, index) => `cause ${8 - linked + index}`),
    );
  });
}

/** Logs are sent by a timer, in every SDK but the edge one. */
export function describeLogTimer({ sdk, start }: SdkDriver): void {
  it.each([
    [undefined, 4_900, 5_000],
    [200, 190, 200],
  ])(
    'S25 sends a log after an idle delay of %s: not after %s ms, after %s ms',
    async (limit, before, after) => {
      jest.useFakeTimers();
      const { logs } = start(withLimit('logFlushIdleMs', limit));

      sdk.logger.info('first');
      await jest.advanceTimersByTimeAsync(before);
      const early = logs().length;
      await jest.advanceTimersByTimeAsync(after - before);

      expect(early).toBe(0);
      expect(logs().map(({ items }) => items.map(({ body }) => body))).toEqual([['first']]);
    },
  );
}

/** Tests that each visitor of a server gets the id of an event. */
export function describeRepeats({ sdk, start }: SdkDriver): void {
  it('sends an error that equals the one before it, each with its id', async () => {
    const { events } = start();
    const fail = (): string => sdk.captureException(new Error('the database is away'));

    const references = [1, 2, 3].map(fail);
    await sdk.flush(1_000);

    // The SDK may read files for the first of them.
    expect(new Set(events().map((event) => event.event_id))).toEqual(new Set(references));
  });
}

/** Tests what is removed from sent data, and how much of it is sent. */
export function describeOutgoing({ sdk, start, raise: raiseError }: SdkDriver): void {
  const SECRET = 'HUNTER2';
  const address = `https://shop.test/cb?page=2&token=${SECRET}#access_token=${SECRET}`;
  const clean = 'https://shop.test/cb?page=2&token=[Filtered]#access_token=[Filtered]';

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

  it.each([
    [undefined, 0, 1_048_576 + 1_024],
    [65_536, 0, 65_536 + 1_024],
    [false, 3_000_000, Infinity],
  ] as const)(
    'sends of an event of 3.6 MB, with `maxEventBytes` %s, between %s and %s bytes, with its exception',
    async (maxEventBytes, least, most) => {
      const rows = Array.from({ length: 900 }, () => 'x'.repeat(4_000));
      const overrides = maxEventBytes === undefined ? {} : { maxEventBytes };
      const { events, bodies } = await raiseError(new Error('too much'), { overrides }, { rows });

      const size = Math.max(...bodies().map(({ length }) => length));
      expect(size).toBeGreaterThan(least);
      expect(size).toBeLessThan(most);
      expect(events()[0]?.exception?.values?.[0]).toMatchObject({ type: 'Error', value: 'too much' });
      if (maxEventBytes !== false)
        expect(events()[0]).toMatchObject({ _meta: { extra: { '': { rem: [['!limit', 'x']] } } } });
    },
  );

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
