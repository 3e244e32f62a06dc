import type { ScreenFacts, ScreenLinks } from '../describe-screen.ts';
import { isDelay, parseRetryAfter, type RetryAfter } from '../retry-after.ts';
import type { FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from '../not-accepted.ts';
import { checkHttpStatus, type HttpFaultStatus } from './fault-status.ts';
import { chooseTexts, type TextsChoice } from './render-fault-document.ts';
import type { DocumentLook } from './render-screen-document.ts';

/** Options of {@link faultHeaders}; those of the document fit as they are. */
export interface FaultHeadersOptions
  extends
    TextsChoice,
    Pick<ScreenFacts, 'retryAfter' | 'now'>,
    Pick<ScreenLinks, 'searchHref'>,
    Pick<DocumentLook, 'nonce'> {
  /**
   * The challenge of a 401, `Bearer realm="example"` for one. RFC 9110, 11.6.1 asks for it; there is none for a sign-in
   * form with a cookie, hence no default.
   */
  readonly authenticate?: string | undefined;
  /**
   * The policy of the document. Default: nothing but its own styles, and pictures of this origin. `false` for none,
   * where the host sends its own.
   */
  readonly contentSecurityPolicy?: string | false | undefined;
  /** Request headers the answer was chosen by, as `Vary` lists them. Default none. */
  readonly vary?: readonly string[] | undefined;
}

/**
 * The headers of an honest answer, by lower-case name: language, `no-store`, `noindex`, and when to come back. Fits
 * `response.set()` of Express, `c.body()` of Hono and `writeHead()` of Node.
 *
 * @throws {RangeError} for an unknown status, locale or pack, and for a nonce a policy cannot hold
 */
export function faultHeaders(
  status: HttpFaultStatus,
  locale: FallbackLocale,
  options: FaultHeadersOptions = {},
): Record<string, string> {
  checkHttpStatus(status);
  const {
    retryAfter,
    now = Date.now(),
    authenticate,
    vary = [],
    contentSecurityPolicy = documentPolicy(options),
  } = options;
  const comesBack = status === 429 || status === 503;
  const later = comesBack && retryAfter !== undefined ? retryAfterHeader(retryAfter, now) : undefined;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': chooseTexts(locale, options).lang,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    ...(contentSecurityPolicy !== false && { 'content-security-policy': contentSecurityPolicy }),
    ...(later !== undefined && { 'retry-after': later }),
    ...(status === 401 && authenticate !== undefined && { 'www-authenticate': authenticate }),
    ...(vary.length > 0 && { vary: vary.join(', ') }),
  };
}

/** `Retry-After` (RFC 9110, 10.2.3): whole seconds, or an HTTP date. `undefined` where the time is none or has passed. */
function retryAfterHeader(retryAfter: RetryAfter, now: number): string | undefined {
  const instant = parseRetryAfter(retryAfter, now);
  if (instant === undefined) return undefined;
  return isDelay(retryAfter) ? String(Math.ceil((instant - now) / 1_000)) : new Date(instant).toUTCString();
}

/** A host no site has (RFC 6761, 6.4): what still has it once resolved is an address of this site. */
const THIS_SITE = 'this.invalid';

/** Another site a search is sent to, as a source of a policy; without a scheme where the address has none. */
function searchSource(href: string): string | undefined {
  if (!URL.canParse(href, `https://${THIS_SITE}`)) return undefined;
  const { protocol, host, origin } = new URL(href, `https://${THIS_SITE}`);
  // A host may hold what ends a directive, or a star.
  if (!/^https?:$/.test(protocol) || host === THIS_SITE || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  return /^\s*https?:/i.test(href) ? origin : host;
}

/**
 * Styles are allowed by nonce or as they are, not by hash: a theme or a style in the logo would need one of its own, and
 * a document without scripts, in which everything from outside is escaped, has no use for a stricter policy.
 */
function documentPolicy({
  nonce,
  searchHref = '',
}: Pick<FaultHeadersOptions, 'nonce' | 'searchHref'>): string {
  if (nonce !== undefined && !/^[\w+/=-]+$/.test(nonce)) {
    throw notAccepted('nonce', nonce, 'letters, digits, and + / - _ =');
  }
  return [
    "default-src 'none'",
    `style-src ${nonce === undefined ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    ["form-action 'self'", searchSource(searchHref)].filter(Boolean).join(' '),
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
