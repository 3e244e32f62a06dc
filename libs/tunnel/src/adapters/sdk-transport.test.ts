import { parseEnvelope, type Envelope } from '@sentry/core';
import { ServerRuntimeClient } from '@sentry/core/server';
import * as Sentry from '@sentry/node';
import { createMemorySpool } from '@adit/spool/memory';
import type { SpoolStore } from '@adit/spool';
import { SpoolFullError } from '@adit/spool';
import { createFakeClock, createScriptedIngest, deferred, until, type ScriptedIngest } from '@adit/testing';
import { createTunnel, type Tunnel, type TunnelOptions } from '../index.ts';
import { createNodeTransport } from './node.ts';
import { createSdkTransport, type OwnTunnel } from './sdk.ts';

let ingest: ScriptedIngest;
const stops: (() => unknown)[] = [];
const discarded = jest.fn();

beforeAll(async () => {
  ingest = await createScriptedIngest();
});
beforeEach(() => {
  ingest.reset();
  discarded.mockClear();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  process.removeAllListeners('uncaughtExceptionMonitor');
});
afterAll(() => ingest.close());

function startTunnel(options: Partial<TunnelOptions> = {}): Tunnel {
  const tunnel = createTunnel({
    allowedDsns: [ingest.dsn()],
    transport: createNodeTransport(),
    tell: () => undefined,
    ...options,
  });
  stops.push(() => tunnel.close());
  return tunnel;
}

/** Notes what the SDK reports as dropped. */
class CountingClient extends ServerRuntimeClient {
  override recordDroppedEvent(...drop: Parameters<ServerRuntimeClient['recordDroppedEvent']>): void {
    discarded(...drop);
    super.recordDroppedEvent(...drop);
  }
}

/** A client of the SDK with the transport. */
function startSdk(
  tunnel: Parameters<typeof createSdkTransport>[0]['tunnel'],
  sdk: typeof Sentry = Sentry,
): ServerRuntimeClient {
  const client = new CountingClient({
    dsn: ingest.dsn(),
    transport: createSdkTransport({ sdk, tunnel }),
    platform: 'node',
    stackParser: Sentry.defaultStackParser,
    integrations: [],
  });
  client.init();
  return client;
}

const messagesOf = ([, items]: Envelope): unknown[] =>
  items.map(
    ([, payload]) => (payload as { exception?: { values: { value: string }[] } }).exception?.values[0]?.value,
  );
const received = (): unknown[] => ingest.received.flatMap(({ body }) => messagesOf(parseEnvelope(body)));

const away: SpoolStore = { ...createMemorySpool(), append: () => Promise.reject(new SpoolFullError('full')) };

describe('createSdkTransport', () => {
  it('hands an event to the tunnel, which sends it as the SDK would', async () => {
    const tunnel = startTunnel();
    const client = startSdk(() => tunnel);

    const eventId = client.captureException(new Error('boom'));
    expect(await client.flush()).toBe(true);

    const [request] = ingest.received;
    const [header] = parseEnvelope(request!.body);
    expect(request?.url).toBe('/api/42/envelope/');
    expect(request?.headers).not.toHaveProperty('x-forwarded-for');
    expect(header).toMatchObject({ event_id: eventId, sent_at: expect.any(String) as string });
    expect(received()).toEqual(['boom']);
    expect(tunnel.stats().requests).toHaveProperty('POST process 200');
  });

  it('hands on an attachment of any bytes', async () => {
    const data = new Uint8Array(100_000).map((_, index) => (index * 7) & 0xff);
    const tunnel = startTunnel();
    const client = startSdk(() => tunnel);

    client.captureException(new Error('boom'), { attachments: [{ filename: 'a.bin', data }] });
    await client.flush();

    const [, items] = parseEnvelope(ingest.received[0]!.body);
    expect(Buffer.from(items[1][1] as Uint8Array)).toEqual(Buffer.from(data));
  });

  it('lets flush wait until the tunnel has acknowledged an event, and not less', async () => {
    const answer = deferred<never>();
    const tunnel = { send: () => answer.promise, expectExit: () => undefined };
    const client = startSdk(() => tunnel);
    client.captureException(new Error('boom'));

    expect(await client.flush(20)).toBe(false);
    answer.resolve({ status: 200, headers: {}, body: new Uint8Array(0) } as never);
    expect(await client.flush(1_000)).toBe(true);
  });

  it('has an event of an outage delivered once, later', async () => {
    const clock = createFakeClock({ now: Date.now() });
    const tunnel = startTunnel({ spool: createMemorySpool(), clock });
    const client = startSdk(() => tunnel);
    ingest.respondWith({ status: 503 });
    client.captureException(new Error('boom'));
    expect(await client.flush()).toBe(true);
    ingest.reset();
    await clock.advance(5_000);
    await until(() => tunnel.stats().redelivered === 1);

    expect(tunnel.stats().spooled).toBe(1);
    expect(received()).toEqual(['boom']);
  });

  it('lets events wait for a tunnel that is not started yet', async () => {
    const started = deferred<OwnTunnel>();
    const client = startSdk(() => started.promise);
    client.captureException(new Error('early'));
    expect(await client.flush(20)).toBe(false);
    started.resolve(startTunnel());

    expect(await client.flush()).toBe(true);
    expect(received()).toEqual(['early']);
  });

  it.each<[string, () => OwnTunnel | undefined]>([
    ['there is no tunnel', () => undefined],
    [
      'the tunnel can neither send nor store',
      () => startTunnel({ ingestOrigin: 'http://127.0.0.1:1', spool: away }),
    ],
  ])('lets the SDK send an event itself if %s', async (_what, find) => {
    const tunnel = find();
    const client = startSdk(() => tunnel);
    client.captureException(new Error('boom'));
    expect(await client.flush()).toBe(true);

    expect(received()).toEqual(['boom']);
    expect(ingest.received[0]?.url).toContain('sentry_key=');
    expect(discarded).not.toHaveBeenCalled();
  });

  it('leaves it to the SDK to report what it cannot send itself, without a tunnel', async () => {
    ingest.respondWith({ status: 413 });
    const client = startSdk(() => undefined);
    client.captureException(new Error('boom'));
    await client.flush();

    expect(discarded.mock.calls).toEqual([['send_error', 'error', 1]]);
  });

  it('leaves it to the tunnel to report what is lost in it', async () => {
    const sdk = {
      ...Sentry,
      makeNodeTransport: () => ({
        send: () => Promise.reject(new Error('no route')),
        flush: () => Promise.resolve(true),
      }),
    };
    const tunnel = startTunnel({ ingestOrigin: 'http://127.0.0.1:1', spool: away });
    const client = startSdk(() => tunnel, sdk);
    client.captureException(new Error('boom'));
    await client.flush();

    expect(discarded).not.toHaveBeenCalled();
    expect(tunnel.stats().lost['spool-full']).toBe(1);
    expect(tunnel.stats().discarded).toEqual({ queue_overflow: { error: 1 } });
  });

  it('obeys the limits of ingest', async () => {
    ingest.respondWith({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:organization' } });
    const tunnel = startTunnel();
    const client = startSdk(() => tunnel);
    for (const message of ['first', 'second']) {
      client.captureException(new Error(message));
      await client.flush();
    }

    expect(ingest.received).toHaveLength(1);
    expect(discarded.mock.calls).toEqual([['ratelimit_backoff', 'error', 1]]);
  });

  it('holds at most the 64 envelopes of the SDK while the tunnel does not answer', async () => {
    const send = jest.fn(() => new Promise<never>(() => undefined));
    const client = startSdk(() => ({ send, expectExit: () => undefined }));
    for (let count = 0; count < 100; count += 1) client.captureException(new Error(`${count}`));
    await client.flush(20);

    expect(send).toHaveBeenCalledTimes(64);
    expect(discarded.mock.calls).toEqual(Array(36).fill(['queue_overflow', 'error', 1]));
  });

  it('suppresses tracing while the tunnel sends', async () => {
    const tunnel = startTunnel();
    const isSuppressed: boolean[] = [];
    const suppressTracing: typeof Sentry.suppressTracing = (run) => {
      isSuppressed.push(true);
      const result = run();
      isSuppressed.pop();
      return result;
    };
    const seen: boolean[] = [];
    const send: Tunnel['send'] = (envelope) => {
      seen.push(isSuppressed.length === 1);
      return tunnel.send(envelope);
    };
    const client = startSdk(() => ({ send, expectExit: () => undefined }), { ...Sentry, suppressTracing });
    client.captureException(new Error('boom'));
    await client.flush();

    expect(seen).toEqual([true]);
  });

  it('passes on the user agent of the SDK, and no other of its header fields', async () => {
    const tunnel = startTunnel();
    const transport = createSdkTransport({ sdk: Sentry, tunnel: () => tunnel })({
      url: `${ingest.origin}/api/42/envelope/?sentry_key=${new URL(ingest.dsn()).username}`,
      headers: { 'User-Agent': 'sentry.javascript.node/11.8.0', 'x-sentry-auth': 'Sentry sentry_key=other' },
      recordDroppedEvent: () => undefined,
    });
    await transport.send([{}, [[{ type: 'event' }, { message: 'boom' }]]] as never);

    expect(ingest.received[0]?.headers).toMatchObject({
      'user-agent': 'sentry.javascript.node/11.8.0',
      'x-sentry-auth': expect.stringContaining('adit-tunnel') as string,
    });
  });

  it('tells the tunnel of an uncaught exception, after which the process may end', async () => {
    const expectExit = jest.fn();
    startSdk(() => ({ send: jest.fn(), expectExit }));
    for (const listener of process.listeners('uncaughtExceptionMonitor'))
      listener(new Error('boom'), 'uncaughtException');
    await Promise.resolve();

    expect(expectExit).toHaveBeenCalledTimes(1);
  });
});
