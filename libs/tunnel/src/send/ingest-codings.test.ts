import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { createFakeClock } from '@adit/testing';
import { createNodeDecoders } from '@adit/envelope/node';
import { parseDsn, type Dsn } from '@adit/envelope';
import { createDestinations } from '../request/destinations.ts';
import { answer, createStubTransport, readAll } from '../../testing/stub-transport.helper.ts';
import { DSN, ENVELOPE, envelopeOf, post, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';
import { chunksOf } from '../../testing/stub-transport.helper.ts';
import { codingOfChanged, isCodingRefused, sendInCoding, type IngestCodings } from './ingest-codings.ts';

const DESTINATION = createDestinations([{ text: DSN, dsn: parseDsn(DSN) as Dsn }], undefined).byText(DSN)!;
const { origin } = DESTINATION.endpoint;
const ENCODE = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** An ingest that accepts envelopes in these codings, and answers all others with this status. */
function start(known: readonly string[], status = 400) {
  const received: (readonly [coding: string, body: Buffer])[] = [];
  const transport = createStubTransport(async ({ headers, body }) => {
    const coding = headers['content-encoding'] ?? 'identity';
    received.push([coding, await readAll(body)]);
    return answer({ status: known.includes(coding) ? 200 : status });
  });
  const ingestCodings: IngestCodings = new Map();
  const host = {
    transport,
    clock: createFakeClock(),
    timeoutMs: 10_000,
    decoders: createNodeDecoders(),
    ingestCodings,
  };
  const send = async (coding: keyof typeof ENCODE | undefined) => {
    const body = coding === undefined ? ENVELOPE : ENCODE[coding](ENVELOPE);
    const fields: Record<string, string> = coding === undefined ? {} : { 'content-encoding': coding };
    const result = await sendInCoding(host, {
      destination: DESTINATION,
      fields,
      body,
      contentLength: undefined,
    });
    return result.kind === 'answered' ? result.status : result.kind;
  };
  return { send, received, ingestCodings };
}

describe('sendInCoding', () => {
  it.each([400, 415])(
    'sends an envelope without a coding that is answered %d, once, and learns it',
    async (status) => {
      const { send, received, ingestCodings } = start(['gzip', 'identity'], status);
      expect(await send('br')).toBe(200);
      expect(received.map(([coding]) => coding)).toEqual(['br', 'identity']);
      expect(received[1]?.[1].equals(ENVELOPE)).toBe(true);
      expect(isCodingRefused(ingestCodings, origin, 'br')).toBe(true);
      expect(codingOfChanged(ingestCodings, origin)).toBe('gzip');
    },
  );

  it('changes again without a coding where ingest knows no gzip', async () => {
    const { send, ingestCodings } = start(['identity']);
    expect(await send('gzip')).toBe(200);
    expect(codingOfChanged(ingestCodings, origin)).toBeUndefined();
  });

  it.each([
    ['in a coding that ingest has taken before', ['gzip'], 'gzip'],
    ['without a coding', [], undefined],
  ] as const)('sends an envelope once that ingest refuses %s', async (_how, known, coding) => {
    const { send, received } = start(known);
    if (coding !== undefined) expect(await send(coding)).toBe(200);
    const refusing = start([]);
    expect(await refusing.send(undefined)).toBe(400);
    expect([received.length, refusing.received.length]).toEqual([coding === undefined ? 0 : 1, 1]);
  });

  it('passes the first answer on where the envelope itself is refused', async () => {
    const { send, received, ingestCodings } = start([]);
    expect(await send('deflate')).toBe(400);
    expect(received).toHaveLength(2);
    expect(isCodingRefused(ingestCodings, origin, 'deflate')).toBe(false);
  });
});

describe('a tunnel whose ingest knows only gzip', () => {
  it('sends later envelopes in gzip at once', async () => {
    const received: (readonly [coding: string | undefined, body: Buffer])[] = [];
    const transport = createStubTransport(async ({ headers, body }) => {
      const coding = headers['content-encoding'];
      received.push([coding, await readAll(body)]);
      return answer({ status: coding === 'deflate' ? 400 : 200 });
    });
    const { tunnel } = startStubbed({ transport });
    const body = envelopeOf({ type: 'event', payload: { a: 1 } });
    for (let round = 0; round < 2; round += 1) {
      const response = await post(tunnel, {
        body: chunksOf(deflateSync(body)),
        headers: { 'content-encoding': 'deflate' },
      });
      expect(response.status).toBe(200);
    }
    expect(received.map(([coding]) => coding)).toEqual(['deflate', undefined, 'gzip']);
    expect(gunzipSync(received[2]?.[1] ?? Buffer.alloc(0)).equals(body)).toBe(true);
  });
});
