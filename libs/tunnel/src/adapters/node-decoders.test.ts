import { Transform, type TransformCallback } from 'node:stream';
import * as zlib from 'node:zlib';
import { DecodeError, type Decoders } from '../envelope/decoder.ts';
import { describeDecodersContract } from '../../testing/decoders.contract.ts';
import { buildZstdFrame, SKIPPABLE_FRAME } from '../../testing/zstd.contract.ts';
import { createNodeDecoders, type ZlibModule } from './node-decoders.ts';

const KNOWS_ZSTD = (zlib as ZlibModule).createZstdDecompress !== undefined;

describeDecodersContract('node', createNodeDecoders, { zstdChecksumUnchecked: !KNOWS_ZSTD });

describe('createNodeDecoders', () => {
  /** Stands in for the zstd of a later node:zlib: hands on what it is given, and counts that as taken. */
  class Echo extends Transform {
    bytesWritten = 0;
    override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
      written.push(chunk);
      this.bytesWritten += chunk.byteLength;
      done(null, chunk);
    }
  }
  let written: Buffer[];
  let asked: unknown[];
  const decoders = (): Decoders =>
    createNodeDecoders({
      zlib: {
        ...zlib,
        createZstdDecompress: (options) => {
          asked.push(options.params);
          return new Echo() as unknown as ReturnType<NonNullable<ZlibModule['createZstdDecompress']>>;
        },
        constants: { ZSTD_d_windowLogMax: 100 },
      },
    });

  beforeEach(() => {
    written = [];
    asked = [];
  });

  it('has node:zlib decode zstd where it can, frame by frame, with a window of 8 MiB at most', async () => {
    const frame = buildZstdFrame();
    const decoder = decoders()('zstd', () => true);
    await decoder?.push(Buffer.concat([frame, SKIPPABLE_FRAME, frame]));
    await decoder?.finish();
    expect(written).toEqual([frame, frame]);
    expect(asked).toEqual([{ 100: 23 }]);
  });

  it('finds what node:zlib lets pass: a frame that ends early, and what is none', async () => {
    const cut = decoders()('zstd', () => true);
    await cut?.push(buildZstdFrame().subarray(0, -1));
    await expect(cut?.finish()).rejects.toThrow(new DecodeError('the zstd stream ends early'));
    const nonsense = decoders()('zstd', () => true);
    await expect(nonsense?.push(Buffer.from('nonsense'))).rejects.toThrow('not a zstd frame');
    expect(written).toHaveLength(1);
  });

  it('decodes so many bodies with large windows at a time, and any number with small ones', async () => {
    const create = createNodeDecoders({ maxLargeWindows: 2 });
    let decodedBytes = 0;
    const sink = (bytes: Uint8Array): boolean => {
      decodedBytes += bytes.byteLength;
      return true;
    };
    const encoded = { br: zlib.brotliCompressSync('hello'), gzip: zlib.gzipSync('hello') };
    const holding = [create('br', sink), create('zstd', sink)] as const;
    await holding[0]?.push(encoded.br);
    await holding[1]?.push(buildZstdFrame());
    const third = create('br', sink);
    const waiting = third?.push(encoded.br);
    await create('gzip', sink)?.push(encoded.gzip);
    expect(decodedBytes).toBe(15);
    holding[0]?.cancel();
    await waiting;
    expect(decodedBytes).toBe(20);
  });
});
