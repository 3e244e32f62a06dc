/** Joins the parts to one array. Returns a single part itself, without a copy. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** A list of bytes in order. */
export interface PieceList {
  /** Adds a piece. The caller must not change its bytes any more. */
  readonly push: (piece: Uint8Array) => void;
  /** Removes and returns all pieces. */
  readonly take: () => Uint8Array[];
}

/**
 * Pieces shorter than this are copied together, in bytes. An array of its own costs V8 about 200 bytes: a list of single
 * bytes would take 200 times what it holds.
 */
const SHORT_PIECE_BYTES = 512;

/** Size of the buffer that short pieces are copied to, in bytes. */
const BLOCK_BYTES = 4_096;

/** Creates a {@link PieceList}, empty. It takes at most twice the memory of its bytes, however short the pieces are. */
export function createPieceList(): PieceList {
  let pieces: Uint8Array[] = [];
  let block: Uint8Array | undefined;
  let usedBytes = 0;

  const closeBlock = (): void => {
    if (block === undefined) return;
    pieces.push(usedBytes * 2 < BLOCK_BYTES ? block.slice(0, usedBytes) : block.subarray(0, usedBytes));
    block = undefined;
  };

  return {
    push: (piece) => {
      const isFirst = pieces.length === 0 && block === undefined;
      if (isFirst || piece.byteLength >= SHORT_PIECE_BYTES) {
        closeBlock();
        pieces.push(piece);
        return;
      }
      if (block !== undefined && usedBytes + piece.byteLength > BLOCK_BYTES) closeBlock();
      if (block === undefined) {
        block = new Uint8Array(BLOCK_BYTES);
        usedBytes = 0;
      }
      block.set(piece, usedBytes);
      usedBytes += piece.byteLength;
    },
    take: () => {
      closeBlock();
      const taken = pieces;
      pieces = [];
      return taken;
    },
  };
}

/** Returns the same bytes, typed for interfaces that exclude shared memory. The tunnel never uses shared memory. */
export function asBufferSource(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}

/** A body without bytes. */
export const NO_BYTES: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};
