import { asBufferSource } from '../protocol/bytes.ts';
import type { EncodedCoding } from '../protocol/content-encoding.ts';
import { createDecoderSlots, createSlottedDecoder } from './decoder-slots.ts';
import { createDeflateDecoder } from './deflate-decoder.ts';
import { DecodeError, type DecodedSink, type Decoder, type Decoders } from './decoder.ts';

/** How {@link createWebDecoders} decodes. */
export interface WebDecodersOptions {
  /** Default: the runtime's own, looked up when a body is decoded. */
  DecompressionStream?: new (format: CompressionFormat) => GenericTransformStream;
  /** How many `br` bodies are decoded at the same time. Each may hold a window of 16 MiB. Default 2. */
  maxLargeWindows?: number;
}

// https://compression.spec.whatwg.org/#supported-formats. The TypeScript type is behind: some runtimes support
// `brotli`.
const FORMATS: Readonly<Record<Exclude<EncodedCoding, 'zstd'>, string>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
};

/**
 * Runtimes queue all decoded bytes of a chunk, and deflate reaches 1032:1. A slice of this size decodes to at most 1
 * MiB.
 */
const SLICE_BYTES = 1_024;

const DEFAULT_MAX_LARGE_WINDOWS = 2;

/**
 * Creates decoders from the runtime's `DecompressionStream`. They do not support zstd: the stream has no option that
 * bounds a frame's window, and a frame may ask for 128 MiB.
 */
export function createWebDecoders({
  DecompressionStream,
  maxLargeWindows = DEFAULT_MAX_LARGE_WINDOWS,
}: WebDecodersOptions = {}): Decoders {
  const slots = createDecoderSlots(maxLargeWindows);
  return (coding, sink) => {
    if (coding === 'zstd') return undefined;
    const Stream = DecompressionStream ?? globalThis.DecompressionStream;
    const stream = openStream(Stream, FORMATS[coding]);
    if (stream === undefined) return undefined;
    if (coding === 'deflate') {
      return createDeflateDecoder((format) =>
        createStreamDecoder((format === 'raw' && openStream(Stream, 'deflate-raw')) || stream, sink),
      );
    }
    return coding === 'br'
      ? createSlottedDecoder(slots, (slotted) => createStreamDecoder(stream, slotted), sink)
      : createStreamDecoder(stream, sink);
  };
}

function openStream(
  DecompressionStream: WebDecodersOptions['DecompressionStream'],
  format: string,
): GenericTransformStream | undefined {
  try {
    return DecompressionStream && new DecompressionStream(format as CompressionFormat);
  } catch {
    // The constructor throws at a format it does not know.
    return undefined;
  }
}

function createStreamDecoder({ readable, writable }: GenericTransformStream, sink: DecodedSink): Decoder {
  const reader = (readable as ReadableStream<Uint8Array>).getReader();
  const writer = (writable as WritableStream<BufferSource>).getWriter();
  let isOver = false;
  let failure: DecodeError | undefined;
  let wake = (): void => undefined;

  const fail = (cause: unknown): void => {
    failure ??= new DecodeError('the compressed data does not decode', { cause });
    wake();
  };
  const end = (): void => {
    isOver = true;
    // Both ends report the same failure, which is handled already.
    reader.cancel().catch(ignore);
    writer.abort().catch(ignore);
    wake();
  };
  const deliver = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!isOver && !(await sink(value))) end();
    }
  };
  const delivered = deliver().catch(fail);
  writer.closed.catch(fail);

  const settle = async (work: Promise<unknown>): Promise<void> => {
    await new Promise<void>((resolve) => {
      wake = resolve;
      work.then(() => resolve(), fail);
    });
    if (failure !== undefined && !isOver) throw failure;
  };

  return {
    push: async (chunk) => {
      for (let at = 0; at < chunk.byteLength && !isOver; at += SLICE_BYTES) {
        await settle(writer.write(asBufferSource(chunk.subarray(at, at + SLICE_BYTES))));
      }
    },
    finish: async () => {
      if (isOver) return;
      await settle(writer.close());
      await settle(delivered);
      isOver = true;
    },
    cancel: end,
  };
}

function ignore(): void {
  // No caller waits for it.
}
