/** A content coding that an envelope may have. */
export type ContentCoding = 'identity' | 'gzip' | 'x-gzip' | 'deflate' | 'br' | 'zstd';

/** A content coding that has to be decoded before the envelope can be read. */
export type EncodedCoding = Exclude<ContentCoding, 'identity'>;

// Relay ignores the case of the name, and reads '' and 'utf-8', which some clients send, as no coding. HTTP's "deflate" is
// the zlib format (RFC 9110 §8.4.1.2); decoders also read it without its wrapper.
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

/** Reads a `content-encoding` header; `undefined` for an unknown coding or several codings. */
export function parseContentEncoding(value = ''): ContentCoding | undefined {
  const name = value.trim().toLowerCase();
  return Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
}
