// RFC 9110 §8.6. Fifteen digits are a petabyte, and still an exact number.
const CONTENT_LENGTH = /^\d{1,15}$/;

/** Reads a `content-length` header; `undefined` where no usable length is announced. */
export function parseContentLength(value: string | undefined): number | undefined {
  return value !== undefined && CONTENT_LENGTH.test(value) ? Number(value) : undefined;
}
