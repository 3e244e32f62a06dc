import { gzipSync } from 'node:zlib';
import { createFakeClock } from '@adit/testing';
import { createNodeDecoders } from '@adit/envelope/node';
import type { Decoder, Decoders } from '@adit/envelope';
import { decodeAnswer } from './decode-answer.ts';

const HEADERS = { 'content-type': 'application/json', 'retry-after': '1' };
const TEXT = '{"id":"1"}';

const read = (body: Uint8Array, encoding: string | undefined, decoders: Decoders = createNodeDecoders()) => {
  const clock = createFakeClock();
  const answer = decodeAnswer(
    { kind: 'answered', status: 200, headers: HEADERS, body, encoding },
    { decoders, clock, timeoutMs: 10_000 },
  );
  return { answer, clock };
};

const NOTHING = { status: 200, headers: { 'retry-after': '1' }, body: new Uint8Array(0) };

describe('decodeAnswer', () => {
  it.each([undefined, '', 'identity'])('leaves a body without a coding as it is (%j)', async (encoding) => {
    const body = Buffer.from(TEXT);
    expect((await read(body, encoding).answer).body).toBe(body);
  });

  it('leaves an empty body as it is', async () => {
    expect((await read(new Uint8Array(0), 'gzip').answer).headers).toBe(HEADERS);
  });

  it('takes a coding off', async () => {
    const { headers, body } = await read(gzipSync(TEXT), 'gzip').answer;
    expect([headers, Buffer.from(body).toString()]).toEqual([HEADERS, TEXT]);
  });

  it.each<[string, string, Decoders]>([
    ['in an unknown coding', 'lzma', createNodeDecoders()],
    ['in a coding the runtime cannot read', 'gzip', () => undefined],
    [
      'whose decoder cannot be created',
      'gzip',
      () => {
        throw new Error('out of memory');
      },
    ],
    ['that does not decode', 'gzip', createNodeDecoders()],
  ])('leaves out a body %s', async (_what, encoding, decoders) => {
    expect(await read(Buffer.from(TEXT), encoding, decoders).answer).toEqual(NOTHING);
  });

  it('leaves out a body that decodes to more than 1 MiB', async () => {
    expect((await read(gzipSync(Buffer.alloc(1_048_576)), 'gzip').answer).body).toHaveLength(1_048_576);
    expect(await read(gzipSync(Buffer.alloc(1_048_577)), 'gzip').answer).toEqual(NOTHING);
  });

  it('leaves out a body whose decoding takes too long', async () => {
    let cancel = (): void => undefined;
    const stuck: Decoder = {
      push: () => new Promise((resolve) => (cancel = resolve)),
      finish: () => Promise.resolve(),
      cancel: () => cancel(),
    };
    const { answer, clock } = read(gzipSync(TEXT), 'gzip', () => stuck);
    await clock.advance(10_000);
    expect(await answer).toEqual(NOTHING);
  });
});
