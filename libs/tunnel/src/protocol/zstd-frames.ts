import { MAX_ZSTD_HEAD_BYTES, readZstdHead, ZSTD_MAGIC_BYTES, type ZstdFrame } from './zstd-head.ts';

/** A run of bytes of one frame. */
export interface ZstdRun {
  readonly kind: 'run';
  readonly bytes: Uint8Array;
  /** Set on the first run of a frame. */
  readonly starts: ZstdFrame | undefined;
  /** Whether the frame is over with this run. */
  readonly endsFrame: boolean;
}

/** The bytes are no zstd. Nothing may be split after it. */
export interface ZstdFault {
  readonly kind: 'fault';
  readonly detail: string;
}

/** Follows a zstd stream from frame to frame, and in them from block to block, without decoding it. */
export interface ZstdSplitter {
  /** Cuts the next bytes of the stream; skippable frames are left out. */
  readonly split: (chunk: Uint8Array) => Generator<ZstdRun | ZstdFault, void>;
  /** Whether the stream may end here: after at least one frame, and inside none. */
  readonly isComplete: () => boolean;
}

/** How a {@link ZstdSplitter} cuts. */
export interface ZstdSplitterOptions {
  /** Cut at the end of blocks too, not of frames only: no run then decodes to more than 128 KiB. Default false. */
  cutsBlocks?: boolean;
}

/** The most a block takes up, encoded or decoded, in bytes (RFC 8878 §3.1.1.2.4). */
const MAX_BLOCK_BYTES = 131_072;
const BLOCK_HEAD_BYTES = 3;
const CHECKSUM_BYTES = 4;

const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

type Phase = 'frame-head' | 'skipped' | 'block-head' | 'block' | 'checksum';

/** Creates a splitter for one stream. */
export function createZstdSplitter({ cutsBlocks = false }: ZstdSplitterOptions = {}): ZstdSplitter {
  const head = new Uint8Array(MAX_ZSTD_HEAD_BYTES);
  let phase: Phase = 'frame-head';
  let headBytes = 0;
  /** What is left of the phase: of a head to gather, or of other bytes to pass. */
  let restBytes = ZSTD_MAGIC_BYTES;
  let frame: ZstdFrame | undefined;
  let isLastBlock = false;
  let hasSeenFrame = false;

  const enter = (next: Phase, bytes: number): void => {
    phase = next;
    headBytes = 0;
    restBytes = bytes;
  };

  function* split(chunk: Uint8Array): Generator<ZstdRun | ZstdFault, void> {
    let at = 0;
    /** Where the run under way begins. */
    let from = 0;
    let starts: ZstdFrame | undefined;
    const run = (endsFrame: boolean): ZstdRun => {
      const bytes = chunk.subarray(from, at);
      const cut: ZstdRun = { kind: 'run', bytes, starts, endsFrame };
      from = at;
      starts = undefined;
      return cut;
    };

    for (;;) {
      const passed = chunk.subarray(at, at + restBytes);
      if (phase === 'frame-head' || phase === 'block-head') {
        head.set(passed, headBytes);
        headBytes += passed.byteLength;
      }
      at += passed.byteLength;
      restBytes -= passed.byteLength;
      if (restBytes > 0) break;

      if (phase === 'frame-head') {
        const read = readZstdHead(head.subarray(0, headBytes));
        if (read.kind === 'fault') {
          yield read;
          return;
        }
        if (read.kind === 'partial') restBytes = read.neededBytes - headBytes;
        else {
          hasSeenFrame = true;
          if (read.kind === 'skippable') enter('skipped', read.restBytes);
          else {
            frame = starts = read.frame;
            from = at - headBytes;
            if (from < 0) {
              // It began in an earlier chunk.
              yield { kind: 'run', bytes: head.slice(0, headBytes), starts, endsFrame: false };
              from = at;
              starts = undefined;
            }
            enter('block-head', BLOCK_HEAD_BYTES);
          }
        }
      } else if (phase === 'skipped') {
        enter('frame-head', ZSTD_MAGIC_BYTES);
      } else if (phase === 'block-head') {
        const fault = readBlockHead();
        if (fault !== undefined) {
          yield fault;
          return;
        }
      } else {
        const endsFrame = phase === 'checksum' || (isLastBlock && frame?.hasChecksum === false);
        if (endsFrame || cutsBlocks) yield run(endsFrame);
        if (endsFrame) enter('frame-head', ZSTD_MAGIC_BYTES);
        else if (isLastBlock) enter('checksum', CHECKSUM_BYTES);
        else enter('block-head', BLOCK_HEAD_BYTES);
      }
    }
    if (phase !== 'frame-head' && phase !== 'skipped' && at > from) yield run(false);
  }

  /** §3.1.1.2.1 */
  const readBlockHead = (): ZstdFault | undefined => {
    const value = (head[0] as number) | ((head[1] as number) << 8) | ((head[2] as number) << 16);
    const type = (value >> 1) & 0b11;
    const bytes = value >> 3;
    isLastBlock = (value & 1) === 1;
    if (type === RESERVED_BLOCK) return { kind: 'fault', detail: 'a zstd block of a later format' };
    if (bytes > Math.min(MAX_BLOCK_BYTES, frame?.windowBytes ?? 0)) {
      return { kind: 'fault', detail: 'a zstd block of more than its largest size' };
    }
    enter('block', type === RLE_BLOCK ? 1 : bytes);
    return undefined;
  };

  return {
    split,
    isComplete: () => hasSeenFrame && phase === 'frame-head' && headBytes === 0,
  };
}
