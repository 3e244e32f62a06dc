import { Duplex } from 'node:stream';
import { brotliCompressSync, createBrotliDecompress } from 'node:zlib';
import { DecodeError } from './envelope/decoder.ts';
import { describeDecodersContract } from '../testing/decoders.contract.ts';
import { createWebDecoders } from './web-decoders.ts';

/** As most runtimes have it. */
class WithoutBrotli extends DecompressionStream {
  constructor(format: CompressionFormat) {
    if ((format as string) === 'brotli') throw new TypeError('Unsupported compression format');
    super(format);
  }
}

/** As runtimes will have it. */
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
  // Node's DecompressionStream looks there from version 22 on, as its specification has it.
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

  it('reads br where the runtime does, so many bodies at a time', async () => {
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
