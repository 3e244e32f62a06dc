import { gunzipSync, gzipSync } from 'node:zlib';
import { createFakeClock } from '@adit/testing';
import fc from 'fast-check';
import { createNodeDecoders } from '@adit/envelope/node';
import {
  createWebDecoders,
  DecodeError,
  parseDsn,
  type Decoders,
  type Dsn,
  type RateLimit,
  type RateLimits,
} from '@adit/envelope';
import { chunksOf, splitBytes } from '../../testing/stub-transport.helper.ts';
import { DSN, NOW } from '../../testing/stubbed-tunnel.helper.ts';
import { createKnownLimits } from '../limits/known-limits.ts';
import { createDestinations } from '../request/destinations.ts';
import { routedOf, type IncomingEnvelope } from './incoming-envelope.ts';
import { isFiltered, openEnvelope, readEnvelope, releaseEnvelope } from './read-envelope.ts';
import { isFailure, type Refusal, type RequestFailure } from '../outcome/outcomes.ts';

const DESTINATIONS = createDestinations([{ text: DSN, dsn: parseDsn(DSN) as Dsn }], undefined);

const limitOn = (category: RateLimit['category'], reasonCode = 'quota'): RateLimit => ({
  category,
  scope: 'organization',
  namespaces: '',
  reasonCode,
  untilMs: NOW + 60_000,
});

const nodeDecoders = createNodeDecoders();

interface OpenOptions {
  readonly limits?: RateLimits | undefined;
  readonly declaredBytes?: number | undefined;
  readonly coding?: 'gzip' | undefined;
  readonly decoders?: Decoders;
  readonly maxBytes?: number;
  readonly isCodingRefused?: boolean;
}

/** Opens the envelope of a body that arrives in these chunks. */
function tryOpen(chunks: readonly Uint8Array[], options: OpenOptions = {}): IncomingEnvelope | Refusal {
  const { limits, declaredBytes, coding, decoders = nodeDecoders, maxBytes = 100_000_000 } = options;
  const { isCodingRefused = false } = options;
  const clock = createFakeClock({ now: NOW });
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-encoding': coding,
    'content-length': declaredBytes?.toString(),
  };
  return openEnvelope(
    {
      destinations: DESTINATIONS,
      knownLimits: createKnownLimits({ get: () => limits, set: () => undefined }, clock, 60_000),
      clock,
      decoders,
      policy: undefined,
      isCodingRefused: () => isCodingRefused,
      maxEnvelopeBytes: maxBytes,
      bodyTimeoutMs: 30_000,
    },
    {
      request: { body: chunksOf(...chunks), header: (name) => headers[name] },
      search: '',
      client: { forwardedFor: '192.0.2.1', networks: [] },
      receivedAt: NOW,
      api: undefined,
    },
  );
}

function open(chunks: readonly Uint8Array[], options: OpenOptions = {}): IncomingEnvelope {
  const envelope = tryOpen(chunks, options);
  if (isFailure(envelope)) throw new Error(envelope.detail);
  return envelope;
}

/** All bytes of the envelope, or its failure. */
async function takeAll(envelope: IncomingEnvelope): Promise<Buffer | RequestFailure> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const read = await readEnvelope(envelope);
    if (read === undefined) return Buffer.concat(pieces);
    if (isFailure(read)) return read;
    pieces.push(...read.map((piece) => Buffer.from(piece)));
  }
}

/** The same, decoded if it is sent as received. */
async function takePlain(envelope: IncomingEnvelope): Promise<Buffer | RequestFailure> {
  const taken = await takeAll(envelope);
  const isCoded = envelope.coding !== 'identity' && !isFiltered(envelope);
  return isFailure(taken) || !isCoded ? taken : gunzipSync(taken);
}

/** The counts that are reported of the items, by category. */
function countsOf(incoming: IncomingEnvelope): Record<'kept' | 'limited', Record<string, unknown>> {
  const inventory = routedOf(incoming)?.inventory;
  if (inventory === undefined) throw new Error('The header line is not complete.');
  const { dropped } = inventory;
  const kept = inventory.lost();
  const record = (count: typeof kept): Record<string, number> =>
    Object.fromEntries(count.quantities().map(({ category, quantity }) => [category, quantity]));
  return {
    kept: record(kept),
    limited: Object.fromEntries(dropped.map(({ reason, items }) => [reason, record(items)])),
  };
}

const HEADER_LINE = `{"dsn":"${DSN}"}\n`;

/** One item with the newline after it. */
const itemOf = (type: string, payload: string | Uint8Array, hasLength = true): Buffer => {
  const bytes = Buffer.from(payload as Uint8Array);
  const length = hasLength ? `,"length":${bytes.length}` : '';
  return Buffer.concat([Buffer.from(`{"type":"${type}"${length}}\n`), bytes, Buffer.from('\n')]);
};
const join = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));

const EVENT = itemOf('event', '{"message":"boom"}');
const ATTACHMENT = itemOf(
  'attachment',
  Uint8Array.from({ length: 256 }, (_, value) => value),
);
const SESSION = itemOf('session', '{"sid":"1"}');
const REPORT = itemOf('client_report', '{"discarded_events":[]}');
const UNKNOWN = itemOf('x-new', 'a\r\n\n\0');

/** The ways in which an envelope may arrive; the results must be equal. */
const WAYS: readonly (readonly [
  how: string,
  enter: (it: Buffer, limits?: RateLimits) => IncomingEnvelope,
])[] = [
  ['in one piece', (it, limits) => open([it], { declaredBytes: it.length, limits })],
  ['in one piece of unknown length', (it, limits) => open([it], { limits })],
  ['byte by byte', (it, limits) => open(splitBytes(it, 1), { limits })],
  [
    'in pieces, with its length',
    (it, limits) => open(splitBytes(it, 7), { declaredBytes: it.length, limits }),
  ],
  ['compressed', (it, limits) => open([gzipSync(it)], { coding: 'gzip', limits })],
  ['compressed, byte by byte', (it, limits) => open(splitBytes(gzipSync(it), 1), { coding: 'gzip', limits })],
];

describe.each(WAYS)('an envelope %s', (how, enter) => {
  const isCompressed = how.startsWith('compressed');

  it('comes out as it was received where no limit is in force', async () => {
    const envelope = join(HEADER_LINE, EVENT, ATTACHMENT, UNKNOWN);
    const incoming = enter(envelope);
    const taken = await takeAll(incoming);
    expect(taken).toEqual(isCompressed ? gzipSync(envelope) : envelope);
    expect(isFiltered(incoming)).toBe(false);
    expect(countsOf(incoming)).toEqual({
      kept: { error: 1, attachment: 256, attachment_item: 1 },
      limited: {},
    });
    releaseEnvelope(incoming);
  });

  it('loses what a limit is on, and nothing else', async () => {
    const envelope = join(HEADER_LINE, EVENT, ATTACHMENT, UNKNOWN, ATTACHMENT, REPORT);
    const incoming = enter(envelope, [limitOn('attachment')]);
    expect(await takeAll(incoming)).toEqual(join(HEADER_LINE, EVENT, UNKNOWN, REPORT));
    expect(countsOf(incoming)).toEqual({
      kept: { error: 1 },
      limited: { quota: { attachment: 512, attachment_item: 2 } },
    });
  });

  it('stays as it is where a limit is on something else', async () => {
    const envelope = join(HEADER_LINE, EVENT, ATTACHMENT);
    const taken = await takeAll(enter(envelope, [limitOn('monitor')]));
    expect(taken).toEqual(isCompressed ? gzipSync(envelope) : envelope);
  });

  it('loses with its event what is nothing without it', async () => {
    const envelope = join(HEADER_LINE, EVENT, ATTACHMENT, SESSION);
    const incoming = enter(envelope, [limitOn('error', 'spike')]);
    expect(await takeAll(incoming)).toEqual(join(HEADER_LINE, SESSION));
    expect(countsOf(incoming)).toEqual({
      kept: {},
      limited: { spike: { error: 1, attachment: 256, attachment_item: 1 } },
    });
  });

  it('keeps an attachment without an event under a limit on errors', async () => {
    const envelope = join(HEADER_LINE, ATTACHMENT);
    expect(await takePlain(enter(envelope, [limitOn('error')]))).toEqual(envelope);
  });

  it('is refused where nothing is left', async () => {
    const incoming = enter(join(HEADER_LINE, EVENT, ATTACHMENT, SESSION), [limitOn('all')]);
    expect(await takeAll(incoming)).toMatchObject({ reason: 'rate-limited', status: 429 });
    expect(countsOf(incoming).limited).toEqual({ quota: { error: 1, attachment: 256, attachment_item: 1 } });
  });

  it.each([
    ['a client report', REPORT],
    ['an unknown item', UNKNOWN],
  ])('is let through for %s, whatever the limit', async (_what, exempt) => {
    const incoming = enter(join(HEADER_LINE, EVENT, exempt), [limitOn('all')]);
    expect(await takeAll(incoming)).toEqual(join(HEADER_LINE, exempt));
  });

  it.each([
    ['with a newline', HEADER_LINE],
    ['without a newline', HEADER_LINE.trimEnd()],
  ])('of a header alone, %s, is let through under every limit', async (_how, envelope) => {
    const taken = await takePlain(enter(join(envelope), [limitOn('all')]));
    expect(isFailure(taken) ? taken : taken.toString().trim()).toBe(HEADER_LINE.trim());
  });

  it.each([
    ['nothing at all', '', 'body-empty'],
    ['a header that is none', 'boom\n', 'header-malformed'],
    ['an item header that is none', `${HEADER_LINE}{}\nx`, 'item-malformed'],
    ['an item cut short', `${HEADER_LINE}{"type":"event","length":9}\nx`, 'item-truncated'],
  ])('is refused for %s, under limits or not', async (_what, envelope, reason) => {
    expect(await takeAll(enter(join(envelope)))).toMatchObject({ reason });
    expect(await takeAll(enter(join(envelope), [limitOn('session')]))).toMatchObject({ reason });
  });

  /** Large envelopes arrive in larger pieces. */
  const enterLarge = (it: Buffer, limits?: RateLimits): IncomingEnvelope =>
    how === 'byte by byte' ? open(splitBytes(it, 999), { limits }) : enter(it, limits);

  it('is refused for a header line that is too long, under limits or not', async () => {
    const envelope = Buffer.alloc(65_537, ' ');
    for (const limits of [undefined, [limitOn('session')]]) {
      expect(await takeAll(enterLarge(envelope, limits))).toMatchObject({ reason: 'header-too-long' });
    }
  });

  it('is refused for an item that is too large, by its name', async () => {
    const envelope = join(HEADER_LINE, itemOf('check_in', new Uint8Array(200_000)));
    expect(await takeAll(enterLarge(envelope))).toEqual(
      expect.objectContaining({
        reason: 'item-too-large',
        detail:
          "envelope exceeded size limits for type 'check_in' (https://develop.sentry.dev/sdk/envelopes/#size-limits)",
      }),
    );
  });
});

describe('limits', () => {
  // The items that each limit leaves, independent of the tables of the protocol.
  const LEFT: Readonly<Record<string, (type: string, hasEvent: boolean) => boolean>> = {
    attachment: (type) => type !== 'attachment',
    session: (type) => type !== 'session',
    monitor: (type) => type !== 'check_in',
    error: (type, hasEvent) => type !== 'event' && !(hasEvent && type === 'attachment'),
    all: (type) => type === 'client_report' || type === 'x-new',
  };

  it('leave every byte of the rest alone, however the envelope comes', async () => {
    const item = fc.record({
      type: fc.constantFrom('attachment', 'session', 'client_report', 'check_in', 'x-new'),
      payload: fc.uint8Array({ maxLength: 40 }),
    });
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.uniqueArray(item, { maxLength: 6, selector: (it) => (it.type === 'check_in' ? 'check_in' : it) }),
        fc.constantFrom('attachment', 'session', 'monitor', 'error', 'all'),
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom('whole', 'streamed', 'gzip'),
        async (hasEvent, others, category, pieceBytes, how) => {
          const event = { type: 'event', payload: Buffer.from('{}') };
          const items = hasEvent ? [event, ...others] : others;
          const envelope = join(HEADER_LINE, ...items.map(({ type, payload }) => itemOf(type, payload)));
          const kept = items.filter(({ type }) => LEFT[category]?.(type, hasEvent));
          const limits = [limitOn(category)];
          const incoming =
            how === 'gzip'
              ? open(splitBytes(gzipSync(envelope), pieceBytes), { coding: 'gzip', limits })
              : open(how === 'whole' ? [envelope] : splitBytes(envelope, pieceBytes), {
                  limits,
                  ...(how === 'whole' && { declaredBytes: envelope.length }),
                });
          const taken = await takePlain(incoming);
          dropped += items.length - kept.length;
          if (kept.length === 0 && items.length > 0) {
            expect(taken).toMatchObject({ reason: 'rate-limited' });
          } else {
            expect(taken).toEqual(
              join(HEADER_LINE, ...kept.map(({ type, payload }) => itemOf(type, payload))),
            );
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(dropped).toBeGreaterThan(100);
  });

  it('find an event behind its attachment only where the envelope is whole', async () => {
    const envelope = join(HEADER_LINE, ATTACHMENT, EVENT, SESSION);
    const limits = [limitOn('error')];
    const whole = open([envelope], { limits, declaredBytes: envelope.length });
    expect(await takeAll(whole)).toEqual(join(HEADER_LINE, SESSION));
    expect(await takeAll(open(splitBytes(envelope, 9), { limits }))).toEqual(
      join(HEADER_LINE, ATTACHMENT, SESSION),
    );
  });

  it('count what was dropped in bytes, announced or not', async () => {
    const envelope = join(
      HEADER_LINE,
      REPORT,
      itemOf('attachment', 'abc'),
      itemOf('attachment', 'defgh', false),
    );
    const incoming = open(splitBytes(envelope, 9), { limits: [limitOn('attachment')] });
    await takeAll(incoming);
    expect(countsOf(incoming).limited).toEqual({ quota: { attachment: 8, attachment_item: 2 } });
  });

  it('under a limit keeps none of the bytes that it has passed on', async () => {
    const body = Buffer.concat([Buffer.from(HEADER_LINE), itemOf('attachment', new Uint8Array(200_000))]);
    const incoming = open(splitBytes(body, 50_000), { limits: [limitOn('session')] });
    expect(((await takeAll(incoming)) as Buffer).equals(body)).toBe(true);
    expect(incoming.received.take()).toEqual([]);
  });
});

describe('a compressed body', () => {
  const gzip = (body: Uint8Array, options: OpenOptions = {}): IncomingEnvelope =>
    open(splitBytes(body, 10_000), { coding: 'gzip', ...options });
  const ENVELOPE = join(HEADER_LINE, EVENT);

  it.each([
    ['is not compressed', ENVELOPE],
    ['is cut short', gzipSync(ENVELOPE).subarray(0, -9)],
    ['goes on behind its end', join(gzipSync(ENVELOPE), 'x')],
    ['has a wrong checksum', Buffer.from(gzipSync(ENVELOPE)).fill(0, 40)],
  ])('that %s is refused', async (_how, body) => {
    expect(await takeAll(gzip(body))).toMatchObject({ reason: 'encoding-invalid' });
  });

  it('is refused for whatever its decoder fails with, rather than to fail itself', async () => {
    const failing: Decoders = () => ({
      push: () => Promise.reject(new RangeError('out of memory')),
      finish: () => Promise.resolve(),
      cancel: () => undefined,
    });
    expect(await takeAll(gzip(gzipSync(ENVELOPE), { decoders: failing }))).toMatchObject({
      reason: 'encoding-invalid',
    });
  });

  it('is refused for what is wrong inside, though its decoder fails on it as well', async () => {
    const failing: Decoders = (_coding, sink) => ({
      push: () => {
        void sink(Buffer.from('boom\n'));
        return Promise.reject(new DecodeError('cut'));
      },
      finish: () => Promise.resolve(),
      cancel: () => undefined,
    });
    expect(await takeAll(gzip(gzipSync(ENVELOPE), { decoders: failing }))).toMatchObject({
      reason: 'header-malformed',
    });
  });

  it.each([createNodeDecoders(), createWebDecoders()])(
    'that decodes to more than an envelope may have is cut off',
    async (decoders) => {
      const bomb = gzipSync(join(HEADER_LINE, itemOf('attachment', new Uint8Array(10_000_000))));
      const incoming = open([bomb], { coding: 'gzip', maxBytes: 1_000_000, decoders });
      expect(bomb.byteLength).toBeLessThan(1_000_000);
      expect(await takeAll(incoming)).toMatchObject({ reason: 'envelope-too-large' });
    },
  );

  it('that decodes to nothing for ever is given up after 256 KiB', async () => {
    const block = Uint8Array.of(0, 0, 0, 0xff, 0xff);
    const blocks = new Uint8Array(1_000_000).map((_, index) => block[index % 5] ?? 0);
    const incoming = gzip(join(Uint8Array.of(0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0), blocks));
    expect(await takeAll(incoming)).toMatchObject({ reason: 'header-too-long' });
  });

  it('is held back until its header line is through', async () => {
    const body = gzipSync(ENVELOPE, { level: 0 });
    const incoming = open([body.subarray(0, 20), body.subarray(20)], { coding: 'gzip' });
    expect([await readEnvelope(incoming), routedOf(incoming)]).toEqual([[], undefined]);
    expect(Buffer.concat((await readEnvelope(incoming)) as Uint8Array[]).equals(body)).toBe(true);
    expect(routedOf(incoming)?.route.destination.identity).toBeDefined();
  });

  it('that decodes to a huge one goes on as it came where a limit is on something else', async () => {
    const body = gzipSync(join(HEADER_LINE, itemOf('attachment', new Uint8Array(9_000_000))));
    const incoming = open(splitBytes(body, 1_000), { coding: 'gzip', limits: [limitOn('session')] });
    expect(await takeAll(incoming)).toEqual(body);
    expect(isFiltered(incoming)).toBe(false);
  });

  it('loses nothing more to a limit once its beginning has gone on as it came', async () => {
    const body = gzipSync(join(HEADER_LINE, itemOf('attachment', new Uint8Array(100_000)), SESSION));
    const incoming = open([body], { coding: 'gzip', limits: [limitOn('session')] });
    expect(await takeAll(incoming)).toEqual(body);
    expect(countsOf(incoming)).toEqual({ kept: { attachment: 100_000, attachment_item: 1 }, limited: {} });
  });

  it('comes out decoded and whole where ingest does not know its coding', async () => {
    const envelope = join(HEADER_LINE, EVENT, ATTACHMENT);
    const incoming = open([gzipSync(envelope)], { coding: 'gzip', isCodingRefused: true });
    expect(await takeAll(incoming)).toEqual(envelope);
    expect(isFiltered(incoming)).toBe(true);
  });

  it('that decodes to a huge one comes out piece by piece where limits are applied inside', async () => {
    const envelope = join(HEADER_LINE, SESSION, itemOf('attachment', new Uint8Array(9_000_000)));
    const body = gzipSync(envelope);
    const under = (category: RateLimit['category']): IncomingEnvelope =>
      open([body], { coding: 'gzip', limits: [limitOn(category)] });
    const incoming = under('session');
    let takenBytes = 0;
    let longest = 0;
    for (
      let next = await readEnvelope(incoming);
      next !== undefined && !isFailure(next);
      next = await readEnvelope(incoming)
    ) {
      const bytes = next.reduce((total, piece) => total + piece.byteLength, 0);
      takenBytes += bytes;
      longest = Math.max(longest, bytes);
    }
    expect(takenBytes).toBe(envelope.length - SESSION.length);
    expect(longest).toBeLessThanOrEqual(128 * 1_024);
    expect(await takeAll(under('all'))).toMatchObject({ reason: 'rate-limited' });
  });

  it('that nobody reads on of lets its decoder go', async () => {
    const body = gzipSync(join(HEADER_LINE, itemOf('attachment', new Uint8Array(9_000_000))));
    const incoming = open([body], { coding: 'gzip', limits: [limitOn('session')] });
    await readEnvelope(incoming);
    releaseEnvelope(incoming);
    expect(await takeAll(incoming)).toMatchObject({ reason: 'item-truncated' });
  });

  it('that is decoded into a buffer used again loses nothing where limits are applied', async () => {
    const envelope = join(HEADER_LINE, SESSION, EVENT, UNKNOWN);
    const shared = Buffer.alloc(16);
    const reusing: Decoders = (_coding, sink) => ({
      push: () => {
        for (const piece of splitBytes(envelope, shared.length)) {
          shared.set(piece);
          void sink(shared.subarray(0, piece.length));
          shared.fill(0x20);
        }
        return Promise.resolve();
      },
      finish: () => Promise.resolve(),
      cancel: () => undefined,
    });
    const incoming = gzip(gzipSync(envelope), { decoders: reusing, limits: [limitOn('session')] });
    expect(await takeAll(incoming)).toEqual(join(HEADER_LINE, EVENT, UNKNOWN));
  });

  it('is refused if its coding is not supported', () => {
    expect(tryOpen([], { coding: 'gzip', decoders: () => undefined })).toMatchObject({
      reason: 'encoding-unsupported',
    });
  });
});

describe('a body that is interrupted', () => {
  it.each([undefined, 'gzip'] as const)('ends with the reason (coding: %s)', async (coding) => {
    const envelope = join(HEADER_LINE, EVENT);
    const body = coding === undefined ? envelope : gzipSync(envelope);
    const incoming = open([body], { coding, declaredBytes: body.length + 1 });
    expect(await takeAll(incoming)).toMatchObject({ reason: 'length-mismatch' });
  });
});
