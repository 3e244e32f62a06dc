import { gzipSync } from 'node:zlib';
import { createNodeDecoders } from '@adit/envelope/node';
import type { SpoolEntry } from '@adit/spool';
import type { RateLimit } from '@adit/envelope';
import { splitBytes } from '../../testing/stub-transport.helper.ts';
import { entryOf } from '../../testing/stored-entry.helper.ts';
import { DSN, envelopeOf, NOW } from '../../testing/stubbed-tunnel.helper.ts';
import { holdOf, inspectEntry } from './inspect-entry.ts';

const decoders = createNodeDecoders();
const ITEMS = '\n{"type":"event","length":2}\n{}\n{"type":"attachment"}\nabc\n';

describe('inspectEntry', () => {
  const ENVELOPE = Buffer.from(`{"dsn":"${DSN}"}${ITEMS}`);
  const EXPECTED = { error: 1, attachment: 3, attachment_item: 1 };

  const counted = async (entry: SpoolEntry): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await inspectEntry(entry, decoders)).items
        .quantities()
        .map(({ category, quantity }) => [category, quantity]),
    );

  it.each([
    ['plain', ENVELOPE, undefined],
    ['compressed', gzipSync(ENVELOPE), 'gzip'],
  ])('finds them (%s)', async (_how, body, coding) => {
    for (const pieceBytes of [1, 1_000]) {
      const entry = entryOf(body, { ...(coding !== undefined && { coding }), pieceBytes });
      expect(await counted(entry)).toEqual(EXPECTED);
    }
  });

  it('finds none in a header alone', async () => {
    expect(await counted(entryOf(Buffer.from('{}')))).toEqual({});
  });

  it('finds those before what does not decode', async () => {
    const body = gzipSync(ENVELOPE).subarray(0, -8);
    expect(await counted(entryOf(body, { coding: 'gzip' }))).toEqual(EXPECTED);
  });

  it('takes a coding nobody knows any more for none', async () => {
    expect(await counted(entryOf(ENVELOPE, { coding: 'lzma' }))).toEqual(EXPECTED);
  });

  it('fails as the spool does', async () => {
    const read = async function* (): AsyncGenerator<Uint8Array> {
      yield ENVELOPE.subarray(0, 5);
      throw new Error('EIO');
    };
    await expect(inspectEntry(entryOf(ENVELOPE, { read }), decoders)).rejects.toThrow('EIO');
  });
});

describe('holdOf', () => {
  const limit = (category: RateLimit['category'], seconds: number): RateLimit => ({
    category,
    scope: 'organization',
    namespaces: '',
    reasonCode: '',
    untilMs: NOW + seconds * 1_000,
  });
  const EVENT = { type: 'event', payload: {} } as const;
  const ATTACHMENT = { type: 'attachment', payload: 'abc' } as const;
  const TRANSACTION = { type: 'transaction', payload: {} } as const;
  const REPORT = { type: 'client_report', payload: {} } as const;

  it.each([
    ['nothing where no limit concerns it', [limit('transaction', 9)], [EVENT], undefined],
    ['an event by its category', [limit('error', 9)], [EVENT], 'error 9'],
    ['an event by a limit on all', [limit('all', 9), limit('span', 99)], [EVENT], 'all 9'],
    ['by the longer of two', [limit('all', 9), limit('transaction', 99)], [TRANSACTION], 'transaction 99'],
    ['what belongs to the event with it', [limit('error', 9)], [EVENT, ATTACHMENT], 'error 9'],
    [
      'until the first is free',
      [limit('error', 99), limit('session', 9)],
      [EVENT, { type: 'session', payload: {} }],
      'session 9',
    ],
    ['nothing where an item is free', [limit('attachment', 9)], [EVENT, ATTACHMENT], undefined],
    ['for what no limit can concern', [limit('all', 9)], [EVENT, REPORT], 'all 9'],
    ['never a report alone', [limit('all', 9)], [REPORT], undefined],
    [
      'aggregates, too, that the tunnel never drops',
      [limit('session', 9)],
      [{ type: 'sessions', payload: {} }],
      'session 9',
    ],
  ] as const)('holds %s', async (_what, limits, items, expected) => {
    for (const pieceBytes of [1, 1_000]) {
      const entry = entryOf(envelopeOf(...items), { pieceBytes });
      const hold = await holdOf(entry, decoders, limits, NOW);
      const found = hold.isFree() ? undefined : hold.soonest();
      const text = found && `${found.category} ${(found.untilMs - NOW) / 1_000}`;
      expect(text).toBe(expected);
    }
  });

  it('reads no further than an item that is free', async () => {
    let read = 0;
    const pieces = splitBytes(envelopeOf(EVENT, { type: 'attachment', payload: 'x'.repeat(50_000) }), 1_000);
    const counting = async function* (): AsyncGenerator<Uint8Array> {
      for (const piece of pieces) {
        read += 1;
        yield piece;
      }
    };
    const hold = await holdOf(
      entryOf(Buffer.alloc(0), { read: counting }),
      decoders,
      [limit('span', 9)],
      NOW,
    );
    expect([hold.isFree(), read]).toEqual([true, 1]);
  });
});
