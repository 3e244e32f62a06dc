import { buildEnvelope, createFakeClock, deferred, TEST_DSNS } from '@adit/testing';
import {
  createFetchTransport,
  createTunnel,
  type IngestAnswer,
  type Outcome,
  type Tunnel,
  type TunnelOptions,
  type TunnelRequest,
} from './index.ts';
import { toContractResponse, toFetchRequest } from './testing/fetch-subject.contract.ts';
import { answer, chunksOf, createStubTransport } from './testing/stub-transport.contract.ts';
import { describeTunnelContract, until, type ContractSubject } from './testing/tunnel.contract.ts';

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

const ENVELOPE = buildEnvelope({ dsn: TEST_DSNS.saas, items: [{ type: 'event', payload: {} }] });
const LARGE_CHUNK = new Uint8Array(100_000);

/** A tunnel whose ingest is the test itself. */
function startStubbed(options: Partial<TunnelOptions> = {}) {
  const transport = createStubTransport();
  const clock = createFakeClock();
  const outcomes: Outcome[] = [];
  const tunnel = createTunnel({
    allowedDsns: [TEST_DSNS.saas],
    transport,
    clock,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  });
  return { tunnel, transport, clock, outcomes };
}

function post(tunnel: Tunnel, request: Partial<TunnelRequest> & { headers?: Record<string, string> } = {}) {
  const { headers = {}, ...rest } = request;
  return tunnel.handle({
    method: 'POST',
    target: '/monitoring-tunnel',
    header: (name) => headers[name],
    body: chunksOf(ENVELOPE),
    ...rest,
  });
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('what reaches the transport', () => {
  it('S11 is the endpoint of the configured DSN, asked not to pin HSTS', async () => {
    const { tunnel, transport } = startStubbed();
    void post(tunnel, { target: 'https://evil.example.com/monitoring-tunnel?o=450&p=4509' });
    await settled();
    expect(transport.sent[0]?.request.endpoint).toEqual({
      href: 'https://o450.ingest.sentry.io/api/4509/envelope/?hsts=0',
      protocol: 'https:',
      hostname: 'o450.ingest.sentry.io',
      port: '',
      path: '/api/4509/envelope/?hsts=0',
    });
  });

  it('S11 is a small envelope in one piece, whatever pieces it came in', async () => {
    const { tunnel, transport } = startStubbed();
    void post(tunnel, { body: chunksOf(ENVELOPE.subarray(0, 9), new Uint8Array(), ENVELOPE.subarray(9)) });
    await settled();
    expect(transport.sent[0]?.request).toMatchObject({ body: ENVELOPE, contentLength: ENVELOPE.byteLength });
  });

  it('S11 is a large envelope chunk by chunk, with its length where that was announced', async () => {
    const { tunnel, transport } = startStubbed();
    const total = ENVELOPE.byteLength + 2 * LARGE_CHUNK.byteLength;
    const body = () => chunksOf(ENVELOPE, LARGE_CHUNK, LARGE_CHUNK);
    void post(tunnel, { body: body() });
    void post(tunnel, { body: body(), headers: { 'content-length': String(total) } });
    await settled();
    expect(transport.sent.map(({ request }) => request.contentLength)).toEqual([undefined, total]);
    for (const { request } of transport.sent) {
      const sizes: number[] = [];
      for await (const chunk of request.body as AsyncIterable<Uint8Array>) sizes.push(chunk.byteLength);
      expect(sizes).toEqual([ENVELOPE.byteLength, 100_000, 100_000]);
    }
  });

  it('is nothing for a header that could end its line', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    expect((await post(tunnel, { headers: { 'user-agent': 'a\r\nx-sentry-auth: b' } })).status).toBe(400);
    expect(outcomes).toMatchObject([{ reason: 'field-malformed' }]);
    expect(transport.sent).toHaveLength(0);
  });

  it('is nothing for a body somebody has read or is reading', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    const read = toFetchRequest({ body: ENVELOPE });
    await read.text();
    const locked = toFetchRequest({ body: ENVELOPE });
    locked.body?.getReader();
    for (const request of [read, locked]) {
      const response = await tunnel.fetch(request);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        detail: expect.stringContaining('ahead of any body parser') as string,
      });
    }
    expect(outcomes).toMatchObject([{ reason: 'body-consumed' }, { reason: 'body-consumed' }]);
    expect(transport.sent).toHaveLength(0);
  });

  it('is nothing for a request without a body', async () => {
    const { tunnel, outcomes } = startStubbed();
    await post(tunnel, { body: null });
    expect(outcomes).toMatchObject([{ reason: 'body-empty' }]);
  });
});

describe('an announced length', () => {
  it('beyond the cap is refused before a byte is read', async () => {
    const { tunnel, outcomes } = startStubbed({ maxEnvelopeBytes: 1_000 });
    await post(tunnel, { headers: { 'content-length': '1001' } });
    expect(outcomes).toMatchObject([{ reason: 'envelope-too-large' }]);
    expect(tunnel.stats().receivedBytes).toBe(0);
  });

  it.each([
    ['longer than the body', ENVELOPE.byteLength + 1],
    ['shorter than the body', ENVELOPE.byteLength - 1],
  ])('%s is refused, so that no byte can pass for the next request', async (_how, length) => {
    const { tunnel, transport, outcomes } = startStubbed();
    await post(tunnel, { headers: { 'content-length': String(length) } });
    expect(outcomes).toMatchObject([{ reason: 'length-mismatch' }]);
    expect(transport.sent).toHaveLength(0);
  });

  it('that turns out wrong while the envelope streams cuts the forward off', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    const length = ENVELOPE.byteLength + LARGE_CHUNK.byteLength + 1;
    const response = post(tunnel, {
      body: chunksOf(ENVELOPE, LARGE_CHUNK, LARGE_CHUNK),
      headers: { 'content-length': String(length) },
    });
    await settled();
    const [exchange] = transport.sent;
    let handedBytes = 0;
    const handOver = async (): Promise<void> => {
      for await (const chunk of exchange?.request.body as AsyncIterable<Uint8Array>)
        handedBytes += chunk.byteLength;
    };
    await expect(handOver()).rejects.toThrow('incomplete: length-mismatch');
    expect(handedBytes).toBeLessThanOrEqual(length);
    exchange?.answer.reject(new Error('cut off'));
    expect((await response).status).toBe(400);
    expect(outcomes).toMatchObject([{ reason: 'length-mismatch' }]);
    expect(exchange?.isAborted).toBe(true);
  });

  it('of zero is an empty body', async () => {
    const { tunnel, outcomes } = startStubbed();
    await post(tunnel, { headers: { 'content-length': '0' } });
    expect(outcomes).toMatchObject([{ reason: 'body-empty' }]);
  });
});

describe('time', () => {
  it('ends for an ingest that does not answer, and for one that does not finish', async () => {
    const { tunnel, transport, clock, outcomes } = startStubbed({ ingestTimeoutMs: 5_000 });
    const responses = [post(tunnel), post(tunnel)];
    await settled();
    const endless: IngestAnswer = { status: 200, header: () => undefined, body: neverEnding() };
    transport.sent[1]?.answer.resolve(endless);
    await clock.advance(4_999);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([504, 504]);
    expect(outcomes).toMatchObject([
      { kind: 'timed-out', durationMs: 5_000 },
      { kind: 'timed-out', durationMs: 5_000 },
    ]);
    expect(transport.sent.map(({ isAborted }) => isAborted)).toEqual([true, true]);
    expect(clock.pending).toBe(0);
  });

  it('stands still while the client has the turn, and starts anew with each chunk ingest takes', async () => {
    const { tunnel, transport, clock } = startStubbed({ ingestTimeoutMs: 1_000 });
    const gates = [deferred(), deferred()];
    const slowClient = async function* (): AsyncGenerator<Uint8Array> {
      yield ENVELOPE;
      yield LARGE_CHUNK;
      for (const gate of gates) {
        await gate.promise;
        yield LARGE_CHUNK;
      }
    };
    const response = post(tunnel, { body: slowClient() });
    await settled();
    const [exchange] = transport.sent;
    const draining = drain(exchange?.request.body);
    for (const gate of gates) {
      await clock.advance(60_000);
      gate.resolve();
    }
    await draining;
    await clock.advance(999);
    exchange?.answer.resolve(answer());
    expect((await response).status).toBe(200);
    expect(clock.pending).toBe(0);
  });

  it('ends for an ingest that takes no more of the envelope', async () => {
    const { tunnel, clock, outcomes } = startStubbed({ ingestTimeoutMs: 1_000 });
    const response = post(tunnel, { body: chunksOf(ENVELOPE, LARGE_CHUNK, LARGE_CHUNK) });
    await clock.advance(1_000);
    expect((await response).status).toBe(504);
    expect(outcomes).toMatchObject([{ kind: 'timed-out' }]);
  });

  it('is measured by the clock it was given', async () => {
    const { tunnel, transport, clock, outcomes } = startStubbed();
    const response = post(tunnel);
    await settled();
    await clock.advance(123);
    transport.sent[0]?.answer.resolve(answer());
    await response;
    expect(outcomes).toEqual([
      { kind: 'forwarded', status: 200, bytes: ENVELOPE.byteLength, durationMs: 123 },
    ]);
  });
});

describe('answers of ingest', () => {
  const answered = async (reply: IngestAnswer) => {
    const stubbed = startStubbed();
    const response = post(stubbed.tunnel);
    await settled();
    stubbed.transport.sent[0]?.answer.resolve(reply);
    return { ...stubbed, response: await response };
  };

  it.each([0, 100, 199, 600, 999, Number.NaN, 200.5])('status %d is no status to pass on', async (status) => {
    const { response, outcomes } = await answered(answer({ status }));
    expect(response.status).toBe(502);
    expect(outcomes).toMatchObject([
      { kind: 'invalid-answer', detail: 'ingest answered with an invalid status' },
    ]);
  });

  it('a header that could end its line stays behind', async () => {
    const { response } = await answered(
      answer({ headers: { 'retry-after': '1\r\nset-cookie: a=b', 'content-type': 'text/plain' } }),
    );
    expect(response.headers).toEqual({ 'content-type': 'text/plain' });
  });

  it('an answer of exactly 1 MiB crosses', async () => {
    const { response } = await answered(answer({ body: 'x'.repeat(1_048_576) }));
    expect([response.status, response.body.byteLength]).toEqual([200, 1_048_576]);
  });

  it('an answer before the envelope is through crosses at once, and the rest is cut off', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    const response = post(tunnel, { body: chunksOf(ENVELOPE, LARGE_CHUNK, LARGE_CHUNK) });
    await settled();
    const [exchange] = transport.sent;
    exchange?.answer.resolve(answer({ status: 413, body: 'too large' }));
    expect(Buffer.from((await response).body).toString()).toBe('too large');
    expect(exchange?.isAborted).toBe(true);
    expect(outcomes).toMatchObject([{ kind: 'forwarded', status: 413 }]);
  });

  it('a transport that fails is an ingest out of reach, however it fails', async () => {
    const cause = new Error('no route');
    const failing = startStubbed({
      transport: {
        send: () => {
          throw cause;
        },
      },
    });
    expect((await post(failing.tunnel)).status).toBe(502);
    expect(failing.outcomes).toMatchObject([{ kind: 'unreachable', cause }]);
    const { outcomes } = await answered({
      status: 200,
      header: () => undefined,
      body: { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(cause) }) },
    });
    expect(outcomes).toMatchObject([{ kind: 'unreachable', cause }]);
  });
});

describe('the client’s half', () => {
  it('a request that is aborted before its end is given up', async () => {
    const { tunnel, outcomes } = startStubbed();
    const client = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(ENVELOPE.subarray(0, 20)),
    });
    const init = { method: 'POST', body, signal: client.signal, duplex: 'half' } as RequestInit;
    const response = tunnel.fetch(new Request('https://app.example.com/monitoring-tunnel', init));
    await settled();
    client.abort();
    expect((await response).status).toBe(400);
    expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
  });

  it('a request that was aborted before it came is given up', async () => {
    const { tunnel, outcomes } = startStubbed();
    const request = new Request(toFetchRequest({ body: ENVELOPE }), { signal: AbortSignal.abort() });
    await tunnel.fetch(request);
    expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
  });

  it('a request that is aborted after its end is delivered all the same', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    const client = new AbortController();
    const response = tunnel.fetch(new Request(toFetchRequest({ body: ENVELOPE }), { signal: client.signal }));
    await until(() => transport.sent.length === 1);
    client.abort();
    await settled();
    expect(transport.sent[0]?.isAborted).toBe(false);
    transport.sent[0]?.answer.resolve(answer());
    expect((await response).status).toBe(200);
    expect(outcomes).toMatchObject([{ kind: 'forwarded' }]);
  });

  it('a compressed request that ends early is given up too', async () => {
    const { tunnel, outcomes } = startStubbed();
    const cutOff = async function* (): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(0x1f, 0x8b, 0x08);
      throw new Error('gone');
    };
    await post(tunnel, { body: cutOff(), headers: { 'content-encoding': 'gzip' } });
    expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
  });

  it('a refused body is let go of, unread and not cancelled', async () => {
    const { tunnel } = startStubbed();
    let isCancelled = false;
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulls += 1;
          controller.enqueue(new TextEncoder().encode('boom\n'));
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const response = await tunnel.fetch(new Request('https://app.example.com/monitoring-tunnel', init));
    expect([response.status, isCancelled, pulls, body.locked]).toEqual([400, false, 1, false]);
  });
});

describe('onOutcome', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('listener');
      },
    ],
    ['rejects', () => Promise.reject(new Error('listener'))],
  ])('a listener that %s breaks nothing', async (_how, onOutcome) => {
    const { tunnel } = startStubbed({ onOutcome: onOutcome });
    expect((await post(tunnel, { method: 'GET' })).status).toBe(405);
    await settled();
    expect(tunnel.stats().refused['method-not-allowed']).toBe(1);
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
    });
    expect(other.stats()).toMatchObject({ forwarded: 0, receivedBytes: 0 });
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

  it('needs no transport that can be closed', async () => {
    const { tunnel } = startStubbed({
      transport: { send: () => ({ answer: new Promise(() => undefined), abort: () => undefined }) },
    });
    await expect(tunnel.close()).resolves.toBeUndefined();
  });
});

describe('memory', () => {
  const TOTAL_BYTES = 64 * 1_024 * 1_024;
  const CHUNK_BYTES = 65_536;

  it('S11 holds no more than one chunk of an envelope ingest takes slowly', async () => {
    const { tunnel, transport } = startStubbed();
    let producedBytes = 0;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield ENVELOPE;
      while (producedBytes < TOTAL_BYTES) {
        producedBytes += CHUNK_BYTES;
        yield new Uint8Array(CHUNK_BYTES);
      }
    };
    const response = post(tunnel, { body: source() });
    await settled();
    const [exchange] = transport.sent;
    let acceptedBytes = -ENVELOPE.byteLength;
    let mostHeldBytes = 0;
    for await (const chunk of exchange?.request.body as AsyncIterable<Uint8Array>) {
      mostHeldBytes = Math.max(mostHeldBytes, producedBytes - acceptedBytes);
      acceptedBytes += chunk.byteLength;
    }
    exchange?.answer.resolve(answer());
    expect((await response).status).toBe(200);
    expect(acceptedBytes).toBe(TOTAL_BYTES);
    expect(mostHeldBytes).toBeLessThanOrEqual(2 * CHUNK_BYTES);
  });

  it('S11 fetch asks for a chunk only when the connection wants one', async () => {
    let streamed: ReadableStream<Uint8Array> | undefined;
    const transport = createFetchTransport({
      fetch: (_url, init) => {
        streamed = init.body as ReadableStream<Uint8Array>;
        return Promise.resolve(new Response('{}'));
      },
    });
    const { tunnel } = startStubbed({ transport });
    let pulls = 0;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield ENVELOPE;
      for (;;) {
        pulls += 1;
        yield LARGE_CHUNK;
      }
    };
    await post(tunnel, { body: source() });
    // One pull fills what is held to decide; the stream has asked for none yet.
    expect(pulls).toBe(1);
    const reader = streamed?.getReader();
    for (const expected of [ENVELOPE.byteLength, LARGE_CHUNK.byteLength]) {
      expect((await reader?.read())?.value?.byteLength).toBe(expected);
    }
    expect(pulls).toBe(1);
  });

  it('a compressed body that decodes to nothing is given up after 256 KiB', async () => {
    const { tunnel, outcomes } = startStubbed();
    const emptyBlock = Uint8Array.of(0, 0, 0, 0xff, 0xff);
    const blocks = new Uint8Array(50_000).map((_, index) => emptyBlock[index % 5] ?? 0);
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0);
      for (;;) yield blocks;
    };
    expect((await post(tunnel, { body: endless(), headers: { 'content-encoding': 'gzip' } })).status).toBe(
      400,
    );
    expect(outcomes).toMatchObject([{ reason: 'header-too-long' }]);
    expect(tunnel.stats().receivedBytes).toBeLessThanOrEqual(262_144 + blocks.byteLength);
  });
});

async function drain(body: TunnelRequest['body'] | Uint8Array | undefined): Promise<void> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) expect(chunk.byteLength).toBeGreaterThan(0);
}

async function* neverEnding(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  await new Promise(() => undefined);
}
