import { deferred, until } from '@adit/testing';
import { createFetchTransport, type IngestAnswer } from '../index.ts';
import type { DecodedSink, Decoders } from '@adit/envelope';
import { toFetchRequest } from '../../testing/fetch-subject.helper.ts';
import {
  answer,
  chunksOf,
  createStubTransport,
  readAll,
  splitBytes,
} from '../../testing/stub-transport.helper.ts';
import { ENVELOPE, envelopeWith, post, settled, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';

const LARGE = envelopeWith(200_000);
const LARGE_CHUNKS = splitBytes(LARGE, 50_000);

describe('what reaches the transport', () => {
  it('S11 is the endpoint of the configured DSN, asked not to pin HSTS', async () => {
    const { tunnel, transport } = startStubbed();
    void post(tunnel, { target: 'https://evil.example.com/monitoring-tunnel?o=450&p=4509' });
    await settled();
    expect(transport.sent[0]?.request.endpoint).toEqual({
      href: 'https://o450.ingest.sentry.io/api/4509/envelope/?hsts=0',
      origin: 'https://o450.ingest.sentry.io',
      path: '/api/4509/envelope/?hsts=0',
    });
  });

  it('S11 is a small envelope in one piece, whatever pieces it came in', async () => {
    const { tunnel, transport } = startStubbed();
    void post(tunnel, { body: chunksOf(ENVELOPE.subarray(0, 9), new Uint8Array(), ENVELOPE.subarray(9)) });
    await settled();
    const { body, contentLength } = transport.sent[0]?.request ?? {};
    expect(body).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(ENVELOPE).equals(body as Uint8Array)).toBe(true);
    expect(contentLength).toBe(ENVELOPE.byteLength);
  });

  it('S11 is a large envelope chunk by chunk, with its length where that was announced', async () => {
    const { tunnel, transport } = startStubbed();
    void post(tunnel, { body: chunksOf(...LARGE_CHUNKS) });
    void post(tunnel, {
      body: chunksOf(...LARGE_CHUNKS),
      headers: { 'content-length': String(LARGE.byteLength) },
    });
    await settled();
    expect(transport.sent.map(({ request }) => request.contentLength)).toEqual([undefined, LARGE.byteLength]);
    for (const { request } of transport.sent) {
      const sizes: number[] = [];
      for await (const chunk of request.body as AsyncIterable<Uint8Array>) sizes.push(chunk.byteLength);
      expect(sizes).toEqual(LARGE_CHUNKS.map((chunk) => chunk.byteLength));
    }
  });

  it('is an envelope whose header line fills what is gathered', async () => {
    const { tunnel, transport } = startStubbed();
    const frame = Buffer.from(ENVELOPE).toString().split('\n')[0]?.slice(0, -1) ?? '';
    const line = `${frame},"x":"${'x'.repeat(65_536 - frame.length - 8)}"}`;
    expect(line.length).toBe(65_536);
    void post(tunnel, { body: chunksOf(Buffer.from(line), Buffer.from('\n{"type":"event"}\n{}')) });
    await settled();
    const sent = await readAll(transport.sent[0]?.request.body);
    expect(sent.toString() === `${line}\n{"type":"event"}\n{}`).toBe(true);
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

  it('of zero is an empty body', async () => {
    const { tunnel, outcomes } = startStubbed();
    await post(tunnel, { headers: { 'content-length': '0' } });
    expect(outcomes).toMatchObject([{ reason: 'body-empty' }]);
  });
});

describe('a fault that shows while the envelope streams', () => {
  const gone = async function* (): AsyncGenerator<Uint8Array> {
    yield* LARGE_CHUNKS;
    throw new Error('gone');
  };

  it.each([
    ['more bytes than announced', LARGE.byteLength - 1],
    ['fewer bytes than announced', LARGE.byteLength + 1],
  ])('is %s: ingest is cut off', async (_what, length) => {
    const { tunnel, transport, outcomes } = startStubbed();
    const response = post(tunnel, {
      body: chunksOf(...LARGE_CHUNKS),
      headers: { 'content-length': String(length) },
    });
    await settled();
    const [exchange] = transport.sent;
    await expect(readAll(exchange?.request.body)).rejects.toThrow('The envelope is not complete');
    exchange?.answer.reject(new Error('cut off'));
    expect((await response).status).toBe(400);
    expect(outcomes).toMatchObject([{ reason: 'length-mismatch' }]);
    expect(exchange?.isAborted).toBe(true);
  });

  it.each([
    ['an item cut short', () => chunksOf(...LARGE_CHUNKS.slice(0, -1)), { reason: 'item-truncated' }],
    [
      'no newline behind an item',
      () => chunksOf(...LARGE_CHUNKS, Buffer.from('x')),
      { reason: 'newline-missing' },
    ],
    [
      'an item header that is none',
      () => chunksOf(...LARGE_CHUNKS, Buffer.from('\nboom')),
      { reason: 'item-malformed' },
    ],
    [
      'an item that is too large',
      () => chunksOf(...LARGE_CHUNKS, Buffer.from('\n{"type":"event","length":1}\nx')),
      { reason: 'item-too-large', status: 413 },
    ],
    ['a client that leaves', gone, { kind: 'aborted', status: 400 }],
  ])('is %s: ingest is cut off before it has the last bytes', async (_what, body, outcome) => {
    const { tunnel, transport, outcomes } = startStubbed();
    const response = post(tunnel, { body: body() });
    await settled();
    const [exchange] = transport.sent;
    let takenBytes = 0;
    const takeAll = async (): Promise<void> => {
      for await (const chunk of exchange?.request.body as AsyncIterable<Uint8Array>) {
        takenBytes += chunk.byteLength;
      }
    };
    await expect(takeAll()).rejects.toThrow('The envelope is not complete');
    exchange?.answer.reject(new Error('cut off'));
    const { status } = await response;
    expect(takenBytes).toBeGreaterThan(0);
    expect(takenBytes).toBeLessThan(tunnel.stats().receivedBytes);
    expect(outcomes).toMatchObject([outcome]);
    expect(status).toBe(outcomes[0]?.status);
    expect(exchange?.isAborted).toBe(true);
  });

  it('explains what ingest then answers', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    const response = post(tunnel, { body: gone() });
    await settled();
    await expect(readAll(transport.sent[0]?.request.body)).rejects.toThrow('not complete');
    transport.sent[0]?.answer.resolve(answer({ status: 400, body: 'cut short' }));
    expect((await response).status).toBe(400);
    expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
  });
});

describe('time', () => {
  it('ends for an ingest that does not answer', async () => {
    const { tunnel, transport, clock, outcomes } = startStubbed({ times: { ingestTimeoutMs: 5_000 } });
    const response = post(tunnel);
    await clock.advance(4_999);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect((await response).status).toBe(504);
    expect(outcomes).toMatchObject([{ kind: 'timed-out', durationMs: 5_000 }]);
    expect(transport.sent.map(({ isAborted }) => isAborted)).toEqual([true]);
  });

  it('stands still while the client has the turn, and starts anew with each chunk ingest takes', async () => {
    const { tunnel, transport, clock } = startStubbed({
      times: { ingestTimeoutMs: 1_000, bodyTimeoutMs: 300_000 },
    });
    const gates = [deferred(), deferred()];
    const slowClient = async function* (): AsyncGenerator<Uint8Array> {
      yield* LARGE_CHUNKS.slice(0, -2);
      for (const [index, gate] of gates.entries()) {
        await gate.promise;
        yield LARGE_CHUNKS[LARGE_CHUNKS.length - 2 + index] ?? new Uint8Array();
      }
    };
    const response = post(tunnel, { body: slowClient() });
    await settled();
    const [exchange] = transport.sent;
    const reading = readAll(exchange?.request.body);
    for (const gate of gates) {
      await clock.advance(60_000);
      gate.resolve();
    }
    expect((await reading).equals(LARGE)).toBe(true);
    await clock.advance(999);
    exchange?.answer.resolve(answer());
    expect((await response).status).toBe(200);
    expect(clock.pending).toBe(0);
  });

  it('ends for an ingest that takes no more of the envelope', async () => {
    const { tunnel, clock, outcomes } = startStubbed({ times: { ingestTimeoutMs: 1_000 } });
    const response = post(tunnel, { body: chunksOf(...LARGE_CHUNKS) });
    await clock.advance(1_000);
    expect((await response).status).toBe(504);
    expect(outcomes).toMatchObject([{ kind: 'timed-out' }]);
  });

  it.each([
    ['before ingest is asked', [ENVELOPE.subarray(0, 20)]],
    ['while it streams', LARGE_CHUNKS.slice(0, -1)],
  ])('ends for a client that stops sending %s', async (_when, chunks) => {
    const { tunnel, transport, clock, outcomes } = startStubbed({ times: { bodyTimeoutMs: 1_000 } });
    const stalls = async function* (): AsyncGenerator<Uint8Array> {
      yield* chunks;
      await new Promise(() => undefined);
    };
    const response = post(tunnel, { body: stalls() });
    await settled();
    const [exchange] = transport.sent;
    const reading = exchange && readAll(exchange.request.body).catch(exchange.answer.reject);
    // The received bytes have added to its time.
    await clock.advance(1_000 + (LARGE.byteLength * 1_000) / 1_024);
    await reading;
    expect((await response).status).toBe(408);
    expect(outcomes).toMatchObject([{ kind: 'refused', reason: 'body-timed-out' }]);
    expect(transport.sent.every(({ isAborted }) => isAborted)).toBe(true);
    expect(clock.pending).toBe(0);
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
    expect(response.headers).toEqual({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' });
  });

  it('an answer crosses up to 1 MiB, which is what the transport is asked for', async () => {
    const { response, transport } = await answered(answer({ body: 'x'.repeat(1_048_576) }));
    expect([response.status, response.body.byteLength]).toEqual([200, 1_048_576]);
    expect(transport.sent[0]?.request.maxAnswerBytes).toBe(1_048_576);
    const { outcomes } = await answered({ status: 200, header: () => undefined, body: undefined });
    expect(outcomes).toMatchObject([
      { kind: 'invalid-answer', detail: 'the answer of ingest exceeds 1 MiB' },
    ]);
  });

  it('an answer before the envelope is through crosses at once, and the rest is cut off', async () => {
    const { tunnel, transport, outcomes } = startStubbed();
    const response = post(tunnel, { body: chunksOf(...LARGE_CHUNKS) });
    await settled();
    const [exchange] = transport.sent;
    exchange?.answer.resolve(answer({ status: 413, body: 'too large' }));
    expect(Buffer.from((await response).body).toString()).toBe('too large');
    expect(exchange?.isAborted).toBe(true);
    expect(outcomes).toMatchObject([{ kind: 'forwarded', status: 413 }]);
  });

  it('a transport that fails is an ingest out of reach, however it fails', async () => {
    const cause = new Error('no route');
    const throwing = createStubTransport(() => {
      throw cause;
    });
    for (const transport of [throwing, createStubTransport(() => Promise.reject(cause))]) {
      const { tunnel, outcomes } = startStubbed({ transport });
      expect((await post(tunnel)).status).toBe(502);
      expect(outcomes).toMatchObject([{ kind: 'unreachable', cause }]);
    }
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

  it.each([
    ['is refused', (sink: DecodedSink) => sink(Buffer.from('boom\n')), 400],
    ['is delivered', (sink: DecodedSink) => sink(ENVELOPE), 200],
  ])('what decoding holds is let go of when its request %s', async (_how, decode, status) => {
    let cancelled = 0;
    const decoders: Decoders = (_coding, sink) => ({
      push: async () => {
        await decode(sink);
      },
      finish: () => Promise.resolve(),
      cancel: () => (cancelled += 1),
    });
    const transport = createStubTransport(() => Promise.resolve(answer()));
    const { tunnel } = startStubbed({ transport, decoders });
    const response = await post(tunnel, { headers: { 'content-encoding': 'gzip' } });
    expect([response.status, cancelled]).toEqual([status, 1]);
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

describe('memory', () => {
  const TOTAL_BYTES = 64 * 1_024 * 1_024;
  const CHUNK_BYTES = 65_536;
  const HEAD = Buffer.from(
    `${Buffer.from(ENVELOPE).toString()}\n{"type":"attachment","length":${TOTAL_BYTES}}\n`,
  );

  it('S11 holds no more than one chunk of an envelope ingest takes slowly', async () => {
    const { tunnel, transport } = startStubbed();
    let producedBytes = 0;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield HEAD;
      while (producedBytes < TOTAL_BYTES) {
        producedBytes += CHUNK_BYTES;
        yield new Uint8Array(CHUNK_BYTES);
      }
    };
    const response = post(tunnel, { body: source() });
    await settled();
    const [exchange] = transport.sent;
    let acceptedBytes = -HEAD.byteLength;
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
        return new Promise(() => undefined);
      },
    });
    const { tunnel } = startStubbed({ transport: transport as never });
    let pulls = 0;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield HEAD;
      for (;;) {
        pulls += 1;
        yield new Uint8Array(100_000);
      }
    };
    void post(tunnel, { body: source() });
    await until(() => streamed !== undefined);
    // One pull fills the buffer that is needed to decide; the stream has requested none yet.
    expect(pulls).toBe(1);
    const reader = streamed?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(HEAD.byteLength);
    expect(pulls).toBe(1);
    // The last available chunk waits for the next one.
    expect((await reader?.read())?.value?.byteLength).toBe(100_000);
    expect(pulls).toBe(2);
  });
});
