import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transform } from 'node:stream';
import * as nodeZlib from 'node:zlib';
import * as fzstd from 'fzstd';
import { createZstdSplitter } from '../protocol/zstd-frames.ts';
import { MAX_ZSTD_WINDOW_BYTES } from '../protocol/zstd-head.ts';
import { createDecoderSlots, createSlottedDecoder } from '../envelope/decoder-slots.ts';
import { DecodeError, type DecodedSink, type Decoder, type Decoders } from '../envelope/decoder.ts';
import { createZstdDecoder } from '../envelope/zstd-decoder.ts';

/** A decompressing stream of node:zlib. */
type ZlibStream = Transform & nodeZlib.Zlib;

/** What is used of node:zlib; from 22.15 on it knows zstd. */
export type ZlibModule = Pick<
  typeof nodeZlib,
  'createGunzip' | 'createInflate' | 'createBrotliDecompress'
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

/** The most that is decoded in one go, in bytes. Fewer turns of the thread pool than with the default of 16 KiB. */
const CHUNK_BYTES = 65_536;

const DEFAULT_MAX_LARGE_WINDOWS = 2;

/**
 * Decoders of every coding that Relay reads: those of node:zlib, which work off the main thread, and fzstd for zstd
 * where node:zlib does not know it.
 *
 * Concatenated gzip members and zstd frames are one stream, as RFC 1952 §2.2 and RFC 8878 §3 have it, and as Relay's
 * layer, tower-http, has read gzip (from 0.4.1, tower-rs/tower-http#354, to 0.6.7; since then, #621, it refuses them,
 * with an answer of its own). Anything else after the end is an error, zeros too.
 */
export function createNodeDecoders({
  zlib = nodeZlib as ZlibModule,
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
        return createStreamDecoder(zlib.createInflate(options), sink);
      case 'br':
        return createSlottedDecoder(
          slots,
          (slotted) => createStreamDecoder(zlib.createBrotliDecompress(options), slotted),
          sink,
        );
      case 'zstd':
        return createSlottedDecoder(slots, (slotted) => createZstd(zlib, slotted), sink);
    }
  };
}

function createZstd({ createZstdDecompress, constants }: ZlibModule, sink: DecodedSink): Decoder {
  const { ZSTD_d_windowLogMax: windowLogMax } = constants;
  if (createZstdDecompress === undefined || windowLogMax === undefined) {
    return createZstdDecoder({ zstd: fzstd, sink, pause: nextTurn });
  }
  const params = { [windowLogMax]: Math.log2(MAX_ZSTD_WINDOW_BYTES) };
  return createFrameDecoder(
    createStreamDecoder(createZstdDecompress({ chunkSize: CHUNK_BYTES, params }), sink),
  );
}

/** node:zlib stops at the end of a frame within a chunk, and takes a frame that is cut off for a whole one. */
function createFrameDecoder({ push, finish, cancel }: Decoder): Decoder {
  const splitter = createZstdSplitter();
  return {
    push: async (chunk) => {
      for (const run of splitter.split(chunk)) {
        if (run.kind === 'fault') throw new DecodeError(run.detail);
        await push(run.bytes);
      }
    },
    finish: async () => {
      await finish();
      if (!splitter.isComplete()) throw new DecodeError('the zstd stream ends early');
    },
    cancel,
  };
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

  /** Does something to the stream and waits until it says that this is done, or has failed, or nobody waits any more. */
  const settle = async (work: (done: () => void) => void): Promise<void> => {
    if (isOver) return;
    throwFailure();
    await new Promise<void>((resolve) => {
      wake = resolve;
      work(resolve);
    });
    if (hasEnded()) return;
    // A stream that has come to its end takes nothing more, and does not say so.
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
