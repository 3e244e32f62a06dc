import { asBufferSource } from '../protocol/bytes.ts';
import type { ContentCoding } from '../protocol/content-encoding.ts';
import { MAX_HEADER_LINE_BYTES } from '../protocol/envelope-header.ts';
import { stopOf, type EnvelopeBody, type ReadHeaderLine } from './envelope-body.ts';
import { createLineScanner } from './line-scanner.ts';
import { isStop, refusal, type Refusal, type Stop } from './outcomes.ts';

type EncodedCoding = Exclude<ContentCoding, 'identity'>;

// https://compression.spec.whatwg.org/#supported-formats; HTTP's "deflate" is the zlib format (RFC 9110 §8.4.1.2).
const FORMATS: Readonly<Record<EncodedCoding, string>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
};

/**
 * The most encoded bytes that are looked at for the header line. Honest data needs far fewer than the line has; a
 * stream of empty blocks needs any number.
 */
const MAX_ENCODED_PREFIX_BYTES = 4 * MAX_HEADER_LINE_BYTES;

/**
 * Decodes a copy of the body's beginning until the header line is seen; the bytes as received go on to ingest. The
 * decoder is read only as far as the line, so a small body that decodes to a huge one stays small here.
 */
export async function readEncodedHeaderLine(
  body: EnvelopeBody,
  coding: EncodedCoding,
): Promise<ReadHeaderLine | Stop> {
  const decoder = createDecoder(coding);
  if (decoder === undefined) return refusal('encoding-unsupported');

  const held: Uint8Array[] = [];
  let heldBytes = 0;
  const scan = { isOver: false };
  const scanning = scanDecoded(decoder.readable).finally(() => (scan.isOver = true));
  const writer = decoder.writable.getWriter();

  while (!scan.isOver && heldBytes <= MAX_ENCODED_PREFIX_BYTES) {
    const chunk = await body.read();
    if (chunk === undefined) break;
    held.push(chunk);
    heldBytes += chunk.byteLength;
    await Promise.race([writer.write(asBufferSource(chunk)).catch(ignore), scanning]);
  }
  writer.close().catch(ignore);

  const line = await scanning;
  const stop = stopOf(body);
  if (stop !== undefined) return stop;
  if (line === undefined) {
    return refusal(heldBytes > MAX_ENCODED_PREFIX_BYTES ? 'header-too-long' : 'encoding-invalid');
  }
  return isStop(line) ? line : { line, held };
}

function createDecoder(coding: EncodedCoding): DecompressionStream | undefined {
  try {
    // Runtimes are ahead of the type: some know `brotli`, the others throw.
    return new DecompressionStream(FORMATS[coding] as CompressionFormat);
  } catch {
    return undefined;
  }
}

/** The header line, or `undefined` where the bytes do not decode. */
async function scanDecoded(readable: ReadableStream<Uint8Array>): Promise<Uint8Array | Refusal | undefined> {
  const scanner = createLineScanner();
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return scanner.finish();
      const line = scanner.push(value);
      if (line !== undefined) return line;
    }
  } catch {
    return undefined;
  } finally {
    reader.cancel().catch(ignore);
  }
}

function ignore(): void {
  // The decoder's other end reports the same failure; this one only must not go unhandled.
}
