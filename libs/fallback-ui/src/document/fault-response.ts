import { describeScreen } from '../describe-screen.ts';
import { notAccepted } from '../not-accepted.ts';
import { resolveLocale, type FallbackLocale } from '../texts/locales.ts';
import { faultHeaders, type FaultHeadersOptions } from './fault-headers.ts';
import { screenOf, type HttpFaultStatus } from './fault-status.ts';
import { prefersJson } from './prefers-json.ts';
import { chooseTexts, renderFaultDocument, type FaultDocumentOptions } from './render-fault-document.ts';

/** A `Request` of the Fetch API, or a request of Node or Express. */
export interface FaultRequest {
  readonly method?: string | undefined;
  /** Node's have lower-case names. */
  readonly headers: FetchLikeHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface FetchLikeHeaders {
  get(name: string): string | null;
}

/** Options of {@link faultResponse}. */
export interface FaultResponseOptions extends FaultDocumentOptions, Omit<FaultHeadersOptions, 'vary'> {
  /** The request, for its language, its `Accept` header and the method HEAD. Default none: HTML. */
  readonly request?: FaultRequest | undefined;
  /** The language. Default: chosen from the request. */
  readonly locale?: FallbackLocale | undefined;
  /** Name of the cookie with the visitor's choice of a language. Default none. */
  readonly localeCookie?: string | undefined;
  /** The language if the request names none of the supported ones. Default `en`. */
  readonly fallbackLocale?: FallbackLocale | undefined;
}

/**
 * Returns the complete answer for an error: status, headers, and an HTML document or, if `Accept` prefers JSON, problem
 * details (RFC 9457).
 *
 * @throws {RangeError} if the request has no headers, if the status, locale, pack, colour scheme or nonce is unknown or
 *   invalid, if a link runs a script, or if the theme contains `</`
 */
export function faultResponse(status: HttpFaultStatus, options: FaultResponseOptions = {}): Response {
  const { request, localeCookie, fallbackLocale } = options;
  const negotiates = request !== undefined && options.locale === undefined;
  const locale =
    options.locale ??
    resolveLocale({
      cookie: localeCookie && readCookie(headerOf(request, 'cookie'), localeCookie),
      acceptLanguage: headerOf(request, 'accept-language'),
      fallback: fallbackLocale,
    });
  const headers = faultHeaders(status, locale, {
    ...options,
    vary: [
      ...(request ? ['accept'] : []),
      ...(negotiates ? ['accept-language'] : []),
      ...(negotiates && localeCookie ? ['cookie'] : []),
    ],
  });
  const asJson = prefersJson(headerOf(request, 'accept'));
  if (asJson) {
    headers['content-type'] = 'application/problem+json';
    delete headers['content-security-policy']; // nothing to style or to frame
  }
  const body = asJson ? problem(status, locale, options) : renderFaultDocument(status, locale, options);
  return new Response(request?.method === 'HEAD' ? null : body, { status, headers });
}

/** A header of the request; empty if it is missing. */
function headerOf(request: FaultRequest | undefined, name: string): string {
  if (request === undefined) return '';
  const { headers } = request as Partial<FaultRequest>;
  if (typeof headers !== 'object') {
    throw notAccepted('request.headers', headers, 'Headers, or the header object of a request of Node');
  }
  return String((isFetchLike(headers) ? headers.get(name) : headers[name]) ?? '');
}

/** In Node's object, a header named "get" would be text. */
const isFetchLike = (headers: FaultRequest['headers']): headers is FetchLikeHeaders =>
  typeof headers['get'] === 'function';

/** Problem details (RFC 9457). With the type `about:blank` the status names the problem; the title may be translated. */
function problem(status: HttpFaultStatus, locale: FallbackLocale, options: FaultDocumentOptions): string {
  const screen = describeScreen(screenOf(status), { ...options, texts: chooseTexts(locale, options) });
  const { title, impact, advice, reference } = screen;
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: `${impact} ${advice}`,
    reference: reference?.value,
  });
}

/** The cookie's text as sent: language tags need no decoding. */
function readCookie(header: string, name: string): string | undefined {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
