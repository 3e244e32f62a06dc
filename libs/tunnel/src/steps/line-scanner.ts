import { concatBytes } from '../protocol/bytes.ts';
import { MAX_HEADER_LINE_BYTES, NEWLINE } from '../protocol/envelope-header.ts';
import { refusal, type Refusal } from './outcomes.ts';

/** Collects bytes up to the first newline. */
export interface LineScanner {
  /** The line once it is complete, without its newline; `undefined` while more is needed. */
  readonly push: (chunk: Uint8Array) => Uint8Array | Refusal | undefined;
  /** The line when the bytes end without a newline: an envelope may have a header and no items. */
  readonly finish: () => Uint8Array | Refusal;
}

/** Creates a {@link LineScanner} that gives up at {@link MAX_HEADER_LINE_BYTES}. */
export function createLineScanner(): LineScanner {
  const parts: Uint8Array[] = [];
  let lineBytes = 0;
  return {
    push: (chunk) => {
      const newlineAt = chunk.indexOf(NEWLINE);
      const part = newlineAt === -1 ? chunk : chunk.subarray(0, newlineAt);
      parts.push(part);
      lineBytes += part.byteLength;
      if (lineBytes > MAX_HEADER_LINE_BYTES) return refusal('header-too-long');
      return newlineAt === -1 ? undefined : concatBytes(parts);
    },
    finish: () => (lineBytes === 0 ? refusal('body-empty') : concatBytes(parts)),
  };
}
