import type { IncomingMessage } from 'node:http';

/** The parts of a request's head that are checked. */
type Head = Pick<IncomingMessage, 'httpVersion' | 'rawHeaders' | 'headers'>;

/**
 * Whether two servers could read this head differently although node:http accepts it: an unknown HTTP version, more
 * than one `Host` (RFC 9112 §3.2), or a transfer coding other than `chunked` in `Transfer-Encoding` or `TE`. Such
 * requests are answered with 400.
 */
export function isAmbiguousHead({ httpVersion, rawHeaders, headers }: Head): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true;
  if (countFields(rawHeaders, 'host') > 1) return true;
  const transferEncoding = headers['transfer-encoding'];
  if (transferEncoding !== undefined && transferEncoding.trim().toLowerCase() !== 'chunked') return true;
  return headers.te !== undefined && !/^\s*(?:trailers\s*)?$/i.test(String(headers.te));
}

function countFields(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index];
    if (field?.length === name.length && field.toLowerCase() === name) count += 1;
  }
  return count;
}
