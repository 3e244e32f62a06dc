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
  return new Pieces();
}

/**
 * A class, because each request makes one: methods of a class are created once, those of an object literal for each
 * list.
 */
class Pieces implements PieceList {
  #pieces: Uint8Array[] = [];
  #block: Uint8Array | undefined;
  #usedBytes = 0;

  push(piece: Uint8Array): void {
    const isFirst = this.#pieces.length === 0 && this.#block === undefined;
    if (isFirst || piece.byteLength >= SHORT_PIECE_BYTES) {
      this.#closeBlock();
      this.#pieces.push(piece);
      return;
    }
    if (this.#block !== undefined && this.#usedBytes + piece.byteLength > BLOCK_BYTES) this.#closeBlock();
    if (this.#block === undefined) {
      this.#block = new Uint8Array(BLOCK_BYTES);
      this.#usedBytes = 0;
    }
    this.#block.set(piece, this.#usedBytes);
    this.#usedBytes += piece.byteLength;
  }

  take(): Uint8Array[] {
    this.#closeBlock();
    const taken = this.#pieces;
    this.#pieces = [];
    return taken;
  }

  #closeBlock(): void {
    const block = this.#block;
    if (block === undefined) return;
    const usedBytes = this.#usedBytes;
    this.#pieces.push(usedBytes * 2 < BLOCK_BYTES ? block.slice(0, usedBytes) : block.subarray(0, usedBytes));
    this.#block = undefined;
  }
}

/** Returns the same bytes, typed for interfaces that exclude shared memory. The tunnel never uses shared memory. */
export function asBufferSource(bytes: Uint8Array): Uint8Array & { readonly buffer: ArrayBuffer } {
  // `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot write.
  return bytes as Uint8Array & { readonly buffer: ArrayBuffer };
}

/** A body without bytes. */
export const NO_BYTES: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** A body of these chunks. */
// oxlint-disable-next-line typescript/require-await -- a body is asynchronous, wherever it is kept
export async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
