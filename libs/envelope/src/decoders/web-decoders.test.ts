import { Duplex } from 'node:stream';
import { brotliCompressSync, createBrotliDecompress } from 'node:zlib';
import { DecodeError } from './decoder.ts';
import { describeDecodersContract } from '../../testing/decoders.contract.ts';
import { createWebDecoders } from './web-decoders.ts';

/** Like the `DecompressionStream` of most runtimes. */
class WithoutBrotli extends DecompressionStream {
  constructor(format: CompressionFormat) {
    if ((format as string) === 'brotli') throw new TypeError('Unsupported compression format');
    super(format);
  }
}

/** Like the `DecompressionStream` of future runtimes. */
class OnlyBrotli {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
  constructor() {
    const pair = Duplex.toWeb(createBrotliDecompress());
    this.readable = pair.readable as ReadableStream;
    this.writable = pair.writable as WritableStream;
  }
}

describeDecodersContract('web', () => createWebDecoders({ DecompressionStream: WithoutBrotli }), {
  unknown: ['br', 'zstd'],
  // From version 22 on, Node's DecompressionStream checks the end, as its specification requires.
  endUnchecked: ['gzip', 'x-gzip', 'deflate'],
});

describe('createWebDecoders', () => {
  it('knows nothing where the runtime has no DecompressionStream', () => {
    const { DecompressionStream } = globalThis;
    try {
      Reflect.deleteProperty(globalThis, 'DecompressionStream');
      expect(createWebDecoders()('gzip', () => true)).toBeUndefined();
    } finally {
      globalThis.DecompressionStream = DecompressionStream;
    }
  });

  it('reads br where the runtime does, a limited number of bodies at a time', async () => {
    const encoded = brotliCompressSync('hello');
    const decoders = createWebDecoders({ DecompressionStream: OnlyBrotli, maxLargeWindows: 1 });
    let text = '';
    const sink = (bytes: Uint8Array): boolean => {
      text += Buffer.from(bytes).toString();
      return true;
    };
    const first = decoders('br', sink);
    const second = decoders('br', sink);
    await first?.push(encoded.subarray(0, 3));
    const waiting = second?.push(encoded);
    await first?.push(encoded.subarray(3));
    expect(text).toBe('');
    await first?.finish();
    await waiting;
    await second?.finish();
    expect(text).toBe('hellohello');
    await expect(decoders('br', sink)?.finish()).rejects.toBeInstanceOf(DecodeError);
  });
});
