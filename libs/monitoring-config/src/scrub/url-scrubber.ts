import { createSecretNames, decode } from './secret-names.ts';
import { FILTERED, isJwt, isOpaque, replaceEmails } from './secret-values.ts';

/** What counts as a secret. */
export interface ScrubOptions {
  /** Names of parameters, headers and cookies that are secrets besides the built-in ones, in any letter case. Default none. */
  parameters?: readonly string[] | undefined;
  /** Names that are no secrets though built in, or whatever their value looks like. Default none. */
  allowed?: readonly string[] | undefined;
  /** Whether e-mail addresses in URLs are secrets. Default `true`. */
  emails?: boolean | undefined;
  /** Whether long random values are secrets whatever their name, in queries and in path segments. Default `true`. */
  opaqueValues?: boolean | undefined;
}

/** Takes secrets out of addresses; everything else stays byte for byte, and doing it twice changes nothing more. */
export interface UrlScrubber {
  /** For text that is a URL, absolute or relative. */
  readonly url: (text: string) => string;
  /** For the address of a script: what is in its path is code, and stays. */
  readonly code: (text: string) => string;
  /** For a query, with or without its question mark. */
  readonly query: (text: string) => string;
  /** For prose: each URL in it. */
  readonly text: (text: string) => string;
  /** For a value that has a name: a parameter, header or cookie. */
  readonly named: (name: string, value: string) => string;
}

/** URLs in parameters of URLs are followed this deep; login pages hand on where to return to, which does the same. */
const MAX_NESTING = 3;

/** Names whose values look random and are public: deployments, versions, and the ids that join a trace. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set([
  ...['dpl', 'v', 'ver', 'version', '_rsc', 'etag', 'if-none-match', 'next-action'],
  ...['traceparent', 'tracestate', 'sentry-trace', 'baggage', 'x-request-id', 'x-vercel-id', 'cf-ray'],
]);

const WORD = /[^\s"'`<>]+/g;
const OPENERS = '([{';
const CLOSERS = ').,;:!';

interface Mode {
  /** Whether path segments and random values are looked at. */
  readonly deep: boolean;
  readonly level: number;
}

const DEEP: Mode = { deep: true, level: 0 };
const SHALLOW: Mode = { deep: false, level: 0 };

/** Creates a {@link UrlScrubber}. Each of its functions takes time in proportion to the text. */
export function createUrlScrubber({
  parameters = [],
  allowed = [],
  emails = true,
  opaqueValues = true,
}: ScrubOptions = {}): UrlScrubber {
  const isSecretName = createSecretNames(parameters, allowed);
  const allowedNames = new Set(allowed.map((name) => name.toLowerCase()));

  const isExempt = (name: string): boolean => {
    const lower = name.toLowerCase();
    return allowedNames.has(lower) || PUBLIC_NAMES.has(lower);
  };

  const looksSecret = (value: string, { deep }: Mode): boolean =>
    isJwt(value) || (deep && opaqueValues && isOpaque(value));

  /** A whole value, without a name. */
  const value = (raw: string, mode: Mode): string => {
    if (looksSecret(raw, mode)) return FILTERED;
    const text = emails ? replaceEmails(raw) : raw;
    if (mode.level >= MAX_NESTING) return text;
    const inner = { ...mode, level: mode.level + 1 };
    if (/[?#]|:\/\//.test(text)) return url(text, inner);
    const decoded = decode(text);
    if (decoded === text) return text;
    // An encoded URL cannot be changed in part without encoding the rest of it anew.
    return url(decoded, inner) === decoded && query(decoded, inner) === decoded ? text : FILTERED;
  };

  const pair = (text: string, isOAuth: boolean, mode: Mode): string => {
    const equals = text.indexOf('=');
    if (equals === -1) return value(text, mode);
    const name = text.slice(0, equals);
    const raw = text.slice(equals + 1);
    if (raw === '' || isExempt(name)) return text;
    const isSecret = isSecretName(name) || (isOAuth && name === 'state');
    return `${name}=${isSecret ? FILTERED : value(raw, mode)}`;
  };

  const query = (text: string, mode: Mode): string => {
    if (!text.includes('=') && !text.includes('&')) return value(text, mode);
    // RFC 6749, 4.1.2: the answer of an authorization server; elsewhere a state may be one of fifty.
    const isOAuth = /(?:^|&)code=/.test(text);
    return text
      .split('&')
      .map((part) => pair(part, isOAuth, mode))
      .join('&');
  };

  const segment = (text: string, mode: Mode): string => {
    if (looksSecret(text, mode)) return FILTERED;
    // Servlet containers carry the session there: `/cart;jsessionid=…`.
    const [first = '', ...matrix] = text.split(';');
    const clean = emails ? replaceEmails(first) : first;
    return [clean, ...matrix.map((part) => pair(part, false, mode))].join(';');
  };

  const path = (text: string, mode: Mode): string =>
    mode.deep
      ? text
          .split('/')
          .map((part) => segment(part, mode))
          .join('/')
      : text;

  /** Everything before the query. */
  const base = (text: string, mode: Mode): string => {
    const slashes = text.startsWith('//') ? 0 : text.indexOf('://') + 1;
    if (slashes === 0 && !text.startsWith('//')) return path(text, mode);
    const start = slashes + 2;
    const slash = text.indexOf('/', start);
    const end = slash === -1 ? text.length : slash;
    const authority = text.slice(start, end);
    const at = authority.lastIndexOf('@');
    const host = at === -1 ? authority : FILTERED + authority.slice(at);
    return (
      path(text.slice(0, slashes), mode) + text.slice(slashes, start) + host + path(text.slice(end), mode)
    );
  };

  /** Anchors, the parameters of implicit grants (`#access_token=…`), and routes of their own (`#/reset?token=…`). */
  const fragment = (text: string, mode: Mode): string => {
    const mark = text.indexOf('?');
    if (mark !== -1) return `${path(text.slice(0, mark), mode)}?${query(text.slice(mark + 1), mode)}`;
    return text.includes('=') ? query(text, mode) : path(text, mode);
  };

  const url = (text: string, mode: Mode): string => {
    if (/^data:/i.test(text)) return text;
    const [head, hash] = splitAt(text, '#');
    const [before, search] = splitAt(head, '?');
    return (
      base(before, mode) +
      (search === undefined ? '' : `?${query(search, mode)}`) +
      (hash === undefined ? '' : `#${fragment(hash, mode)}`)
    );
  };

  const word = (text: string): string => {
    const start = urlStart(text);
    if (start === undefined) return text;
    let end = text.length;
    while (end > start && CLOSERS.includes(text.charAt(end - 1))) end -= 1;
    return text.slice(0, start) + url(text.slice(start, end), DEEP) + text.slice(end);
  };

  return {
    url: (text) => url(text, DEEP),
    code: (text) => (/[?#@]/.test(text) ? url(text, SHALLOW) : text),
    query: (text) => (text.startsWith('?') ? `?${query(text.slice(1), DEEP)}` : query(text, DEEP)),
    text: (text) => (/[/?#]/.test(text) ? text.replace(WORD, word) : text),
    named: (name, raw) => {
      if (raw === '' || isExempt(name)) return raw;
      return isSecretName(name) ? FILTERED : value(raw, DEEP);
    },
  };
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark);
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

/** Where in a word of prose a URL begins: with a scheme, a slash, a query, or as a relative address that has a query. */
function urlStart(word: string): number | undefined {
  let first = 0;
  while (first < word.length && OPENERS.includes(word.charAt(first))) first += 1;
  if ('/?#'.includes(word.charAt(first))) return first < word.length ? first : undefined;
  const mark = word.indexOf('?');
  const scheme = word.indexOf('://');
  if (scheme !== -1 && (mark === -1 || scheme < mark)) return schemeStart(word, scheme);
  return mark !== -1 && word.includes('=', mark) ? first : undefined;
}

function schemeStart(word: string, end: number): number {
  let start = end;
  while (start > 0 && /[a-z\d+.-]/i.test(word.charAt(start - 1))) start -= 1;
  return start;
}
