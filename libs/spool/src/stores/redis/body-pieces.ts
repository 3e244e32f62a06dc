import { concatBytes } from '@adit/envelope';
import { SpoolFullError } from '../stores.ts';

/** A body of up to this size is one value in Redis, in bytes. */
const PIECE_BYTES = 256 * 1_024;

/** The largest body, in bytes. */
const MAX_BODY_BYTES = 20 * 1_024 * 1_024;

/** The memory that all bodies being read may take together, in bytes. */
const MAX_GATHERED_BYTES = 64 * 1_024 * 1_024;

/** A body is too large for Redis. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body to its end.
 * @param onBytes called with the number of bytes read so far; an error it throws ends the reading
 * @throws BodyTooLargeError if the body is too large for Redis; SpoolFullError if the memory for bodies is used up
 */
export type BodyGatherer = (
  body: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
) => Promise<readonly Uint8Array[]>;

/** Creates a {@link BodyGatherer} for one process. */
export function createBodyGatherer(): BodyGatherer {
  let gatheredBytes = 0;
  return async (body, onBytes) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of body) {
        bytes += chunk.byteLength;
        gatheredBytes += chunk.byteLength;
        if (bytes > MAX_BODY_BYTES) {
          throw new BodyTooLargeError(`Redis takes envelopes of up to ${MAX_BODY_BYTES} bytes`);
        }
        if (gatheredBytes > MAX_GATHERED_BYTES) {
          throw new SpoolFullError('too many large envelopes arrive at once');
        }
        onBytes(bytes);
        chunks.push(chunk);
      }
      return chunks;
    } finally {
      gatheredBytes -= bytes;
    }
  };
}

/** Cuts a body into pieces; each becomes one value in Redis. */
export function cutBody(chunks: readonly Uint8Array[]): readonly Buffer[] {
  const whole = chunks.length === 1 ? (chunks[0] as Uint8Array) : concatBytes(chunks);
  const pieces: Buffer[] = [];
  for (let from = 0; from < whole.byteLength; from += PIECE_BYTES) {
    const part = whole.subarray(from, from + PIECE_BYTES);
    pieces.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  }
  return pieces;
}
