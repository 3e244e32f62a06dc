import { createZstdSplitter, type ZstdRun } from '../protocol/zstd-frames.ts';
import { DecodeError, type DecodedSink, type Decoder } from './decoder.ts';

/** What is used of the package fzstd. */
export interface ZstdModule {
  readonly Decompress: new (onData: (decoded: Uint8Array) => unknown) => {
    push: (chunk: Uint8Array, final?: boolean) => unknown;
  };
}

/** What a zstd decoder written in JavaScript is given. */
export interface ZstdDecoderOptions {
  readonly zstd: ZstdModule;
  readonly sink: DecodedSink;
  /** Lets others have their turn, every few milliseconds of decoding. Default: nobody else waits. */
  readonly pause?: (() => Promise<unknown>) | undefined;
}

/**
 * fzstd moves its whole window for each block, however small. Whole blocks of 128 KiB, behind the largest window, come
 * to 64 bytes moved for each byte decoded; as many more as this are borne, and streams that want more are refused.
 */
const MAX_MOVED_BYTES = 1_073_741_824;
const MOVED_PER_DECODED_BYTE = 64;

/** Roughly how many bytes are moved while one is decoded. */
const MOVES_PER_DECODE = 8;
const EFFORT_BETWEEN_PAUSES = 1_048_576;

/**
 * Decodes zstd with fzstd, block by block, within the bounds the format recommends. It does not check the checksum,
 * which fzstd cannot; ingest does.
 */
export function createZstdDecoder({ zstd, sink, pause }: ZstdDecoderOptions): Decoder {
  const splitter = createZstdSplitter({ cutsBlocks: true });
  let isOver = false;
  let decompress: InstanceType<ZstdModule['Decompress']> | undefined;
  let windowBytes = 0;
  let contentBytes: number | undefined;
  let frameBytes = 0;
  let decodedBytes = 0;
  let movedBytes = 0;
  let effort = 0;
  let answer: boolean | Promise<boolean> = true;

  const deliver = (decoded: Uint8Array): void => {
    frameBytes += decoded.byteLength;
    decodedBytes += decoded.byteLength;
    movedBytes += windowBytes;
    effort += decoded.byteLength + windowBytes / MOVES_PER_DECODE;
    if (isOver || decoded.byteLength === 0) return;
    answer = sink(decoded);
    isOver = answer === false;
  };

  const decode = ({ bytes, starts, endsFrame }: ZstdRun): void => {
    if (starts !== undefined) {
      ({ windowBytes, contentBytes } = starts);
      frameBytes = 0;
      decompress = new zstd.Decompress(deliver);
    }
    try {
      decompress?.push(bytes, endsFrame);
    } catch (error) {
      throw new DecodeError('the zstd stream does not decode', { cause: error });
    }
    if (endsFrame && contentBytes !== undefined && contentBytes !== frameBytes) {
      throw new DecodeError('a zstd frame does not decode to the size it announces');
    }
    if (movedBytes > MAX_MOVED_BYTES + MOVED_PER_DECODED_BYTE * decodedBytes) {
      throw new DecodeError('a zstd frame of too many too small blocks');
    }
  };

  return {
    push: async (chunk) => {
      for (const run of splitter.split(chunk)) {
        if (isOver) return;
        if (run.kind === 'fault') throw new DecodeError(run.detail);
        decode(run);
        if (typeof answer !== 'boolean' && !(await answer)) isOver = true;
        if (effort > EFFORT_BETWEEN_PAUSES) {
          effort = 0;
          await pause?.();
        }
      }
    },
    finish: () =>
      isOver || splitter.isComplete()
        ? Promise.resolve()
        : Promise.reject(new DecodeError('the zstd stream ends early')),
    cancel: () => {
      isOver = true;
    },
  };
}
