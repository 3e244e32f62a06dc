import { concatBytes, createPieceList, MAX_HEADER_LINE_BYTES, NEWLINE } from '@adit/envelope';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** A complete line. */
export interface FoundLine {
  /** Without its newline. */
  readonly line: Uint8Array;
  /** The position in the chunk after the newline. */
  readonly restFrom: number;
}

/** Collects bytes up to the first newline. */
export interface LineScanner {
  /** Returns the line once it is complete, and `undefined` while more is needed. The chunk is not kept. */
  readonly push: (chunk: Uint8Array) => FoundLine | Refusal | undefined;
  /** Returns the line if the bytes end without a newline: an envelope may have a header and no items. */
  readonly finish: () => Uint8Array | Refusal;
}

/** Creates a {@link LineScanner} that gives up at {@link MAX_HEADER_LINE_BYTES}. */
export function createLineScanner(): LineScanner {
  const parts = createPieceList();
  let lineBytes = 0;
  return {
    push: (chunk) => {
      const newlineAt = chunk.indexOf(NEWLINE);
      const part = newlineAt === -1 ? chunk : chunk.subarray(0, newlineAt);
      lineBytes += part.byteLength;
      if (lineBytes > MAX_HEADER_LINE_BYTES) return refusal('header-too-long');
      if (newlineAt !== -1) return { line: concatBytes([...parts.take(), part]), restFrom: newlineAt + 1 };
      // A copy; the slice of a Buffer shares its memory.
      parts.push(new Uint8Array(part));
      return undefined;
    },
    finish: () => (lineBytes === 0 ? refusal('body-empty') : concatBytes(parts.take())),
  };
}
