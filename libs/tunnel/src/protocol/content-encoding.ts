/** A coding the envelope may arrive in. */
export type ContentCoding = 'identity' | 'gzip' | 'x-gzip' | 'deflate' | 'br';

// Relay's decompression layer reads the name without regard to case and ignores '' and 'utf-8', which clients have
// been seen to send for "none". It also takes zstd, which no runtime here can read.
const CODINGS: Readonly<Record<string, ContentCoding>> = {
  '': 'identity',
  identity: 'identity',
  'utf-8': 'identity',
  gzip: 'gzip',
  'x-gzip': 'x-gzip',
  deflate: 'deflate',
  br: 'br',
};

/** Reads a `content-encoding` header; `undefined` for a coding, or a chain of codings, that is not read here. */
export function parseContentEncoding(value = ''): ContentCoding | undefined {
  const name = value.trim().toLowerCase();
  return Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
}
