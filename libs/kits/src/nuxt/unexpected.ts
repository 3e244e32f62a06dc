/** The parts of an error of Nuxt that are read. */
interface Thrown {
  readonly message?: unknown;
  readonly statusCode?: number | undefined;
  /** Whether Nuxt's server wrapped an error that nobody expected. */
  readonly unhandled?: boolean | undefined;
  readonly cause?: unknown;
  readonly constructor?: { readonly __h3_error__?: boolean };
}

/**
 * Returns the error to report, without the wrapper of Nuxt. `undefined` for an answer, such as
 * `createError({ status: 404 })`.
 */
export function unexpectedOf(thrown: unknown): unknown {
  const { message, statusCode = 500, unhandled = false, cause, constructor } = Object(thrown) as Thrown;
  if (statusCode < 500) return undefined;
  if (constructor?.__h3_error__ !== true) return thrown;
  if (!(cause instanceof Error)) return unhandled ? thrown : undefined;
  // An error with a cause of its own is wrapped with that cause.
  return cause.message === message ? cause : thrown;
}
