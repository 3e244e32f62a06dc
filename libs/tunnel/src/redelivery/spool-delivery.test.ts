import { gzipSync } from 'node:zlib';
import { createFakeClock } from '@adit/testing';
import type { SpoolEntry } from '@adit/spool';
import type { StoredOutcome } from '../index.ts';
import { createDiscardTally, createWallHistory, parseDsn, type Discard, type Dsn } from '@adit/envelope';
import { createDestinations } from '../request/destinations.ts';
import { createKnownLimits, limitsInForce } from '../limits/known-limits.ts';
import { createMemoryLimits } from '@adit/spool/memory';
import { createNodeDecoders } from '@adit/envelope/node';
import {
  answer,
  chunksOf,
  createStubTransport,
  readAll,
  splitBytes,
  type StubAnswer,
} from '../../testing/stub-transport.helper.ts';
import {
  DSN,
  DSN_IDENTITY,
  ENVELOPE,
  envelopeOf,
  envelopeWith,
  EVENT_ID,
  NOW,
  settled,
} from '../../testing/stubbed-tunnel.helper.ts';
import { createSpoolDelivery } from './spool-delivery.ts';

function entryOf(body: Uint8Array, entry: Partial<SpoolEntry> = {}): SpoolEntry {
  return {
    dsn: DSN_IDENTITY,
    receivedAt: NOW - 60_000,
    fields: { 'user-agent': 'Mozilla/5.0' },
    bytes: body.byteLength,
    read: () => chunksOf(...splitBytes(body, 60_000)),
    ...entry,
  };
}

function start(respond?: StubAnswer) {
  const clock = createFakeClock({ now: NOW });
  const transport = createStubTransport(respond);
  const knownLimits = createKnownLimits(createMemoryLimits(), clock, 60_000);
  const ends: (StoredOutcome & { readonly detail: Record<string, unknown> })[] = [];
  const discarded: Discard[] = [];
  const tally = createDiscardTally();
  const delivery = createSpoolDelivery({
    context: {
      transport,
      clock,
      timeoutMs: 10_000,
      destinations: createDestinations([{ text: DSN, dsn: parseDsn(DSN) as Dsn }], undefined),
      decoders: createNodeDecoders(),
      knownLimits,
      ingestCodings: new Map(),
      spooling: undefined,
      reports: {
        tally,
        intervalMs: 60_000,
        onDiscarded: (discards) => discarded.push(...discards),
        timer: undefined,
        sending: undefined,
        isByRequests: false,
        refused: new Map(),
        heldUntilMs: -Infinity,
      },
    },
    onEnd: (outcome, { eventId, project, sdk, itemTypes, bytes, durationMs, limited, filtered }) =>
      ends.push({
        ...outcome,
        detail: { eventId, project, sdk, itemTypes, bytes, durationMs, limited, filtered },
      }),
    wall: createWallHistory(clock),
  });
  return { ...delivery, clock, transport, knownLimits, ends, discarded, tally };
}

const ENTRY = entryOf(ENVELOPE);
const answering = (reply: Parameters<typeof answer>[0]) => (): ReturnType<StubAnswer> =>
  Promise.resolve(answer(reply));

describe('deliver', () => {
  it.each([
    [200, { kind: 'delivered' }],
    [202, { kind: 'delivered' }],
    [302, { kind: 'retry', failed: 'answer' }],
    [400, { kind: 'rejected', status: 400 }],
    [413, { kind: 'rejected', status: 413 }],
    [429, { kind: 'wait', hold: { category: 'all', forMs: 60_000 }, status: 429 }],
    [500, { kind: 'retry', failed: 'answer', status: 500 }],
    [501, { kind: 'rejected', status: 501 }],
    [502, { kind: 'retry', failed: 'answer', status: 502 }],
    [503, { kind: 'retry', failed: 'answer', status: 503 }],
    [504, { kind: 'retry', failed: 'answer', status: 504 }],
    [507, { kind: 'retry', failed: 'answer', status: 507 }],
    [522, { kind: 'retry', failed: 'answer', status: 522 }],
  ])('judges status %d', async (status, verdict) => {
    const { deliver, ends } = start(answering({ status }));
    expect(await deliver(ENTRY)).toEqual(verdict);
    const kinds = ends.map((end) => (end.kind === 'given-up' ? end.cause : end.kind));
    expect(kinds).toEqual(status < 300 ? ['redelivered'] : []);
  });

  it('tells of what it has delivered: event, project, SDK, items, and how long it was stored', async () => {
    const { deliver, ends } = start(answering({}));
    await deliver(ENTRY);
    await deliver(entryOf(envelopeWith(300_000)));

    const detail = {
      eventId: EVENT_ID,
      project: 'o450.ingest.sentry.io/4509',
      sdk: undefined,
      durationMs: 0,
      limited: [],
      filtered: [],
    };
    const end = { kind: 'redelivered', status: 200, heldMs: 60_000 };
    expect(ends).toEqual([
      { ...end, detail: { ...detail, itemTypes: ['event'], bytes: ENVELOPE.byteLength } },
      // A large one is not read a second time to list its items.
      { ...end, detail: { ...detail, itemTypes: [], bytes: expect.any(Number) as number } },
    ]);
  });

  it('tries again what does not arrive', async () => {
    const { deliver } = start(() => Promise.reject(new Error('no route')));
    expect(await deliver(ENTRY)).toEqual({ kind: 'retry', failed: 'connection' });
    const slow = start();
    const verdict = slow.deliver(ENTRY);
    await slow.clock.advance(10_000);
    expect(await verdict).toEqual({ kind: 'retry', failed: 'answer' });
  });

  it('takes a connection that breaks off for an answer: the envelope may be the reason', async () => {
    const cut = Object.assign(new Error('read'), { code: 'ECONNRESET' });
    for (const error of [cut, new TypeError('fetch failed', { cause: cut })]) {
      const { deliver } = start(() => Promise.reject(error));
      expect(await deliver(ENTRY)).toEqual({ kind: 'retry', failed: 'answer' });
    }
  });

  describe('after a 429', () => {
    const limited = (limits: string) =>
      start(answering({ status: 429, headers: { 'x-sentry-rate-limits': limits } }));
    const hold = (category: string, forMs: number) => ({
      kind: 'wait',
      hold: { category, forMs },
      status: 429,
    });

    it('learns limits, and waits for the one that concerns it', async () => {
      const { deliver, limitOf, knownLimits, ends } = limited('10:error:key, 86400:transaction;span:key');
      expect(await deliver(ENTRY)).toEqual(hold('error', 10_000));
      expect(limitsInForce(knownLimits, DSN_IDENTITY)).toHaveLength(3);
      expect(await limitOf(ENTRY)).toEqual({ category: 'error', forMs: 10_000 });
      expect(ends).toEqual([]);
    });

    it('waits where the limit ends at once', async () => {
      const { deliver, limitOf } = limited('0::key');
      expect(await deliver(ENTRY)).toEqual(hold('all', 0));
      expect(await limitOf(ENTRY)).toBeUndefined();
    });

    it.each([
      ['a part was taken', '10:attachment:key', envelopeWith(9)],
      ['no limit can concern it', '10::key', envelopeOf({ type: 'client_report', payload: {} })],
    ])('is done with it where %s', async (_what, limits, body) => {
      const { deliver, ends } = limited(limits);
      expect(await deliver(entryOf(body))).toEqual({ kind: 'delivered' });
      expect(ends).toMatchObject([{ kind: 'redelivered', status: 429 }]);
    });

    it('tries again where no limit says why', async () => {
      const { deliver } = limited('10:transaction:key');
      expect(await deliver(ENTRY)).toEqual({ kind: 'retry', failed: 'answer', status: 429 });
    });
  });

  it('sends to the configured endpoint with the configured key', async () => {
    const { deliver, transport } = start(answering({}));
    await deliver(ENTRY);
    const { endpoint, headers, contentLength, body } = transport.sent[0]?.request ?? {};
    expect(endpoint?.href).toBe('https://o450.ingest.sentry.io/api/4509/envelope/?hsts=0');
    expect(headers).toMatchObject({ 'user-agent': 'Mozilla/5.0' });
    expect(headers?.['x-sentry-auth']).toContain('sentry_key=0123456789abcdef0123456789abcdef');
    expect(contentLength).toBe((body as Uint8Array).byteLength);
  });

  it('keeps an envelope whose DSN has left the configuration', async () => {
    const { deliver, transport, destinationOf } = start();
    expect(await deliver(entryOf(ENVELOPE, { dsn: 'k@elsewhere.example:/1' }))).toEqual({
      kind: 'retry',
      failed: 'here',
    });
    expect(transport.sent).toHaveLength(0);
    expect(destinationOf('k@elsewhere.example:/1')).toBe('k@elsewhere.example:/1');
    expect(destinationOf(DSN_IDENTITY)).toBe('https://o450.ingest.sentry.io');
  });

  describe('of a large envelope', () => {
    const LARGE = envelopeWith(300_000);

    it('gives ingest its time for each chunk', async () => {
      const { deliver, clock, transport } = start();
      const verdict = deliver(entryOf(LARGE));
      await settled();
      const [exchange] = transport.sent;
      for await (const chunk of exchange?.request.body as AsyncIterable<Uint8Array>) {
        expect(chunk.byteLength).toBeGreaterThan(0);
        await clock.advance(9_999);
      }
      exchange?.answer.resolve(answer());
      expect(await verdict).toEqual({ kind: 'delivered' });
    });

    it('lets go of what it has not sent', async () => {
      let isReadingOver = false;
      const read = async function* (): AsyncGenerator<Uint8Array> {
        try {
          yield* splitBytes(LARGE, 60_000);
        } finally {
          isReadingOver = true;
        }
      };
      const { deliver } = start(answering({ status: 503 }));
      expect(await deliver(entryOf(LARGE, { read }))).toMatchObject({ kind: 'retry' });
      await settled();
      expect(isReadingOver).toBe(true);
    });

    it('fails as the spool does', async () => {
      const read = async function* (): AsyncGenerator<Uint8Array> {
        yield LARGE.subarray(0, 100_000);
        throw new Error('EIO');
      };
      const { deliver } = start(async ({ body }) => {
        await readAll(body);
        return answer();
      });
      await expect(deliver(entryOf(LARGE, { read }))).rejects.toThrow('EIO');
    });
  });

  it('does not try again what will never decode', async () => {
    const small = entryOf(Buffer.from('plain'), { fields: { 'content-encoding': 'gzip' } });
    const cut = gzipSync(envelopeWith(300_000)).subarray(0, -9);
    const late = entryOf(cut, { fields: { 'content-encoding': 'gzip' } });
    const { deliver, ends } = start(async ({ body }) => {
      await readAll(body);
      return answer();
    });
    expect(await deliver(small)).toEqual({ kind: 'rejected' });
    expect(await deliver(late)).toEqual({ kind: 'rejected' });
    expect(ends).toEqual([]);
  });
});

describe('onGiveUp', () => {
  it.each([
    ['expired', 'cache_overflow'],
    ['refused', 'send_error'],
    ['failing', 'send_error'],
    ['dropped', 'cache_overflow'],
  ] as const)('counts what is given up as %s, for the reason %s', async (cause, reason) => {
    const { onGiveUp, discarded, ends, tally } = start();
    await onGiveUp(entryOf(envelopeWith(10)), cause, 503);
    expect(ends).toMatchObject([
      {
        kind: 'given-up',
        cause,
        status: 503,
        heldMs: 60_000,
        detail: { eventId: EVENT_ID, itemTypes: ['event', 'attachment'] },
      },
    ]);
    expect(tally.pendingDsns()).toEqual([DSN_IDENTITY]);
    expect(discarded).toEqual([
      { kind: 'discarded_events', reason, category: 'error', quantity: 1 },
      { kind: 'discarded_events', reason, category: 'attachment', quantity: 10 },
      { kind: 'discarded_events', reason, category: 'attachment_item', quantity: 1 },
    ]);
  });

  it('tells of an envelope that cannot be read, too', async () => {
    const { onGiveUp, ends } = start();
    const read = (): AsyncIterable<Uint8Array> => {
      throw new Error('EIO');
    };
    const lost = entryOf(ENVELOPE, { read, dsn: 'k@gone.example:/1' });
    await expect(onGiveUp(lost, 'expired', undefined)).rejects.toThrow('EIO');
    const detail = { eventId: undefined, project: undefined, sdk: undefined, itemTypes: [] };
    expect(ends).toMatchObject([{ kind: 'given-up', cause: 'expired', detail }]);
  });
});
