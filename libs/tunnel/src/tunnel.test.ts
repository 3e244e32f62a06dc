import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import { createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import type { RefusalReason } from './outcome/outcomes.ts';
import { createTunnel, type TunnelOptions } from './index.ts';
import type { LimitStore, SpoolStore, ThrottleStore } from '@adit/spool';
import { toContractResponse, toFetchRequest } from '../testing/fetch-subject.helper.ts';
import { answer, chunksOf, createStubTransport } from '../testing/stub-transport.helper.ts';
import { detailOf, DSN, ENVELOPE, post, settled, startStubbed } from '../testing/stubbed-tunnel.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../testing/tunnel.contract.ts';

const startCore = (options: TunnelOptions): Promise<ContractSubject> => {
  const tunnel = createTunnel(options);
  return Promise.resolve({
    tunnel,
    send: async (request) =>
      toContractResponse(await tunnel.fetch(toFetchRequest(request), { clientAddress: '127.0.0.1' })),
    stop: () => tunnel.close(),
  });
};

describeTunnelContract('fetch', startCore);

const answering = () => createStubTransport(() => Promise.resolve(answer()));

describe('the order of work', () => {
  interface FaultyRequest {
    method: string;
    path: string;
    query: string;
    bodyUsed: boolean;
    headers: Record<string, string>;
    line: string;
    items: string;
  }

  const OTHER_KEY = 'f'.repeat(32);
  let waitMs: number;

  /** A request with every fault that can occur at the same time. */
  const worst = (): FaultyRequest => ({
    method: 'GET',
    path: '/elsewhere',
    query: 'o=x&p=1',
    bodyUsed: true,
    headers: {
      origin: 'https://evil.example.com',
      'content-length': '300000000',
      'content-encoding': 'lzma',
      'x-sentry-auth': `Sentry sentry_key=${OTHER_KEY}`,
      authorization: `Sentry sentry_key=${OTHER_KEY}`,
      'user-agent': 'a\r\nb',
    },
    line: 'boom',
    items: '{}\n{}',
  });

  /** Reasons in the order of their steps, each with a function that mends it and leaves the later ones. */
  const STEPS: readonly (readonly [RefusalReason, (request: FaultyRequest) => void])[] = [
    ['path-not-found', (it) => (it.path = '/monitoring-tunnel')],
    ['method-not-allowed', (it) => (it.method = 'POST')],
    ['origin-not-allowed', (it) => delete it.headers.origin],
    ['throttled', () => (waitMs = 0)],
    ['body-consumed', (it) => (it.bodyUsed = false)],
    ['envelope-too-large', (it) => delete it.headers['content-length']],
    ['encoding-unsupported', (it) => delete it.headers['content-encoding']],
    ['header-malformed', (it) => (it.line = '{}')],
    ['dsn-missing', (it) => (it.line = '{"dsn":"https://a@b.example/1"}')],
    ['dsn-not-allowed', (it) => (it.line = `{"dsn":"${DSN}"}`)],
    ['query-malformed', (it) => (it.query = 'o=1&p=1')],
    ['query-disagrees', (it) => (it.query = 'o=450&p=4509')],
    ['item-malformed', (it) => (it.items = '{"type":"event"}\n{}')],
    ['field-malformed', (it) => (it.headers['user-agent'] = 'a')],
  ];

  const send = async (mended: number) => {
    waitMs = 1_500;
    const request = worst();
    for (const [, mend] of STEPS.slice(0, mended)) mend(request);
    const stubbed = startStubbed({ transport: answering(), throttle: { take: () => waitMs } });
    const { method, path, query, bodyUsed, headers, line, items } = request;
    const response = await post(stubbed.tunnel, {
      method,
      target: `${path}?${query}`,
      bodyUsed,
      headers,
      body: chunksOf(Buffer.from(`${line}\n${items}`)),
    });
    return { ...stubbed, response };
  };

  it.each(STEPS.map(([reason], mended) => [reason, mended] as const))(
    '%s comes at its place',
    async (reason, mended) => {
      const { tunnel, transport, outcomes, response } = await send(mended);
      expect(outcomes).toEqual([expect.objectContaining({ kind: 'refused', reason })]);
      expect(response.status).toBe(outcomes[0]?.status);
      expect(detailOf(response)).toBe((outcomes[0] as { detail: string }).detail);
      expect(response.headers['content-type']).toBe('application/json');
      expect(tunnel.stats().refused[reason]).toBe(1);
      expect(transport.sent).toHaveLength(0);
    },
  );

  it('ends with the envelope at ingest where nothing is wrong (control)', async () => {
    const { transport, response } = await send(STEPS.length);
    expect([response.status, transport.sent.length]).toEqual([200, 1]);
  });

  it('reads no body before the checks of the head are through', async () => {
    for (let mended = 0; mended < 7; mended += 1) {
      expect((await send(mended)).tunnel.stats().receivedBytes).toBe(0);
    }
    expect((await send(7)).tunnel.stats().receivedBytes).toBeGreaterThan(0);
  });
});

describe('pages of other origins', () => {
  const SHOP = 'https://shop.example.com';
  const fromShop = (headers: Record<string, string> = {}) => ({
    headers: { origin: SHOP, 'sec-fetch-site': 'cross-site', ...headers },
  });
  const preflight = (headers: Record<string, string> = {}) => ({
    method: 'OPTIONS',
    body: null,
    headers: { origin: SHOP, 'access-control-request-method': 'POST', ...headers },
  });

  it('may not post, and are told nothing, unless they are allowed', async () => {
    const { tunnel, outcomes } = startStubbed({ transport: answering() });
    const refused = await post(tunnel, fromShop());
    expect([refused.status, detailOf(refused)]).toEqual([403, 'origin not allowed']);
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    expect(outcomes).toMatchObject([{ reason: 'origin-not-allowed' }]);
    expect((await post(tunnel, fromShop({ 'sec-fetch-site': 'same-origin' }))).status).toBe(200);
    expect((await post(tunnel, fromShop({ 'sec-fetch-site': 'none' }))).status).toBe(200);
  });

  it.each([
    [[SHOP], SHOP],
    ['*' as const, '*'],
  ])('may post where %j is allowed, and read the answer with its limits', async (allowedOrigins, named) => {
    const { tunnel } = startStubbed({ transport: answering(), allowedOrigins });
    const cors = {
      'access-control-allow-origin': named,
      'access-control-expose-headers': 'x-sentry-rate-limits, retry-after',
    };
    const response = await post(tunnel, fromShop());
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject(cors);
    // Refusals are readable, too.
    const refused = await post(tunnel, { ...fromShop(), body: chunksOf(Buffer.from('boom\n')) });
    expect(refused.status).toBe(400);
    expect(refused.headers).toMatchObject(cors);
  });

  it('ask first, and are answered without counting', async () => {
    const { tunnel, transport, outcomes } = startStubbed({ allowedOrigins: [SHOP] });
    const response = await post(tunnel, preflight());
    expect([response.status, response.body.byteLength]).toEqual([204, 0]);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '3600',
    });
    expect([outcomes.length, transport.sent.length]).toEqual([0, 0]);
  });

  it.each([
    ['from an origin that is not allowed', preflight({ origin: 'https://evil.example.com' }), 405],
    ['of another path', { ...preflight(), target: '/elsewhere' }, 404],
    ['that is no preflight', { ...preflight(), headers: { origin: SHOP } }, 405],
  ])('get no permission for an OPTIONS request %s', async (_what, request, status) => {
    const { tunnel } = startStubbed({ allowedOrigins: [SHOP] });
    const response = await post(tunnel, request);
    expect(response.status).toBe(status);
    expect(response.headers).not.toHaveProperty('access-control-allow-methods');
  });

  it('are answered by Fetch runtimes as well', async () => {
    const { tunnel } = startStubbed({ allowedOrigins: [SHOP] });
    const { method, headers } = preflight();
    const response = await tunnel.fetch(
      new Request('https://app.example.com/monitoring-tunnel', { method, headers }),
    );
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, SHOP]);
  });
});

describe('a throttle', () => {
  it('keeps a client waiting, and says how long', async () => {
    const throttle = createMemoryThrottle({ requests: 2, perMs: 60_000 });
    const { tunnel, clock, outcomes } = startStubbed({ transport: answering(), throttle });
    const from = (peerAddress: string) => post(tunnel, { peerAddress });
    expect([(await from('192.0.2.1')).status, (await from('192.0.2.1')).status]).toEqual([200, 200]);
    const refused = await from('192.0.2.1');
    expect([refused.status, detailOf(refused), refused.headers['retry-after']]).toEqual([
      429,
      'too many requests from this address',
      '30',
    ]);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'refused', reason: 'throttled' });
    expect((await from('192.0.2.2')).status).toBe(200);
    await clock.advance(30_000);
    expect((await from('192.0.2.1')).status).toBe(200);
  });

  it('rounds the wait up', async () => {
    const { tunnel } = startStubbed({ throttle: { take: () => 1 } });
    expect((await post(tunnel)).headers['retry-after']).toBe('1');
  });

  it.each([
    ['the peer', '192.0.2.1', {}, ['192.0.2.1']],
    ['the networks of an IPv6 peer', '2001:db8::1:2:3:4', {}, ['2001:db8::/64', '2001:db8::/48']],
    ['the hop before a trusted proxy', '10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, ['198.51.100.7']],
    ['the peer, whatever it claims', '192.0.2.1', { 'x-forwarded-for': '198.51.100.7' }, ['192.0.2.1']],
    ['one for all nobody knows', undefined, {}, ['0.0.0.0']],
  ])('goes by %s', async (_who, peerAddress, headers, expected) => {
    const clients: string[] = [];
    const throttle: ThrottleStore = {
      take: (client) => {
        clients.push(client);
        return 0;
      },
    };
    const { tunnel } = startStubbed({
      transport: answering(),
      throttle,
      trustedProxies: ['10.0.0.0/8'],
    });
    await post(tunnel, { peerAddress, headers });
    expect(clients).toEqual(expected);
  });

  it.each<[string, ThrottleStore['take'], number]>([
    ['lets through later', () => Promise.resolve(0), 200],
    ['keeps out later', () => Promise.resolve(5_000), 429],
    ['rejects', () => Promise.reject(new Error('gone')), 200],
    [
      'throws',
      () => {
        throw new Error('gone');
      },
      200,
    ],
  ])('that %s is answered', async (_what, take, status) => {
    const { tunnel } = startStubbed({ transport: answering(), throttle: { take } });
    expect((await post(tunnel)).status).toBe(status);
    await tunnel.close();
  });
});

describe('tell', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('listener');
      },
    ],
    ['rejects', () => Promise.reject(new Error('listener'))],
  ])('a listener that %s breaks nothing', async (_how, tell) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    const { tunnel } = startStubbed({ tell });
    expect((await post(tunnel, { method: 'GET' })).status).toBe(405);
    await settled();
    expect(tunnel.stats()).toMatchObject({ refused: { 'method-not-allowed': 1 }, faults: { tell: 1 } });
    expect(warn.mock.calls).toEqual([['@adit/tunnel: tell failed (listener)']]);
    warn.mockRestore();
  });

  it('may be left out', async () => {
    const tunnel = createTunnel({ allowedDsns: [TEST_DSNS.saas] });
    expect((await post(tunnel, { target: '/' })).status).toBe(404);
  });
});

describe('stats', () => {
  it('counts what came and what went, for each tunnel apart', async () => {
    const { tunnel, transport } = startStubbed();
    const other = startStubbed().tunnel;
    const response = post(tunnel);
    await settled();
    expect(tunnel.stats().inFlight).toBe(1);
    transport.sent[0]?.answer.resolve(answer());
    await response;
    await post(tunnel, { body: chunksOf(new Uint8Array(7)) });
    expect(tunnel.stats()).toMatchObject({
      forwarded: 1,
      forwardedBytes: ENVELOPE.byteLength,
      receivedBytes: ENVELOPE.byteLength + 7,
      inFlight: 0,
      refused: { 'header-malformed': 1, 'dsn-not-allowed': 0 },
      spool: undefined,
      limitedDsns: 0,
      discarded: {},
    });
    expect(other.stats()).toMatchObject({ forwarded: 0, receivedBytes: 0 });
  });

  it('counts every other fate under its name', async () => {
    const { tunnel, transport, clock } = startStubbed({ times: { ingestTimeoutMs: 100 } });
    const responses = [post(tunnel), post(tunnel), post(tunnel)];
    const cutOff = async function* (): AsyncGenerator<Uint8Array> {
      yield ENVELOPE.subarray(0, 9);
      throw new Error('gone');
    };
    responses.push(post(tunnel, { body: cutOff() }));
    await settled();
    transport.sent[0]?.answer.reject(new Error('no route'));
    transport.sent[1]?.answer.resolve(answer({ status: 302 }));
    await clock.advance(100);
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([502, 502, 504, 400]);
    expect(tunnel.stats()).toMatchObject({ unreachable: 1, invalidAnswers: 1, timedOut: 1, aborted: 1 });
  });

  it('is a snapshot', async () => {
    const { tunnel } = startStubbed();
    const before = tunnel.stats();
    await post(tunnel, { target: '/' });
    expect(before.refused['path-not-found']).toBe(0);
    expect(tunnel.stats().refused['path-not-found']).toBe(1);
  });
});

describe('close', () => {
  it('closes the transport after the last request, once', async () => {
    const { tunnel, transport } = startStubbed();
    const response = post(tunnel);
    await settled();
    const closing = tunnel.close();
    expect(tunnel.close()).toBe(closing);
    await settled();
    expect(transport.isClosed).toBe(false);
    transport.sent[0]?.answer.resolve(answer());
    await response;
    await closing;
    expect(transport.isClosed).toBe(true);
  });

  it('closes what it was handed, the stores before the transport', async () => {
    const closed: string[] = [];
    const closes = (name: string) => () => {
      closed.push(name);
      return Promise.resolve();
    };
    const spool: SpoolStore = { ...createMemorySpool(), close: closes('spool') };
    const limits: LimitStore = { get: () => undefined, set: () => undefined, close: closes('limits') };
    const throttle: ThrottleStore = { take: () => 0, close: closes('throttle') };
    const transport = { ...createStubTransport(), close: closes('transport') };
    await startStubbed({ spool, limits, throttle, transport }).tunnel.close();
    expect(closed).toEqual(['spool', 'limits', 'throttle', 'transport']);
  });

  it('needs nothing that can be closed', async () => {
    const tunnel = createTunnel({
      allowedDsns: [DSN],
      limits: { get: () => undefined, set: () => undefined },
      throttle: { take: () => 0 },
      transport: { send: () => ({ answer: new Promise(() => undefined), abort: () => undefined }) },
    });
    expect(await tunnel.close()).toEqual([]);
  });
});

describe('the clock of the runtime', () => {
  it('is enough for a tunnel that is told of none', async () => {
    const { outcomes } = await new Promise<{ outcomes: unknown[] }>((resolve) => {
      const told: unknown[] = [];
      const tunnel = createTunnel({
        allowedDsns: [TEST_DSNS.saas],
        times: { ingestTimeoutMs: 1 },
        transport: { send: () => ({ answer: new Promise(() => undefined), abort: () => undefined }) },
        tell: (fact) => {
          told.push(fact);
          resolve({ outcomes: told });
        },
      });
      void post(tunnel, {
        body: chunksOf(buildEnvelope({ dsn: TEST_DSNS.saas, items: [{ type: 'event', payload: {} }] })),
      });
    });
    expect(outcomes).toMatchObject([{ kind: 'timed-out' }]);
  });
});
