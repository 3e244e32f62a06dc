import { concatBytes } from '../../protocol/bytes.ts';

/** A body of up to so many bytes is one value in Redis. */
const PIECE_BYTES = 256 * 1_024;

/** A body is too large for Redis. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body to its end.
 * @param onBytes called with the number of bytes read so far; what it throws ends the reading
 * @throws BodyTooLargeError beyond `maxBytes`
 */
export async function gatherBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onBytes: (bytes: number) => void,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLargeError(`Redis takes envelopes of up to ${maxBytes} bytes`);
    onBytes(bytes);
    chunks.push(chunk);
  }
  return chunks;
}

/** Cuts a body into pieces that are one value in Redis each. */
export function cutBody(chunks: readonly Uint8Array[]): readonly Buffer[] {
  const whole = chunks.length === 1 ? (chunks[0] as Uint8Array) : concatBytes(chunks);
  const pieces: Buffer[] = [];
  for (let from = 0; from < whole.byteLength; from += PIECE_BYTES) {
    const part = whole.subarray(from, from + PIECE_BYTES);
    pieces.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  }
  return pieces;
}
