import { Transform, type TransformCallback } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Decoders } from './decoder.ts';
import { describeDecodersContract } from '../../testing/decoders.contract.ts';
import { HAS_ZSTD, SEES_ZSTD_END } from '@adit/testing/zstd';
import { createNodeDecoders, type ZlibModule } from './node-decoders.ts';

describeDecodersContract('node', createNodeDecoders, {
  unknown: HAS_ZSTD ? [] : ['zstd'],
  earlyEndUnseen: SEES_ZSTD_END ? [] : ['zstd'],
});

describe('createNodeDecoders', () => {
  /** Stands in for the zstd stream of a later Node: consumes nothing after `!`. */
  class FrameStream extends Transform {
    bytesWritten = 0;
    override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
      const taken = chunk.subarray(0, chunk.indexOf('!') + 1);
      this.bytesWritten += taken.byteLength;
      done(null, taken);
    }
  }
  let asked: unknown[];
  const decoders = (): Decoders =>
    createNodeDecoders({
      zlib: {
        ...zlib,
        createZstdDecompress: (options) => {
          asked.push(options.params);
          return new FrameStream() as unknown as ReturnType<NonNullable<ZlibModule['createZstdDecompress']>>;
        },
        constants: { ZSTD_d_windowLogMax: 100 },
      },
    });

  beforeEach(() => {
    asked = [];
  });

  it('leaves zstd alone on Deno', () => {
    const host = globalThis as { Deno?: unknown };
    const isDeno = 'Deno' in host;
    try {
      if (!isDeno) host.Deno = {};
      expect(createNodeDecoders()('zstd', () => true)).toBeUndefined();
    } finally {
      if (!isDeno) delete host.Deno;
    }
  });

  it('decodes zstd with node:zlib, with windows of at most 8 MiB', async () => {
    let text = '';
    const decoder = decoders()('zstd', (bytes) => {
      text += Buffer.from(bytes).toString();
      return true;
    });
    await decoder?.push(Buffer.from('frame!'));
    await decoder?.finish();
    expect(text).toBe('frame!');
    expect(asked).toEqual([{ 100: 23 }]);
  });

  it('fails at bytes that the stream does not take', async () => {
    const decoder = decoders()('zstd', () => true);
    await expect(decoder?.push(Buffer.from('one!x'))).rejects.toThrow(
      'bytes after the end of the compressed data',
    );
  });

  it('does not support zstd without it in node:zlib', () => {
    const without = createNodeDecoders({ zlib: { ...zlib, createZstdDecompress: undefined } as ZlibModule });
    expect(without('zstd', () => true)).toBeUndefined();
  });

  it('decodes a limited number of bodies with large windows at a time, and any number with small ones', async () => {
    const create = createNodeDecoders({ maxLargeWindows: 2 });
    let decodedBytes = 0;
    const sink = (bytes: Uint8Array): boolean => {
      decodedBytes += bytes.byteLength;
      return true;
    };
    const encoded = { br: zlib.brotliCompressSync('hello'), gzip: zlib.gzipSync('hello') };
    const holding = [create('br', sink), create('br', sink)] as const;
    await holding[0]?.push(encoded.br);
    await holding[1]?.push(encoded.br);
    const third = create('br', sink);
    const waiting = third?.push(encoded.br);
    await create('gzip', sink)?.push(encoded.gzip);
    expect(decodedBytes).toBe(15);
    holding[0]?.cancel();
    await waiting;
    expect(decodedBytes).toBe(20);
  });
});
