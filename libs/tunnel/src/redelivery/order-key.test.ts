import { gzipSync } from 'node:zlib';
import { createNodeDecoders } from '@adit/envelope/node';
import { buildEnvelope } from '@adit/testing';
import { entryOf } from '../../testing/stored-entry.helper.ts';
import { DSN, envelopeOf } from '../../testing/stubbed-tunnel.helper.ts';
import { orderKeyOf } from './order-key.ts';

const decoders = createNodeDecoders();
const REPLAY_ID = '12c2d058d58442709aa2eca08bf20986';
const replayOf = (...types: readonly string[]): Uint8Array =>
  buildEnvelope({
    dsn: DSN,
    header: { event_id: REPLAY_ID },
    items: types.map((type) => ({ type, payload: 'x' })),
  });
const SESSION = { type: 'session', payload: { sid: 'a1', status: 'exited' } };

describe('orderKeyOf', () => {
  it.each([
    ['a session, by its id', envelopeOf(SESSION), 'session a1'],
    [
      'a check-in, by its id',
      envelopeOf({ type: 'check_in', payload: { check_in_id: 'c1' } }),
      'check_in c1',
    ],
    [
      'a segment of a replay, by the replay',
      replayOf('replay_event', 'replay_recording'),
      `replay ${REPLAY_ID}`,
    ],
    ['a segment of a replay as a video', replayOf('replay_video'), `replay ${REPLAY_ID}`],
    ['a session that follows an event', envelopeOf({ type: 'event', payload: {} }, SESSION), 'session a1'],
    ['a session without a length', envelopeOf({ ...SESSION, implicitLength: true }), 'session a1'],
    ['no event', envelopeOf({ type: 'event', payload: { sid: 'a1' } }), undefined],
    ['no sums of sessions', envelopeOf({ type: 'sessions', payload: { aggregates: [] } }), undefined],
    ['no session without an id', envelopeOf({ type: 'session', payload: {} }), undefined],
    ['no session that is no JSON', envelopeOf({ type: 'session', payload: 'x' }), undefined],
    ['no session that is null', envelopeOf({ type: 'session', payload: 'null' }), undefined],
    ['no header alone', Buffer.from('{}'), undefined],
  ])('is of %s', async (_what, body, key) => {
    for (const pieceBytes of [1, 1_000])
      expect(await orderKeyOf(entryOf(body, { pieceBytes }), decoders)).toBe(key);
  });

  it('reads a coded envelope, and none that does not decode', async () => {
    const coded = gzipSync(envelopeOf(SESSION));
    expect(await orderKeyOf(entryOf(coded, { coding: 'gzip' }), decoders)).toBe('session a1');
    expect(await orderKeyOf(entryOf(Buffer.from('x'), { coding: 'gzip' }), decoders)).toBeUndefined();
  });

  it('looks at the start of a large envelope alone', async () => {
    const attachment = { type: 'attachment', payload: new Uint8Array(1_000_000) };
    let readBytes = 0;
    const counted = (body: Uint8Array) =>
      entryOf(body, {
        read: async function* () {
          for (let at = 0; at < body.byteLength; at += 10_000) {
            const chunk = body.subarray(at, at + 10_000);
            readBytes += chunk.byteLength;
            yield chunk;
          }
        },
      });
    expect(await orderKeyOf(counted(envelopeOf(SESSION, attachment)), decoders)).toBe('session a1');
    expect(await orderKeyOf(counted(envelopeOf(attachment, SESSION)), decoders)).toBeUndefined();
    expect(readBytes).toBeLessThan(200_000);
  });

  it('fails as the spool does', async () => {
    const entry = entryOf(envelopeOf(SESSION), {
      read: async function* () {
        yield Buffer.from('{}\n');
        throw new Error('EIO');
      },
    });
    await expect(orderKeyOf(entry, decoders)).rejects.toThrow('EIO');
  });
});
