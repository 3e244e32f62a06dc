import type { IncomingMessage } from 'node:http';

/** What of a request's head is looked at. */
export type Head = Pick<IncomingMessage, 'httpVersion' | 'rawHeaders' | 'headers'>;

/**
 * Whether a head is one that node:http lets pass and that two servers in a row may read in two ways: an HTTP version
 * that is none, more than one `Host` (RFC 9112 §3.2), a transfer coding beside `chunked`, in `Transfer-Encoding` or in
 * `TE`. It is answered 400.
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
