// A document is edited as text with one character for each byte, so that the bytes around an insertion stay the same,
// also where a chunk ends within a character.

/** Text as the characters of its bytes in UTF-8. */
export const toLatin = (text: string): string => Buffer.from(text).toString('latin1');

/** The characters of a chunk's bytes. */
export function latinOf(chunk: string | Uint8Array, encoding?: BufferEncoding): string {
  const bytes =
    typeof chunk === 'string'
      ? Buffer.from(chunk, encoding)
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return bytes.toString('latin1');
}

/** The bytes of such text. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
