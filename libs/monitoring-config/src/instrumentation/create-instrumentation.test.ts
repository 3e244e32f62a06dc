import type { Event } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { createScriptedIngest } from '@adit/testing';
import { defineMonitoring } from '../define-monitoring.ts';
import { createInstrumentation, type InstrumentationSdk } from './create-instrumentation.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const REQUEST = { path: '/shop?token=abc', method: 'GET', headers: { host: 'shop.test' } };
const CONTEXT = { routerKind: 'App Router', routePath: '/shop', routeType: 'render' };

/** Reading any of its properties throws. */
const { proxy: HOSTILE, revoke } = Proxy.revocable({}, {});
revoke();

/** An SDK that only records how it was started. */
function createQuietSdk(client?: object) {
  const init = jest.fn<unknown, [object]>();
  const sdk: InstrumentationSdk = {
    ...Sentry,
    init,
    getClient: () => client,
    withScope: (callback) => {
      callback({ setTag: () => undefined });
    },
    captureRequestError: () => {
      throw new Error('the SDK is broken');
    },
  };
  return { sdk, init };
}

describe(createInstrumentation, () => {
  it('starts nothing before it is registered, then the SDK for the runtime it runs in', () => {
    const { sdk, init } = createQuietSdk();
    const node = createInstrumentation({ sdk, env: { SENTRY_DSN: DSN }, runtime: 'nodejs' });
    const edge = createInstrumentation({ sdk, env: { SENTRY_DSN: DSN }, runtime: 'edge' });
    const elsewhere = createInstrumentation({ sdk, monitoring: node.monitoring, runtime: undefined });
    const before = init.mock.calls.length;

    for (const { register } of [node, edge, elsewhere]) register();

    expect(before).toBe(0);
    expect(init.mock.calls.map(([options]) => '_flushInterval' in options)).toEqual([true, false, true]);
    expect(init.mock.calls[0]?.[0]).toMatchObject({
      dsn: DSN,
      transportOptions: { headers: { 'Content-Type': 'application/x-sentry-envelope' } },
    });
  });

  it.each([
    ['there is no DSN', {}, undefined],
    ['the SDK runs already, as after a hot reload', { SENTRY_DSN: DSN }, {}],
  ])('starts nothing where %s', (_why, env, client) => {
    const { sdk, init } = createQuietSdk(client);

    createInstrumentation({ sdk, env }).register();

    expect(init).not.toHaveBeenCalled();
  });

  it('returns the description from the environment and the overrides', () => {
    const { sdk } = createQuietSdk();

    const { monitoring } = createInstrumentation({
      sdk,
      env: { SENTRY_DSN: DSN },
      overrides: { release: 'built@1' },
    });

    expect(monitoring).toEqual(defineMonitoring({ SENTRY_DSN: DSN }, { release: 'built@1' }));
  });

  it('starts no SDK with a wrong variable, which it writes to the console', () => {
    const { sdk, init } = createQuietSdk();
    const error = jest.spyOn(console, 'error').mockReturnValue();

    createInstrumentation({ sdk, env: { SENTRY_DSN: 'nonsense' } }).register();

    expect(error.mock.calls).toEqual([[expect.stringMatching(/^Adit: SENTRY_DSN is "nonsense"; /)]]);
    expect(init).not.toHaveBeenCalled();
    error.mockRestore();
  });

  it('refuses a wrong configuration when it is created', () => {
    const { sdk } = createQuietSdk();

    expect(() => createInstrumentation({ sdk, env: {}, overrides: { dsn: 'nonsense' } })).toThrow(
      /^dsn is "nonsense"; /,
    );
  });

  it.each([
    ['an SDK that throws', new Error('real')],
    ['an error that throws when it is looked at', HOSTILE],
    ['nothing', undefined],
  ])('does not throw for %s', (_what, error) => {
    const { sdk } = createQuietSdk();
    const { onRequestError } = createInstrumentation({ sdk, env: {} });

    expect(() => {
      onRequestError(error, REQUEST, CONTEXT);
    }).not.toThrow();
  });
});

describe('createInstrumentation with the Node build of @sentry/nextjs', () => {
  let ingest: Awaited<ReturnType<typeof createScriptedIngest>>;

  beforeAll(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // Jest's module loader cannot be instrumented
  });
  beforeEach(async () => {
    ingest = await createScriptedIngest();
  });
  afterEach(async () => {
    await Sentry.close(500);
    await ingest.close();
    Sentry.getCurrentScope().setClient(undefined);
  });

  const withDigest = (message: string, digest: unknown, cause?: unknown) =>
    Object.assign(new Error(message, { cause }), { digest });

  /** The events that arrived, by message. */
  const received = (): Readonly<Record<string, Event>> =>
    Object.fromEntries(
      ingest.received
        .flatMap(({ body }) => String(body).split('\n'))
        .filter((line) => line.includes('"exception"'))
        .map((line) => JSON.parse(line) as Event)
        .map((event) => [event.exception?.values?.at(-1)?.value ?? '', event]),
    );

  it('starts once, and sends Next’s error with its digest as a tag and with a content type', async () => {
    const { register, onRequestError } = createInstrumentation({
      sdk: Sentry,
      env: { SENTRY_DSN: ingest.dsn() },
    });
    register();
    const client = Sentry.getClient();
    register();

    onRequestError(withDigest('own', '1511833188'), REQUEST, CONTEXT);
    onRequestError(withDigest('wrapped', undefined, withDigest('inner', '42@E394')), REQUEST, CONTEXT);
    onRequestError(withDigest('long', 'x'.repeat(500)), REQUEST, CONTEXT);
    onRequestError(withDigest('odd', 7), REQUEST, CONTEXT);
    onRequestError(new Error('none'), REQUEST, CONTEXT);
    Sentry.captureException(new Error('elsewhere'));
    await Sentry.flush(1_000);

    const events = received();
    expect(Sentry.getClient()).toBe(client);
    expect(
      Object.fromEntries(Object.entries(events).map(([name, { tags }]) => [name, tags?.['digest']])),
    ).toEqual({
      own: '1511833188',
      wrapped: '42@E394',
      long: 'x'.repeat(200),
      odd: undefined,
      none: undefined,
      elsewhere: undefined,
    });
    expect(events['own']).toMatchObject({
      transaction: 'GET /shop',
      contexts: { nextjs: { request_path: '/shop?token=[Filtered]', router_kind: 'App Router' } },
    });
    expect(events['own']?.exception?.values?.[0]?.mechanism).toMatchObject({
      type: 'auto.function.nextjs.on_request_error',
      handled: false,
    });
    expect(ingest.received.map(({ headers }) => headers['content-type'])).toContain(
      'application/x-sentry-envelope',
    );
  });
});
