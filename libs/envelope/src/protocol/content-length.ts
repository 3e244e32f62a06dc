// RFC 9110 §8.6. Numbers of fifteen digits (a petabyte) are still exact.
const CONTENT_LENGTH = /^\d{1,15}$/;

/** Reads a `content-length` header, in bytes; `undefined` if it is missing or invalid. */
export function parseContentLength(value: string | undefined): number | undefined {
  return value !== undefined && CONTENT_LENGTH.test(value) ? Number(value) : undefined;
}
