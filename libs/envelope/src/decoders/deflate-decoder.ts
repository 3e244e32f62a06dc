import { concatBytes } from '../protocol/bytes.ts';
import type { Decoder } from './decoder.ts';

const HEADER_BYTES = 2;

/**
 * Whether these are the first two bytes of a zlib stream (RFC 1950 §2.2): the method is deflate, and the check bits
 * match.
 */
const isZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0;

/**
 * Creates a decoder of the coding `deflate`, which is a zlib stream (RFC 9110 §8.4.1.2). Some clients send deflate data
 * without the zlib wrapper, which browsers and most servers also accept. The first two bytes tell the forms apart.
 */
export function createDeflateDecoder(create: (format: 'zlib' | 'raw') => Decoder): Decoder {
  let decoder: Decoder | undefined;
  let head: Uint8Array = new Uint8Array(0);
  let isOver = false;

  return {
    push: async (chunk) => {
      if (isOver) return;
      if (decoder !== undefined) return decoder.push(chunk);
      head = concatBytes([head, chunk]);
      if (head.byteLength < HEADER_BYTES) return;
      decoder = create(isZlibHeader(head) ? 'zlib' : 'raw');
      return decoder.push(head);
    },
    finish: async () => {
      if (isOver) return;
      decoder ??= create('zlib');
      if (head.byteLength < HEADER_BYTES) await decoder.push(head);
      return decoder.finish();
    },
    cancel: () => {
      isOver = true;
      decoder?.cancel();
    },
  };
}
