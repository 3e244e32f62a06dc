import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { createNodeDecoders } from '@adit/envelope/node';
import { DecodeError, type Decoders } from '@adit/envelope';
import type { SpoolEntry } from '@adit/spool';
import { readAll, splitBytes } from '../../testing/stub-transport.helper.ts';
import { entryOf } from '../../testing/stored-entry.helper.ts';
import { DSN, envelopeWith, NOW, settled } from '../../testing/stubbed-tunnel.helper.ts';
import { prepareRedelivery, type RedeliveryOptions } from './redelivery.ts';

const decoders = createNodeDecoders();
const HELD_MS = 90_000;
const SENT_AT = NOW - 1_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const ITEMS = '\n{"type":"event","length":2}\n{}\n{"type":"attachment"}\nabc\n';

const prepare = (entry: SpoolEntry, options: Partial<RedeliveryOptions> = {}) =>
  prepareRedelivery(entry, {
    heldMs: HELD_MS,
    decoders,
    isCodingTaken: true,
    codingOfChanged: 'gzip',
    ...options,
  });
/** The bytes that ingest reads. */
const resend = async (entry: SpoolEntry, options?: Partial<RedeliveryOptions>): Promise<string> => {
  const { fields, body } = await prepare(entry, options);
  const sent = await readAll(body);
  return (fields['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
};

describe('prepareRedelivery', () => {
  const line = (sentAt: number): string => `{"dsn":"${DSN}","sent_at":"${iso(sentAt)}","x":"é"}`;
  const ENVELOPE = Buffer.from(line(SENT_AT) + ITEMS);
  const EXPECTED = line(SENT_AT + HELD_MS) + ITEMS;

  it.each([
    ['plain', ENVELOPE, undefined],
    ['gzip', gzipSync(ENVELOPE), 'gzip'],
    ['deflate', deflateSync(ENVELOPE), 'deflate'],
    ['deflate without zlib', deflateRawSync(ENVELOPE), 'deflate'],
    ['br', brotliCompressSync(ENVELOPE), 'br'],
  ])('moves `sent_at` on by the time held and touches nothing else (%s)', async (_how, body, coding) => {
    for (const pieceBytes of [1, 7, 1_000]) {
      const entry = entryOf(body, { ...(coding !== undefined && { coding }), pieceBytes });
      expect(await resend(entry)).toBe(EXPECTED);
    }
  });

  it.each(['gzip', undefined] as const)('keeps the fields, and names its coding (%s)', async (coding) => {
    const entry = entryOf(brotliCompressSync(ENVELOPE), { coding: 'br' });
    const { fields } = await prepare(entry, { codingOfChanged: coding });
    expect(fields).toEqual({
      'user-agent': 'Mozilla/5.0',
      'x-forwarded-for': '192.0.2.1',
      ...(coding !== undefined && { 'content-encoding': coding }),
    });
    expect(await resend(entry, { codingOfChanged: coding })).toBe(EXPECTED);
  });

  it('codes again what it has changed, so that it stays small', async () => {
    const zeros = Buffer.concat([
      Buffer.from(`${line(SENT_AT)}\n{"type":"attachment"}\n`),
      Buffer.alloc(30_000_000),
    ]);
    const { body, fields } = await prepare(entryOf(gzipSync(zeros), { coding: 'gzip' }));
    expect(fields['content-encoding']).toBe('gzip');
    expect((await readAll(body)).byteLength).toBeLessThan(40_000);
  });

  it.each([1, 100_000])('sends what has no `sent_at` as it came (%d bytes)', async (size) => {
    const plain = Buffer.concat([
      Buffer.from(`{"dsn":"${DSN}"}\n{"type":"attachment"}\n`),
      randomBytes(size),
    ]);
    const body = brotliCompressSync(plain);
    const prepared = await prepare(entryOf(body, { coding: 'br' }));
    expect((await readAll(prepared.body)).equals(body)).toBe(true);
    expect(prepared.fields['content-encoding']).toBe('br');
    const again = await prepare(entryOf(body, { coding: 'br' }), { isCodingTaken: false });
    expect(again.fields['content-encoding']).toBe('gzip');
    expect(gunzipSync(await readAll(again.body)).equals(plain)).toBe(true);
  });

  it.each([
    ['none', `{"dsn":"${DSN}"}`],
    ['null', '{"sent_at":null}'],
  ])('leaves an envelope with %s as it is', async (_what, header) => {
    expect(await resend(entryOf(Buffer.from(header + ITEMS)))).toBe(header + ITEMS);
  });

  it.each([
    ['with a newline', '\n'],
    ['without', ''],
  ])('sends a header alone, %s', async (_how, end) => {
    expect(await resend(entryOf(Buffer.from(line(SENT_AT) + end), { pieceBytes: 9 }))).toBe(
      line(SENT_AT + HELD_MS) + end,
    );
  });

  it('sends a small envelope in one piece, a large one in many, with its length', async () => {
    expect((await prepare(entryOf(ENVELOPE))).body).toBeInstanceOf(Uint8Array);
    const large = Buffer.from(envelopeWith(100_000));
    const { body, contentLength } = await prepare(entryOf(large));
    expect(body).not.toBeInstanceOf(Uint8Array);
    const sent = await readAll(body);
    expect(contentLength).toBe(sent.byteLength);
    expect(sent.subarray(sent.indexOf('\n')).equals(large.subarray(large.indexOf('\n')))).toBe(true);
  });

  it('does not know the length of what it decodes', async () => {
    const entry = entryOf(gzipSync(ENVELOPE), { coding: 'gzip' });
    const { contentLength } = await prepare(entry, { codingOfChanged: undefined });
    expect(contentLength).toBeUndefined();
  });

  it('has every byte, however the spool hands it out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(140_000), fc.integer({ min: 500, max: 90_000 }), async (size, pieceBytes) => {
        const body = Buffer.from(envelopeWith(size));
        const prepared = await prepare(entryOf(body, { pieceBytes }));
        const sent = await readAll(prepared.body);
        expect(sent.subarray(sent.indexOf('\n')).equals(body.subarray(body.indexOf('\n')))).toBe(true);
        expect(sent.byteLength).toBe(prepared.contentLength ?? sent.byteLength);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['does not decode', entryOf(Buffer.from('plain'), { coding: 'gzip' })],
    ['is cut short', entryOf(gzipSync(ENVELOPE).subarray(0, -9), { coding: 'gzip' })],
  ])('fails for what %s', async (_what, entry) => {
    await expect(prepare(entry).then(({ body }) => readAll(body))).rejects.toThrow(DecodeError);
  });

  it('copies what a decoder only lends', async () => {
    const shared = Buffer.alloc(32);
    const reusing: Decoders = (_coding, sink) => ({
      push: () => {
        for (const piece of splitBytes(ENVELOPE, shared.length)) {
          shared.set(piece);
          void sink(shared.subarray(0, piece.length));
        }
        return Promise.resolve();
      },
      finish: () => Promise.resolve(),
      cancel: () => undefined,
    });
    const entry = entryOf(gzipSync(ENVELOPE), { coding: 'gzip' });
    expect(await resend(entry, { decoders: reusing })).toBe(EXPECTED);
  });

  it('fails for a coding nobody knows here', async () => {
    const entry = entryOf(gzipSync(ENVELOPE), { coding: 'gzip' });
    await expect(prepare(entry, { decoders: () => undefined })).rejects.toThrow(DecodeError);
  });

  it('fails as the spool does', async () => {
    const failure = new Error('EIO');
    const read = async function* (): AsyncGenerator<Uint8Array> {
      yield ENVELOPE.subarray(0, 5);
      throw failure;
    };
    await expect(prepare(entryOf(ENVELOPE, { read }))).rejects.toBe(failure);
  });

  it('lets go of the spool and the decoder, however far it was read', async () => {
    const large = Buffer.from(envelopeWith(500_000));
    for (const coding of [undefined, 'gzip']) {
      let isReadingOver = false;
      const pieces = splitBytes(coding === undefined ? large : gzipSync(large), 60_000);
      const read = async function* (): AsyncGenerator<Uint8Array> {
        try {
          yield* pieces;
        } finally {
          isReadingOver = true;
        }
      };
      const entry = entryOf(large, { read, ...(coding !== undefined && { coding }) });
      const { body, release } = await prepare(entry, { codingOfChanged: undefined });
      await (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().next();
      expect(isReadingOver).toBe(false);
      release();
      await settled();
      expect(isReadingOver).toBe(true);
    }
  });

  it('asks nothing of a spool that cannot be let go of', async () => {
    const pieces = splitBytes(Buffer.from(envelopeWith(100_000)), 50_000);
    const read = (): AsyncIterable<Uint8Array> => ({
      [Symbol.asyncIterator]: () => {
        let at = 0;
        return {
          next: () => {
            const value = pieces[at];
            at += 1;
            return Promise.resolve(value === undefined ? { done: true, value } : { done: false, value });
          },
        };
      },
    });
    const { release } = await prepare(entryOf(Buffer.concat(pieces), { read }));
    expect(release).not.toThrow();
  });
});

describe('a stored envelope that decodes to a huge one', () => {
  it('is decoded as it is sent', async () => {
    const envelope = Buffer.concat([
      Buffer.from(`{"dsn":"${DSN}"}\n{"type":"attachment"}\n`),
      Buffer.alloc(20_000_000),
    ]);
    const body = gzipSync(envelope);
    let decodedBytes = 0;
    const counting: Decoders = (coding, sink) =>
      decoders(coding, (bytes) => {
        decodedBytes += bytes.byteLength;
        return sink(bytes);
      });
    const entry = entryOf(body, { coding: 'gzip', pieceBytes: body.byteLength });
    const { body: sent, release } = await prepare(entry, {
      decoders: counting,
      codingOfChanged: undefined,
      isCodingTaken: false,
    });
    const pieces = (sent as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    for (let step = await pieces.next(), sentBytes = 0; step.done !== true; step = await pieces.next()) {
      sentBytes += step.value.byteLength;
      expect(decodedBytes - sentBytes).toBeLessThan(4 * 65_536);
    }
    release();
    expect(decodedBytes).toBe(envelope.byteLength);
  });
});
