/** A coding the envelope may arrive in. */
export type ContentCoding = 'identity' | 'gzip' | 'x-gzip' | 'deflate' | 'br' | 'zstd';

/** A coding that has to be taken off before the envelope can be read. */
export type EncodedCoding = Exclude<ContentCoding, 'identity'>;

// Relay's decompression layer reads the name without regard to case and ignores '' and 'utf-8', which clients have
// been seen to send for "none". HTTP's "deflate" is the zlib format (RFC 9110 §8.4.1.2).
const CODINGS: Readonly<Record<string, ContentCoding>> = {
  '': 'identity',
  identity: 'identity',
  'utf-8': 'identity',
  gzip: 'gzip',
  'x-gzip': 'x-gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** Reads a `content-encoding` header; `undefined` for a coding, or a chain of codings, that is not read here. */
export function parseContentEncoding(value = ''): ContentCoding | undefined {
  const name = value.trim().toLowerCase();
  return Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
}
