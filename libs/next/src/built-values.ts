// `withAdit` inlines these variables. Each is written out: bundlers replace only whole expressions.

/** The release of the build: the same in browser, server and edge. */
export const RELEASE = process.env.NEXT_PUBLIC_SENTRY_RELEASE;

/** `basePath` of next.config; empty for none. */
export const BASE_PATH = process.env.ADIT_BASE_PATH ?? '';

/** The release for the reload breaker, which needs a name. */
export const BUILD_ID = RELEASE ?? 'unknown';
