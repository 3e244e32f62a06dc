import type { ScreenFacts, ScreenLinks } from '../describe-screen.ts';
import { isDelay, retryInstant, type RetryAfter } from '../retry-after.ts';
import type { FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from '../not-accepted.ts';
import { checkHttpStatus, type HttpFaultStatus } from './fault-status.ts';
import { chooseTexts, type TextsChoice } from './render-fault-document.ts';
import type { DocumentLook } from './render-screen-document.ts';

/** Options of {@link faultHeaders}. */
export interface FaultHeadersOptions
  extends
    TextsChoice,
    Pick<ScreenFacts, 'retryAfter' | 'now'>,
    Pick<ScreenLinks, 'searchHref'>,
    Pick<DocumentLook, 'nonce'> {
  /** `WWW-Authenticate` of a 401, such as `Bearer realm="example"`. Default none: a sign-in form has no challenge. */
  readonly authenticate?: string | undefined;
  /** Default: a policy for the document's own styles and images of this origin. `false` sends none. */
  readonly contentSecurityPolicy?: string | false | undefined;
  /** Request headers that the answer depends on. Default none. */
  readonly vary?: readonly string[] | undefined;
}

/**
 * Returns the headers of an answer, by lower-case name: language, `no-store`, `noindex`, `Retry-After`, policy.
 *
 * @throws {RangeError} if the status, locale, pack or nonce is invalid
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

/** Whole seconds or an HTTP date (RFC 9110, 10.2.3); `undefined` if the time is invalid or has passed. */
function retryAfterHeader(retryAfter: RetryAfter, now: number): string | undefined {
  const instant = retryInstant(retryAfter, now);
  if (instant === undefined) return undefined;
  return isDelay(retryAfter) ? String(Math.ceil((instant - now) / 1_000)) : new Date(instant).toUTCString();
}

/** A reserved host (RFC 6761, 6.4): an address that resolves to it belongs to this site. */
const THIS_SITE = 'this.invalid';

/** The other site that a search is sent to, as a source for the policy. Without a scheme if the address has none. */
function searchSource(href: string): string | undefined {
  if (!URL.canParse(href, `https://${THIS_SITE}`)) return undefined;
  const { protocol, host, origin } = new URL(href, `https://${THIS_SITE}`);
  // A host may contain characters that end a directive, or a star.
  if (!/^https?:$/.test(protocol) || host === THIS_SITE || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  return /^\s*https?:/i.test(href) ? origin : host;
}

/**
 * The default policy. It allows styles by nonce or inline and not by hash, because a theme and styles in a logo would each
 * need their own. The document has no scripts, and everything from outside is escaped.
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
