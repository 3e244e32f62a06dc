import { parseUrl } from './url.ts';

/** The foreign origins whose pages may post; `*` for all. */
export type AllowedOrigins = readonly string[] | '*';

/** The parts of a request that the origin rules use. */
export interface OriginRequest {
  /** Reads a request header by its lower-case name; lines of one name are joined with `, `. */
  readonly header: (name: string) => string | null | undefined;
}

/** Response headers, names in lower case. */
export type HeaderFields = Readonly<Record<string, string>>;

const SCHEME_SEPARATOR = '://';

/**
 * Whether a request comes from the tunnel's own origin, an allowed one, or a client that is not a browser. After `Check`
 * of Go's `http.CrossOriginProtection` (`net/http/csrf.go`): browsers state the origin in fields that no page can set, and
 * other clients have no visitor's address or cookies to misuse.
 * @param allowedOrigins as {@link parseOrigin} returns them
 */
export function isOriginAllowed({ header }: OriginRequest, allowedOrigins: AllowedOrigins): boolean {
  if (allowedOrigins === '*') return true;
  const site = header('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return true;
  const origin = header('origin');
  // Sandboxed frames, files and redirects share the origin `null`, so no list can allow it.
  if (site != null && site !== '') return isListed(origin, allowedOrigins);
  // Browsers send one of the two fields with every POST.
  if (origin == null || origin === '') return true;
  return isHost(origin, header('host')) || isListed(origin, allowedOrigins);
}

function isListed(origin: string | null | undefined, allowedOrigins: readonly string[]): boolean {
  return origin != null && allowedOrigins.includes(origin);
}

/**
 * Browsers from before 2023 send only this field. It does not tell whether the page was served over https.
 * `X-Forwarded-Host` is ignored, because a page can set it.
 */
function isHost(origin: string, host: string | null | undefined): boolean {
  const hostAt = origin.indexOf(SCHEME_SEPARATOR) + SCHEME_SEPARATOR.length;
  return hostAt >= SCHEME_SEPARATOR.length && host != null && origin.slice(hostAt) === host;
}

// A scheme and a host. Besides http and https also schemes of app shells: `capacitor://localhost`, `tauri://localhost`.
const ORIGIN = /^([a-z][a-z\d+.-]*):\/\/([^\s/?#@\\*]+)\/?$/i;
const SHELL_HOST = /^[\w.-]+(?::\d{1,5})?$/;
const MAX_ORIGIN_LENGTH = 512;

/**
 * Reads a configured origin, `scheme://host[:port]`, and returns it as browsers write it: in lower case, without the
 * scheme's default port or a slash at the end. `undefined` for anything else, such as a path, a wildcard or `null`.
 */
export function parseOrigin(text: string): string | undefined {
  const match = text.length > MAX_ORIGIN_LENGTH ? null : ORIGIN.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', host = ''] = match;
  if (/^https?$/i.test(scheme)) return parseUrl(text)?.origin;
  return SHELL_HOST.test(host) ? `${scheme}${SCHEME_SEPARATOR}${host}`.toLowerCase() : undefined;
}

/** An SDK on another origin needs these two to read its rate limits. */
const EXPOSED_HEADERS = 'x-sentry-rate-limits, retry-after';

/** Relay's list (`middlewares/cors.rs`). */
const ACCEPTED_HEADERS = [
  'x-sentry-auth',
  'x-requested-with',
  'x-forwarded-for',
  'origin',
  'referer',
  'accept',
  'content-type',
  'authentication',
  'authorization',
  'content-encoding',
  'transfer-encoding',
].join(', ');

const PREFLIGHT_LIFETIME_SECONDS = '3600';

const ANY_ORIGIN: HeaderFields = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};

const PREFLIGHT_FIELDS: HeaderFields = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': ACCEPTED_HEADERS,
  'access-control-max-age': PREFLIGHT_LIFETIME_SECONDS,
};

/**
 * The headers with which a page of an allowed origin may read an answer; `undefined` if they are not needed: for the
 * tunnel's own origin, an origin that is not allowed, or a client that is not a browser.
 */
export function corsHeaders(
  { header }: OriginRequest,
  allowedOrigins: AllowedOrigins,
): HeaderFields | undefined {
  if (allowedOrigins.length === 0 || header('sec-fetch-site') === 'same-origin') return undefined;
  const origin = header('origin');
  if (origin == null || origin === '') return undefined;
  if (allowedOrigins === '*') return ANY_ORIGIN;
  if (!isListed(origin, allowedOrigins)) return undefined;
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'origin',
  };
}

/** The answer to a preflight from an allowed origin; `undefined` for every other OPTIONS request. */
export function preflightHeaders(
  request: OriginRequest,
  allowedOrigins: AllowedOrigins,
): HeaderFields | undefined {
  if (!request.header('access-control-request-method')) return undefined;
  const fields = corsHeaders(request, allowedOrigins);
  return fields && { ...fields, ...PREFLIGHT_FIELDS };
}
