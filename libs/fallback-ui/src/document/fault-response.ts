import { describeScreen } from '../describe-screen.ts';
import { notAccepted } from '../not-accepted.ts';
import { resolveLocale, type FallbackLocale } from '../texts/locales.ts';
import { faultHeaders, type FaultHeadersOptions } from './fault-headers.ts';
import { screenOf, type HttpFaultStatus } from './fault-status.ts';
import { prefersJson } from './prefers-json.ts';
import { chooseTexts, renderFaultDocument, type FaultDocumentOptions } from './render-fault-document.ts';

/** What is read of a request: the Fetch API's `Request`, or that of Node and Express. */
export interface FaultRequest {
  readonly method?: string | undefined;
  /** Node's are by lower-case name. */
  readonly headers: FetchLikeHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface FetchLikeHeaders {
  get(name: string): string | null;
}

/** Options of {@link faultResponse}. */
export interface FaultResponseOptions extends FaultDocumentOptions, Omit<FaultHeadersOptions, 'vary'> {
  /** What is answered: tells language and form, and that a HEAD wants no body. Default none: HTML. */
  readonly request?: FaultRequest | undefined;
  /** The language, where the host knows it. Default: found in the request. */
  readonly locale?: FallbackLocale | undefined;
  /** Name of the cookie in which the reader's choice of a language is kept. Default none. */
  readonly localeCookie?: string | undefined;
  /** The language where the request names none that is spoken. Default `en`. */
  readonly fallbackLocale?: FallbackLocale | undefined;
}

/**
 * The complete answer for a fault: the status itself, honest headers, and a document for people or, where `Accept`
 * prefers it, a problem for programs (RFC 9457).
 *
 * @throws {RangeError} for a request without headers, and as {@link renderFaultDocument} and {@link faultHeaders} do
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

/** Empty where there is none. */
function headerOf(request: FaultRequest | undefined, name: string): string {
  if (request === undefined) return '';
  const { headers } = request as Partial<FaultRequest>;
  if (typeof headers !== 'object') {
    throw notAccepted('request.headers', headers, 'Headers, or the header object of a request of Node');
  }
  return String((isFetchLike(headers) ? headers.get(name) : headers[name]) ?? '');
}

/** In Node's object a header called "get" is text. */
const isFetchLike = (headers: FaultRequest['headers']): headers is FetchLikeHeaders =>
  typeof headers['get'] === 'function';

/** Problem details (RFC 9457). Type `about:blank`: the problem is what the status says; its title may be translated. */
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

/** The cookie's text as it was sent: tags of languages need no decoding, and anything else is no language. */
function readCookie(header: string, name: string): string | undefined {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
