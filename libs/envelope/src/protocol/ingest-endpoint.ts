import type { Dsn } from './dsn.ts';

/** The URL at which ingest receives envelopes, in the parts an HTTP client needs. */
export interface IngestEndpoint {
  readonly href: string;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

const SENTRY_HOST = /(?:^|\.)sentry\.io$/;

/**
 * Builds the endpoint of a configured DSN: `{protocol}://{host}[:{port}][{path}]/api/{project}/envelope/`. With
 * `ingestOrigin`, the endpoint is at that origin and below its path, without the DSN's path: a Relay or a local
 * receiver answers at its root. This is the guard against server-side request forgery: no part of the URL comes from a
 * client.
 *
 * Sentry's own hosts get `hsts=0`: their Strict-Transport-Security is for their domain, not for the application's
 * (getsentry/sentry-javascript#8931).
 */
export function ingestEndpoint(dsn: Dsn, ingestOrigin: string | undefined): IngestEndpoint {
  const base = ingestOrigin ?? `${dsn.protocol}://${dsn.host}${dsn.port && `:${dsn.port}`}${dsn.path}`;
  const url = new URL(`${base}/api/${dsn.projectId}/envelope/`);
  if (SENTRY_HOST.test(url.hostname)) url.search = '?hsts=0';
  return {
    href: url.href,
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
  };
}
