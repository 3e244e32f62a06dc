import { unexpectedOf } from './unexpected.ts';

/** An error as the server of Nuxt wraps it. */
class H3Error extends Error {
  static readonly __h3_error__ = true;
  constructor(
    message: string,
    {
      cause,
      ...rest
    }: { readonly cause?: unknown; readonly statusCode: number; readonly unhandled?: boolean },
  ) {
    super(message, { cause });
    Object.assign(this, rest);
  }
}

const thrown = new Error('x');
const withCause = new Error('x', { cause: new Error('deeper') });
const wrapped = new H3Error('x', { statusCode: 500, unhandled: true, cause: withCause.cause });
const primitive = new H3Error('text', { statusCode: 500, unhandled: true });
const fetchError = Object.assign(new Error('500'), { statusCode: 500 });

it.each<[string, unknown, unknown]>([
  ['an error', thrown, thrown],
  ['a primitive', 'text', 'text'],
  ['the error in a wrapper', new H3Error('x', { statusCode: 500, cause: thrown }), thrown],
  ['the wrapper of an error with a cause', wrapped, wrapped],
  ['the wrapper of a primitive', primitive, primitive],
  ['an error of a request of the page', fetchError, fetchError],
  ['createError({ status: 503 })', new H3Error('', { statusCode: 503, cause: { status: 503 } }), undefined],
  ['createError({ status: 404 })', new H3Error('', { statusCode: 404, cause: thrown }), undefined],
  ['an answer of another server', Object.assign(new Error('404'), { statusCode: 404 }), undefined],
])('finds in %s the error to report', (_what, error, expected) => {
  expect(unexpectedOf(error)).toBe(expected);
});
