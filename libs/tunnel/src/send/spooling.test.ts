import { gunzipSync, gzipSync } from 'node:zlib';
import { buildEnvelope, deferred, TEST_DSNS, until } from '@adit/testing';
import { createMemorySpool } from '@adit/spool/memory';
import type { IngestRequest } from '../index.ts';
import type { SpoolEntry, SpoolStore } from '@adit/spool';
import {
  answer,
  chunksOf,
  createStubTransport,
  readAll,
  splitBytes,
} from '../../testing/stub-transport.helper.ts';
import {
  detailOf,
  DSN,
  DSN_IDENTITY,
  ENVELOPE,
  envelopeWith,
  EVENT_ID,
  NOW,
  post,
  settled,
  startStubbed,
  type StubbedOptions,
} from '../../testing/stubbed-tunnel.helper.ts';

const MIB = 1_048_576;
const ACCEPTED = JSON.stringify({ id: EVENT_ID });
const gone = (): Promise<never> => Promise.reject(new Error('no route'));
const cutOff = (): Promise<never> => Promise.reject(Object.assign(new Error('read'), { code: 'ECONNRESET' }));

/** The result of one request to ingest. It may read as much of the body as it likes. */
type Ingest = (request: IngestRequest) => ReturnType<Parameters<typeof createStubTransport>[0] & object>;

/** A tunnel with an in-memory spool and an ingest that the test can change. */
function startSpooling(ingest: Ingest = gone, options: StubbedOptions = {}) {
  let current = ingest;
  const spool = createMemorySpool();
  const delivered: { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }[] = [];
  const transport = createStubTransport((request) => current(request));
  const stubbed = startStubbed({
    transport,
    spool,
    ...options,
  });
  const accept: Ingest = async (request) => {
    delivered.push({ body: await readAll(request.body), headers: request.headers });
    return answer();
  };
  return {
    ...stubbed,
    transport,
    spool,
    delivered,
    become: (next: Ingest) => (current = next),
    recover: () => (current = accept),
  };
}

async function storedIn(spool: SpoolStore): Promise<{ entry: SpoolEntry; body: Buffer } | undefined> {
  const entry = await spool.peek(DSN_IDENTITY);
  return entry && { entry, body: await readAll(entry.read()) };
}

const chunksOfItem = (...items: Parameters<typeof buildEnvelope>[0]['items']): Uint8Array[] =>
  splitBytes(buildEnvelope({ dsn: DSN, items }), 60_000);

describe('an envelope ingest cannot take', () => {
  it.each<[string, Ingest, string, boolean]>([
    ['is unreachable', gone, 'unreachable', true],
    ['answers 500', () => Promise.resolve(answer({ status: 500 })), 'unavailable', false],
    ['answers 507', () => Promise.resolve(answer({ status: 507 })), 'unavailable', false],
    ['answers 522', () => Promise.resolve(answer({ status: 522 })), 'unavailable', false],
    ['redirects', () => Promise.resolve(answer({ status: 302 })), 'unavailable', false],
    ['breaks the connection off', cutOff, 'unreachable', false],
    ['answers 502', () => Promise.resolve(answer({ status: 502 })), 'unavailable', false],
    ['answers 503', () => Promise.resolve(answer({ status: 503 })), 'unavailable', false],
    ['answers 504', () => Promise.resolve(answer({ status: 504 })), 'unavailable', false],
  ])('is stored when it %s, and its client answered as ingest would', async (_how, ingest, cause, isOut) => {
    const { tunnel, spool, outcomes } = startSpooling(ingest);
    const response = await post(tunnel);
    expect([response.status, Buffer.from(response.body).toString()]).toEqual([200, ACCEPTED]);
    expect(response.headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(outcomes).toEqual([{ kind: 'spooled', status: 200, bytes: ENVELOPE.byteLength, cause }]);
    expect((await storedIn(spool))?.body.equals(ENVELOPE)).toBe(true);
    expect((await storedIn(spool))?.entry).toMatchObject({ dsn: DSN_IDENTITY, receivedAt: NOW });
    expect(tunnel.stats()).toMatchObject({ spooled: 1, spool: { envelopes: 1, isOut } });
  });

  it('is stored when it does not answer in time', async () => {
    const { tunnel, spool, clock, outcomes } = startSpooling(() => undefined, {
      times: { ingestTimeoutMs: 500 },
    });
    const response = post(tunnel);
    await clock.advance(500);
    expect((await response).status).toBe(200);
    expect(outcomes).toMatchObject([{ kind: 'spooled', cause: 'timed-out' }]);
    expect(spool.depth().envelopes).toBe(1);
  });

  it.each([400, 401, 403, 413, 429, 501])('is not stored when it answers %d', async (status) => {
    const { tunnel, spool } = startSpooling(() => Promise.resolve(answer({ status, body: 'no' })));
    const response = await post(tunnel);
    expect([response.status, Buffer.from(response.body).toString()]).toEqual([status, 'no']);
    expect(spool.depth().envelopes).toBe(0);
  });

  it('is answered without an id where it has none', async () => {
    const { tunnel } = startSpooling();
    const body = buildEnvelope({ dsn: DSN, items: [{ type: 'session', payload: '{}' }] });
    expect(Buffer.from((await post(tunnel, { body: chunksOf(body) })).body).toString()).toBe('{}');
  });

  it('is stored without what a limit drops, and its client told of the limit', async () => {
    const { tunnel, spool, become } = startSpooling(() =>
      Promise.resolve(answer({ headers: { 'x-sentry-rate-limits': '60:attachment:key' } })),
    );
    await post(tunnel);
    become(gone);
    const response = await post(tunnel, { body: chunksOf(gzipSync(envelopeWith(100))), headers: GZIP });
    expect(response.status).toBe(200);
    expect(response.headers['x-sentry-rate-limits']).toBe('60:attachment:key');
    const stored = await storedIn(spool);
    expect(stored?.entry.fields['content-encoding']).toBe('gzip');
    const plain = gunzipSync(stored?.body ?? Buffer.alloc(0)).toString();
    expect(plain.trimEnd()).toBe(Buffer.from(ENVELOPE).toString());
  });
});

const GZIP = { 'content-encoding': 'gzip' };

describe('an outage', () => {
  it('sends what comes straight to the spool, and ends with the first delivery', async () => {
    const { tunnel, transport, clock, outcomes, delivered, recover } = startSpooling();
    await post(tunnel);
    await post(tunnel);
    await post(tunnel, { body: chunksOf(...splitBytes(envelopeWith(100_000), 20_000)) });
    expect(transport.sent).toHaveLength(1);
    expect(outcomes).toMatchObject([
      { kind: 'spooled', cause: 'unreachable' },
      { kind: 'spooled', cause: 'outage' },
      { kind: 'spooled', cause: 'outage' },
    ]);
    recover();
    await clock.advance(60_000);
    expect(delivered).toHaveLength(3);
    expect(tunnel.stats()).toMatchObject({ redelivered: 3, spool: { envelopes: 0, isOut: false } });
    await post(tunnel);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'forwarded' });
  });

  it('is of one ingest, not of the others', async () => {
    const { tunnel, outcomes } = startSpooling(
      ({ endpoint }) => (endpoint.origin.includes('.de.') ? Promise.resolve(answer()) : gone()),
      { allowedDsns: [DSN, TEST_DSNS.regional] },
    );
    await post(tunnel);
    const body = buildEnvelope({ dsn: TEST_DSNS.regional, items: [{ type: 'event', payload: {} }] });
    expect((await post(tunnel, { body: chunksOf(body) })).status).toBe(200);
    expect(outcomes).toMatchObject([{ kind: 'spooled' }, { kind: 'forwarded' }]);
  });
});

describe('redelivery', () => {
  const named = (name: string): Uint8Array =>
    buildEnvelope({
      dsn: DSN,
      header: { sent_at: new Date(NOW - 1_000).toISOString(), name },
      items: [{ type: 'event', payload: {} }],
    });

  it('is in order, with `sent_at` moved on, and the client’s own address and agent', async () => {
    const { tunnel, clock, delivered, recover } = startSpooling();
    const headers = { 'user-agent': 'Mozilla/5.0 (test)', origin: 'https://app.example.com' };
    await post(tunnel, {
      body: chunksOf(named('a')),
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
      peerAddress: '192.0.2.1',
    });
    await clock.advance(500);
    await post(tunnel, { body: chunksOf(gzipSync(named('b'))), headers: GZIP, peerAddress: '192.0.2.2' });
    recover();
    await clock.advance(500);
    // Decompression uses real time.
    await until(() => delivered.length === 2);
    const heldMs = [1_000, 500];
    for (const [index, name] of ['a', 'b'].entries()) {
      const { body = Buffer.alloc(0), headers: sent = {} } = delivered[index] ?? {};
      const plain = sent['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const [line, ...rest] = plain.toString().split('\n');
      expect(JSON.parse(line ?? '')).toEqual({
        dsn: DSN,
        sent_at: new Date(NOW - 1_000 + (heldMs[index] ?? 0)).toISOString(),
        name,
      });
      expect(rest).toEqual(['{"type":"event","length":2}', '{}']);
      expect(sent['content-encoding']).toBe(name === 'b' ? 'gzip' : undefined);
    }
    expect(delivered[0]?.headers).toMatchObject({ ...headers, 'x-forwarded-for': '192.0.2.1' });
    expect(delivered[1]?.headers).toMatchObject({ 'x-forwarded-for': '192.0.2.2' });
    expect(delivered[0]?.headers['x-sentry-auth']).toContain('sentry_key=0123456789abcdef0123456789abcdef');
  });

  it('begins with what the spool holds from before', async () => {
    const spool = createMemorySpool();
    await spool.append({ dsn: DSN_IDENTITY, receivedAt: NOW - 5_000, fields: {}, body: named('old') });
    const { clock, delivered, transport, tunnel } = startSpooling(
      async (request) => {
        delivered.push({ body: await readAll(request.body), headers: request.headers });
        return answer();
      },
      { spool },
    );
    await clock.advance(10);
    expect(transport.sent).toHaveLength(1);
    expect(delivered[0]?.body.toString()).toContain(new Date(NOW + 4_000).toISOString());
    expect([spool.depth().envelopes, tunnel.stats().redelivered]).toEqual([0, 1]);
  });

  it('waits out a limit, and what was limited is sent again', async () => {
    const { tunnel, clock, delivered, become, recover, spool } = startSpooling();
    for (const name of ['a', 'b']) await post(tunnel, { body: chunksOf(named(name)) });
    become(() => Promise.resolve(answer({ status: 429, headers: { 'retry-after': '300' } })));
    await clock.advance(1_000);
    expect(spool.depth().envelopes).toBe(2);
    recover();
    await clock.advance(299_000);
    expect(delivered).toHaveLength(0);
    await clock.advance(61_000);
    expect(delivered.map(({ body }) => /"name":"(.)"/.exec(body.toString())?.[1])).toEqual(['a', 'b']);
  });
});

describe('a large envelope', () => {
  const LARGE = envelopeWith(900_000);
  const chunksOfLarge = splitBytes(LARGE, 60_000);
  /** An ingest that fails after this many chunks. */
  const failingAfter =
    (chunks: number): Ingest =>
    async ({ body }) => {
      const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      for (let taken = 0; taken < chunks; taken += 1) await iterator.next();
      throw new Error('connection reset');
    };

  it.each([0, 1, 7, chunksOfLarge.length])(
    'is stored from its first byte when ingest fails after %d chunks',
    async (chunks) => {
      const { tunnel, spool, outcomes } = startSpooling(failingAfter(chunks));
      const response = await post(tunnel, { body: chunksOf(...chunksOfLarge) });
      expect([response.status, Buffer.from(response.body).toString()]).toEqual([200, ACCEPTED]);
      expect((await storedIn(spool))?.body.equals(LARGE)).toBe(true);
      expect(outcomes).toMatchObject([{ kind: 'spooled', bytes: LARGE.byteLength }]);
    },
  );

  it('is stored when ingest answers 503 before it is through, while its client still sends', async () => {
    const gate = deferred();
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      yield* chunksOfLarge.slice(0, 8);
      await gate.promise;
      yield* chunksOfLarge.slice(8);
    };
    const { tunnel, transport, spool, clock } = startSpooling(() => undefined);
    const response = post(tunnel, { body: slow() });
    await settled();
    const [exchange] = transport.sent;
    const reading = readAll(exchange?.request.body).catch((error: unknown) => error);
    await settled();
    exchange?.answer.resolve(answer({ status: 503 }));
    await settled();
    gate.resolve();
    expect((await response).status).toBe(200);
    // A reader of the ended request must not take pieces that belong to the spool.
    expect(await reading).toBeInstanceOf(Error);
    expect((await storedIn(spool))?.body.equals(LARGE)).toBe(true);
    await clock.advance(0);
  });

  it.each([
    ['that was sent, and more than 1 MiB of it,', 2 * MIB, 30, 502],
    ['that was sent, and less than 1 MiB of it,', 2 * MIB, 10, 200],
    ['that was not sent', 2 * MIB, 0, 200],
  ])('%s is kept or refused when ingest fails', async (_what, size, chunks, status) => {
    const { tunnel, spool, outcomes } = startSpooling(failingAfter(chunks));
    const body = envelopeWith(size);
    const response = await post(tunnel, { body: chunksOf(...splitBytes(body, 60_000)) });
    expect(response.status).toBe(status);
    if (status === 200) {
      expect((await storedIn(spool))?.body.equals(body)).toBe(true);
    } else {
      expect(detailOf(response)).toBe('ingest broke the connection off');
      expect(outcomes).toMatchObject([{ kind: 'unreachable' }]);
      expect(tunnel.stats().spool?.isOut).toBe(false);
      expect(tunnel.stats().discarded).toEqual({
        network_error: { error: 1, attachment: size, attachment_item: 1 },
      });
      expect(spool.depth().envelopes).toBe(0);
    }
  });

  it('leaves its memory to the next one', async () => {
    const { tunnel, spool, become, recover } = startSpooling();
    recover();
    // More than all envelopes together may keep.
    for (let round = 0; round < 20; round += 1) {
      await post(tunnel, { body: chunksOf(...chunksOfLarge) });
    }
    become(failingAfter(10));
    expect((await post(tunnel, { body: chunksOf(...chunksOfLarge) })).status).toBe(200);
    expect(spool.depth().envelopes).toBe(1);
  });

  it('that turns out broken while it is stored is refused, and the store not blamed', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield* chunksOfLarge.slice(0, 8);
      throw new Error('the client went away');
    };
    const { tunnel, spool, faults, outcomes } = startSpooling(failingAfter(1));
    expect((await post(tunnel, { body: broken() })).status).toBe(400);
    expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
    expect([spool.depth(), faults]).toEqual([{ envelopes: 0, bytes: 0 }, []]);
  });
});

describe('an item that is not read to its end when its envelope is lost', () => {
  const message = 'x'.repeat(900_000);
  const large = chunksOfItem({ type: 'event', payload: { message } });

  it.each<[string, StubbedOptions, string]>([
    ['the spool is full', { spool: createMemorySpool({ maxBytes: 600 }) }, 'queue_overflow'],
    ['there is no spool', { spool: undefined }, 'network_error'],
  ])('is reported if %s', async (_why, options, reason) => {
    const { tunnel } = startSpooling(gone, options);
    await post(tunnel, { body: chunksOf(...large) });

    expect(tunnel.stats().discarded).toEqual({ [reason]: { error: 1 } });
  });

  it('is reported as limited, not as lost, if a limit drops it', async () => {
    const { tunnel, become } = startSpooling(
      () => Promise.resolve(answer({ headers: { 'x-sentry-rate-limits': '60:attachment:key' } })),
      { spool: createMemorySpool({ maxBytes: 600 }) },
    );
    await post(tunnel);
    become(gone);
    const event = { type: 'event', payload: {} };
    const limited = { type: 'attachment', payload: new Uint8Array(2 * MIB) };
    await post(tunnel, { body: chunksOf(...chunksOfItem(event, limited)) });

    expect(tunnel.stats().discarded).toEqual({
      queue_overflow: { error: 1 },
      // The limit had no reason.
      '': { attachment: 2 * MIB, attachment_item: 1 },
    });
  });
});

describe('a spool that takes nothing', () => {
  it('because it is full is no failure of it: 503, and counted', async () => {
    const { tunnel, faults, outcomes } = startSpooling(gone, {
      spool: createMemorySpool({ maxBytes: 600 }),
    });
    const response = await post(tunnel);
    expect([response.status, detailOf(response)]).toEqual([
      503,
      'ingest takes no envelopes at the moment, and the spool cannot store this one',
    ]);
    expect(outcomes).toMatchObject([{ kind: 'refused', reason: 'spool-unavailable' }]);
    expect(faults).toEqual([]);
    expect(tunnel.stats()).toMatchObject({ spooled: 0, discarded: { queue_overflow: { error: 1 } } });
  });

  it('because it fails is one, and is told: 503', async () => {
    const error = new Error('EIO');
    const { tunnel, faults } = startSpooling(gone, {
      spool: { ...createMemorySpool(), append: () => Promise.reject(error) },
    });
    expect((await post(tunnel)).status).toBe(503);
    expect(faults).toEqual([{ kind: 'fault', part: 'spool', error, count: 1 }]);
    expect(tunnel.stats().inFlight).toBe(0);
  });
});

describe('close', () => {
  it('waits for what is in flight and being delivered, and leaves the rest in the spool', async () => {
    const { tunnel, spool, transport, clock, become } = startSpooling();
    await post(tunnel);
    await post(tunnel);
    const delivery = deferred<ReturnType<typeof answer>>();
    become(() => delivery.promise);
    await clock.advance(1_000);
    expect(transport.sent).toHaveLength(2);
    let isClosed = false;
    const closing = tunnel.close().then(() => (isClosed = true));
    await clock.advance(0);
    expect([isClosed, transport.isClosed]).toEqual([false, false]);
    delivery.resolve(answer());
    await closing;
    expect(transport.isClosed).toBe(true);
    expect([spool.depth().envelopes, tunnel.stats().redelivered]).toEqual([1, 1]);
    await expect(
      spool.append({ dsn: DSN_IDENTITY, receivedAt: NOW, fields: {}, body: ENVELOPE }),
    ).rejects.toThrow('closed');
    expect(clock.pending).toBe(0);
  });

  it('stores what is in flight when ingest fails on it meanwhile', async () => {
    const { tunnel, spool, transport } = startSpooling(() => undefined);
    const response = post(tunnel);
    await settled();
    const closing = tunnel.close();
    transport.sent[0]?.answer.reject(new Error('reset'));
    expect((await response).status).toBe(200);
    await closing;
    expect(spool.depth().envelopes).toBe(1);
  });
});
