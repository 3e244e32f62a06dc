// `withAdit` inlines these variables. Each is written out: bundlers replace only whole expressions.

/** The release of the build: the same in browser, server and edge. */
export const RELEASE = process.env.NEXT_PUBLIC_SENTRY_RELEASE;

/** `basePath` of next.config; empty for none. */
export const BASE_PATH = process.env.ADIT_BASE_PATH ?? '';

/**
 * The prefix of the tunnel path: `basePath`, or the path of `assetPrefix`. The main application of a multi-zone site
 * passes on only that path.
 */
export const TUNNEL_PREFIX = process.env.ADIT_TUNNEL_PREFIX ?? BASE_PATH;

/** A slash if `trailingSlash` of next.config is set. */
export const TRAILING_SLASH = process.env.ADIT_TRAILING_SLASH ?? '';

/** The release for the reload breaker, which requires a name. */
export const BUILD_ID = RELEASE ?? 'unknown';

/** `always` if the application's own code uses Sentry in the browser; otherwise empty. */
export const LOAD = process.env.ADIT_LOAD;
