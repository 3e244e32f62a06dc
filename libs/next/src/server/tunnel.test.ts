/** @jest-environment node */
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import type { AditOptions } from '../options.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
/** The beginning of the first envelope of a page without settings. */
const EARLY_START = '{"dsn":"adit"}\n{"type":"event"}\n{';
const ORIGINAL = process.env;
let ingest: ScriptedIngest;
const options: AditOptions = {};

const kept: Promise<unknown>[] = [];

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('next/server.js', () => ({ after: (work: Promise<unknown>) => void kept.push(work) }));

/** Loads the modules as a process with these variables does. */
async function load(variables: Readonly<Record<string, string>>, given: AditOptions = {}) {
  jest.resetModules();
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description === '@adit/next:tunnel' || key.description === '@adit/next:operations')
      Reflect.deleteProperty(globalThis, key);
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  process.env = { ADIT_INGEST_ORIGIN: ingest.origin, NODE_ENV: 'test', ...variables };
  return {
    ...(await import('./route.ts')),
    ...(await import('./tunnel.ts')),
    ...(await import('./index.ts')),
  };
}

beforeAll(async () => {
  ingest = await createScriptedIngest();
});
beforeEach(() => ingest.reset());
afterEach(() => {
  process.env = ORIGINAL;
});
afterAll(() => ingest.close());

const get = (headers: Record<string, string> = {}) =>
  new Request('http://shop.example/monitoring-tunnel', { headers });
const post = (body: string, path = '/monitoring-tunnel') =>
  new Request(`http://shop.example${path}`, { method: 'POST', body });

describe('the settings', () => {
  it('are those of the server, with an ETag', async () => {
    const { GET } = await load({ SENTRY_DSN: DSN, SENTRY_ENVIRONMENT: 'staging' });
    const response = await GET(get());

    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(await response.json()).toMatchObject({
      dsn: DSN,
      environment: 'staging',
      tunnelPath: '/monitoring-tunnel',
    });
    const etag = response.headers.get('etag') ?? '';
    for (const known of [etag, `"other", W/${etag}`]) {
      const again = await GET(get({ 'if-none-match': known }));
      expect([again.status, again.body]).toEqual([304, null]);
    }
    expect((await GET(get({ 'if-none-match': '"other"' }))).status).toBe(200);
    const { GET: later } = await load({ SENTRY_DSN: DSN, SENTRY_ENVIRONMENT: 'production' });
    expect((await later(get({ 'if-none-match': etag }))).status).toBe(200);
  });

  it('are answered by the tunnel too, for servers of Node', async () => {
    const { tunnel } = await load({ SENTRY_DSN: DSN });
    for (const method of ['GET', 'HEAD']) {
      const answer = await tunnel.handle({
        method,
        target: tunnel.path,
        header: () => undefined,
        body: null,
      });
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    }
  });

  it('of the build stand in for missing ones, and a blank variable switches monitoring off', async () => {
    const built = { ADIT_BUILT_DSN: DSN, ADIT_BUILT_ENVIRONMENT: 'qa', NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1' };
    expect((await load(built)).monitoring).toMatchObject({ dsn: DSN, environment: 'qa', release: 'shop@1' });
    const changed = { ...built, SENTRY_ENVIRONMENT: 'staging', SENTRY_RELEASE: 'later' };
    expect((await load(changed)).monitoring).toMatchObject({ environment: 'staging', release: 'shop@1' });
    expect((await load({ ...built, NEXT_PUBLIC_SENTRY_DSN: '' })).monitoring.dsn).toBeUndefined();
  });

  it('say without a DSN that monitoring is off, and envelopes are answered 404', async () => {
    const { GET, POST } = await load({});
    expect(await (await GET(get())).json()).not.toHaveProperty('dsn');
    expect((await POST(post(EARLY_START))).status).toBe(404);
  });
});

it.each([
  [false, 404],
  [true, 200],
])('with enabled %s, envelopes are answered %i, whatever the variables are', async (enabled, status) => {
  const { GET, POST } = await load({ SENTRY_DSN: DSN }, { monitoring: { dsn: DSN, enabled } });
  expect((await POST(post(EARLY_START + '"event_id":"0123456789abcdef0123456789abcdef"}'))).status).toBe(
    status,
  );
  expect('dsn' in ((await (await GET(get())).json()) as object)).toBe(enabled);
});

it('takes the envelopes of a second DSN if `adit.config` names it, and of no other', async () => {
  const second = 'https://fedcba9876543210fedcba9876543210@shop.example/77';
  const envelope = `{"dsn":"${second}"}\n{"type":"event"}\n{}`;
  const { POST: closed } = await load({ SENTRY_DSN: DSN });
  expect((await closed(post(envelope))).status).toBe(403);
  const { POST } = await load({ SENTRY_DSN: DSN }, { tunnel: { allowedDsns: [second] } });
  expect((await POST(post(envelope))).status).toBe(200);
  expect(ingest.received.map(({ url }) => url)).toEqual(['/api/77/envelope/']);
});

describe('the API door', () => {
  const send = (tunnel: { fetch: (request: Request) => Promise<Response> }) =>
    tunnel.fetch(
      post('{"dsn":"https://0123456789abcdef0123456789abcdef@shop.example/4509"}', '/api/4509/envelope/'),
    );

  it('is closed unless `adit.config` opens it', async () => {
    const { tunnel: closed } = await load({ SENTRY_DSN: DSN });
    expect([(await send(closed)).status, closed.apiPath]).toEqual([404, undefined]);
    const { tunnel } = await load({ SENTRY_DSN: DSN }, { tunnel: { apiPath: '/' } });
    expect([(await send(tunnel)).status, tunnel.apiPath]).toEqual([200, '']);
    expect(ingest.received.map(({ url }) => url)).toEqual(['/api/4509/envelope/']);
  });
});

describe('the tunnel', () => {
  const early = `${EARLY_START}"event_id":"0123456789abcdef0123456789abcdef"}`;

  it('completes an envelope of a page without settings and forwards it', async () => {
    const { POST } = await load({ SENTRY_DSN: DSN, SENTRY_ENVIRONMENT: 'staging' });
    expect((await POST(post(early))).status).toBe(200);

    const [received] = ingest.received;
    expect(received?.url).toContain('/api/4509/envelope/');
    expect(
      received?.body
        .toString()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { dsn: DSN },
      { type: 'event' },
      { environment: 'staging', event_id: '0123456789abcdef0123456789abcdef' },
    ]);
  });

  it('forwards envelopes of the SDK byte for byte, and refuses those of another DSN', async () => {
    const { POST } = await load({ SENTRY_DSN: DSN });
    const envelope = `{"dsn":"${DSN}"}\n{"type":"event"}\n{"message":"by hand"}`;
    expect((await POST(post(envelope, '/monitoring-tunnel?o=450&p=4509'))).status).toBe(200);
    expect(ingest.received.map(({ body }) => body.toString())).toEqual([envelope]);
    expect((await POST(post(envelope.replace('4509', '4510')))).status).toBe(403);
  });

  it('says once in the log of the server that ingest rejects what pages send, for what the SDK sends too', async () => {
    Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:rejections'));
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const { POST } = await load({ SENTRY_DSN: DSN });
    ingest.respondWith({ status: 401 });
    for (let count = 0; count < 3; count += 1) expect((await POST(post(early))).status).toBe(401);
    const { logRejection } = await import('./log-rejections.ts');
    logRejection({ kind: 'key', status: 401, isKept: false }, 'o450.ingest.sentry.io/4509');
    ingest.respondWith(undefined);

    expect(error.mock.calls).toEqual([
      [
        'Adit: ingest answers 401 to project o450.ingest.sentry.io/4509: it does not know the key of the DSN. Check SENTRY_DSN. What it rejects is lost.',
      ],
    ]);
    error.mockRestore();
  });

  it('says once in the log of the server that what pages send is lost while ingest is away', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const { POST } = await load({ SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: 'http://127.0.0.1:1' });
    const envelope = `{"dsn":"${DSN}"}\n{"type":"event"}\n{}`;
    for (let time = 0; time < 2; time += 1) expect((await POST(post(envelope))).status).toBe(502);

    expect(error.mock.calls).toEqual([
      ['Adit: the tunnel cannot reach ingest. What browsers send is lost until it can.'],
    ]);
    error.mockRestore();
  });

  it('in a route file hands `after` what a host must wait for', async () => {
    const { POST } = await load({ SENTRY_DSN: DSN });
    kept.length = 0;
    await POST(post(early));
    expect(kept).toEqual([expect.any(Promise)]);
  });

  it('answers at the path of the options, below the base path', async () => {
    const { tunnel, monitoring } = await load(
      { SENTRY_DSN: DSN, ADIT_BASE_PATH: '/docs' },
      { monitoring: { tunnelPath: '/t' } },
    );
    expect([tunnel.path, monitoring.tunnel]).toEqual(['/docs/t', '/docs/t?o=450&p=4509']);
  });

  it('is one for all bundles of a process', async () => {
    const { tunnel } = await load({ SENTRY_DSN: DSN });
    jest.resetModules();
    expect((await import('./tunnel.ts')).tunnel).toBe(tunnel);
  });

  it('takes proxies from the options, else from the variable', async () => {
    const variables = { SENTRY_DSN: DSN, ADIT_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' };
    expect((await load(variables)).trustedProxies).toEqual(['10.0.0.1', '10.0.0.2']);
    expect((await load(variables, { tunnel: { trustedProxies: ['10.0.0.3'] } })).trustedProxies).toEqual([
      '10.0.0.3',
    ]);
    expect((await load({ SENTRY_DSN: DSN })).trustedProxies).toEqual([]);
  });

  it('names a wrong option in one line, and monitoring is off', async () => {
    const { lines, GET } = await loadWrong({ SENTRY_DSN: DSN }, { monitoring: { quietMs: -1 } });
    expect(lines).toEqual([
      'Adit: adit.config: monitoring.quietMs is -1; accepted: a whole number of milliseconds. Monitoring is off.',
    ]);
    expect(await (await GET(get())).json()).not.toHaveProperty('dsn');
  });
});

/** Loads the modules and records the server's log. */
async function loadWrong(...given: Parameters<typeof load>) {
  Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:warned'));
  const error = jest.spyOn(console, 'error').mockReturnValue();
  const modules = await load(...given);
  // Next bundles the modules several times.
  jest.resetModules();
  await import('./tunnel.ts');
  const lines = error.mock.calls.map(([line]) => String(line));
  error.mockRestore();
  return { ...modules, lines };
}

describe('with a wrong variable, the modules load, one line says so, and', () => {
  it.each<[string, Record<string, string>, AditOptions, string, object]>([
    [
      'monitoring is off for a wrong DSN, also if the build had one',
      { SENTRY_DSN: 'foo', ADIT_BUILT_DSN: DSN },
      {},
      'SENTRY_DSN is "foo"; accepted: https://<public key>@<host>/<project number>. Monitoring is off.',
      { dsn: undefined },
    ],
    [
      'the default rate holds',
      { SENTRY_DSN: DSN, SENTRY_TRACES_SAMPLE_RATE: '10%' },
      {},
      'SENTRY_TRACES_SAMPLE_RATE is "10%"; accepted: a number from 0 to 1. The rate is 0.1.',
      { dsn: DSN, tracesSampleRate: 0.1 },
    ],
    [
      'no proxy is trusted',
      { SENTRY_DSN: DSN, ADIT_TRUSTED_PROXIES: 'all' },
      {},
      'ADIT_TRUSTED_PROXIES is "all"; accepted: addresses and CIDR blocks such as 10.0.0.0/8. No proxy is trusted.',
      { dsn: DSN },
    ],
    [
      'proxies that can be read are trusted',
      { SENTRY_DSN: DSN, ADIT_TRUSTED_PROXIES: '10.0.0.1,10.0.0.0/99' },
      {},
      'ADIT_TRUSTED_PROXIES is "10.0.0.1, 10.0.0.0/99"; accepted: addresses and CIDR blocks such as 10.0.0.0/8. Trusted are 10.0.0.1.',
      { dsn: DSN },
    ],
    [
      'the tunnel is off for an address that no request can have',
      { SENTRY_DSN: 'https://key@host:99999/1' },
      {},
      'createTunnel: allowedDsns[0] is "https://…@host:99999/1"; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER. The tunnel is off.',
      { dsn: 'https://key@host:99999/1' },
    ],
  ])('%s', async (_case, variables, given, line, expected) => {
    const { lines, monitoring, POST } = await loadWrong(variables, given);

    expect(lines).toEqual([`Adit: ${line}`]);
    expect({ dsn: undefined, ...monitoring }).toMatchObject(expected);
    expect((await POST(post(EARLY_START))).status).toBeLessThan(500);
  });

  it('nothing is said of right ones, and nothing twice on the edge', async () => {
    expect((await loadWrong({ SENTRY_DSN: DSN, ADIT_TRUSTED_PROXIES: '10.0.0.1 ::1' })).lines).toEqual([]);
    expect((await loadWrong({ SENTRY_DSN: 'foo', NEXT_RUNTIME: 'edge' })).lines).toEqual([]);
  });
});
