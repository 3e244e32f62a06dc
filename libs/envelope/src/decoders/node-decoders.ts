import type { Transform } from 'node:stream';
import * as nodeZlib from 'node:zlib';
import { createDeflateDecoder } from './deflate-decoder.ts';
import { createDecoderSlots, createSlottedDecoder } from './decoder-slots.ts';
import { DecodeError, type DecodedSink, type Decoder, type Decoders } from './decoder.ts';

/** A decompressing stream of node:zlib. */
type ZlibStream = Transform & nodeZlib.Zlib;

/** The parts of node:zlib that are used. zstd is available from Node 22.15 and 23.8 on. */
export type ZlibModule = Pick<
  typeof nodeZlib,
  'createGunzip' | 'createInflate' | 'createInflateRaw' | 'createBrotliDecompress'
> & {
  readonly createZstdDecompress?: (
    options: nodeZlib.ZlibOptions & { params: Record<number, number> },
  ) => ZlibStream;
  readonly constants: { readonly ZSTD_d_windowLogMax?: number };
};

/** How {@link createNodeDecoders} decodes. */
export interface NodeDecodersOptions {
  /** Default: the runtime's node:zlib. */
  zlib?: ZlibModule;
  /**
   * How many `br` and `zstd` bodies are decoded at the same time; more wait for their turn. Each may hold a window of up
   * to 16 MiB, which clients choose. Default 2.
   */
  maxLargeWindows?: number;
}

/**
 * The largest chunk decoded at a time, in bytes. It needs fewer turns of the thread pool than the default of 16 KiB.
 */
const CHUNK_BYTES = 65_536;

const DEFAULT_MAX_LARGE_WINDOWS = 2;

/** The largest window of a zstd frame, as a power of two: 8 MiB, as RFC 9659 §3 bounds the content coding. */
const MAX_ZSTD_WINDOW_LOG = 23;

/**
 * Creates decoders for every coding that Relay reads, with node:zlib. They work off the main thread. If node:zlib has
 * no zstd, and on Deno, zstd bodies are answered 415.
 *
 * Concatenated gzip members are one stream (RFC 1952 §2.2). Any other bytes after the end are an error, zeros too. A
 * zstd body should be one frame: the stream stops at the end of a frame, and another frame that begins within the same
 * chunk is an error. Before Node 24 the stream does not report a frame that ends early; ingest receives the body
 * unchanged and refuses it.
 */
export function createNodeDecoders({
  zlib = zlibOfRuntime(),
  maxLargeWindows = DEFAULT_MAX_LARGE_WINDOWS,
}: NodeDecodersOptions = {}): Decoders {
  const slots = createDecoderSlots(maxLargeWindows);
  const options = { chunkSize: CHUNK_BYTES };
  return (coding, sink) => {
    switch (coding) {
      case 'gzip':
      case 'x-gzip':
        return createStreamDecoder(zlib.createGunzip(options), sink);
      case 'deflate':
        return createDeflateDecoder((format) =>
          createStreamDecoder(
            format === 'raw' ? zlib.createInflateRaw(options) : zlib.createInflate(options),
            sink,
          ),
        );
      case 'br':
        return createSlottedDecoder(
          slots,
          (slotted) => createStreamDecoder(zlib.createBrotliDecompress(options), slotted),
          sink,
        );
      case 'zstd': {
        const { createZstdDecompress, constants } = zlib;
        const { ZSTD_d_windowLogMax: windowLogMax } = constants;
        if (createZstdDecompress === undefined || windowLogMax === undefined) return undefined;
        const params = { [windowLogMax]: MAX_ZSTD_WINDOW_LOG };
        return createSlottedDecoder(
          slots,
          (slotted) => createStreamDecoder(createZstdDecompress({ ...options, params }), slotted),
          sink,
        );
      }
    }
  };
}

/** The zstd stream of Deno (2.9) throws an error that cannot be caught: a single invalid body would end the process. */
function zlibOfRuntime(): ZlibModule {
  return 'Deno' in globalThis ? { ...nodeZlib, constants: {} } : (nodeZlib as ZlibModule);
}

function createStreamDecoder(stream: ZlibStream, sink: DecodedSink): Decoder {
  let pushedBytes = 0;
  let isOver = false;
  let failure: DecodeError | undefined;
  let wake = (): void => undefined;

  const end = (): void => {
    isOver = true;
    stream.destroy();
    wake();
  };
  const fail = (error: Error): void => {
    failure ??= new DecodeError(error.message, { cause: error });
    stream.destroy();
    wake();
  };
  const hasEnded = (): boolean => isOver;
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure;
  };
  stream.on('data', (decoded: Buffer) => {
    if (isOver) return;
    const answer = sink(decoded);
    if (answer === false) end();
    if (typeof answer === 'boolean') return;
    stream.pause();
    void answer.then((wantsMore) => {
      if (wantsMore) stream.resume();
      else end();
    });
  });
  stream.on('error', fail);

  /** Resolves once the stream has done the work, has failed, or was ended. */
  const settle = async (work: (done: () => void) => void): Promise<void> => {
    if (isOver) return;
    throwFailure();
    await new Promise<void>((resolve) => {
      wake = resolve;
      work(resolve);
    });
    if (hasEnded()) return;
    // A stream that has come to its end takes nothing more and reports no error.
    if (stream.bytesWritten < pushedBytes) fail(new Error('bytes after the end of the compressed data'));
    throwFailure();
  };

  return {
    push: async (chunk) => {
      pushedBytes += chunk.byteLength;
      await settle((done) => {
        stream.write(chunk, (error) => {
          if (error) fail(error);
          else done();
        });
      });
    },
    finish: async () => {
      await settle((done) => {
        stream.once('end', done);
        stream.end();
      });
      isOver = true;
    },
    cancel: end,
  };
}
