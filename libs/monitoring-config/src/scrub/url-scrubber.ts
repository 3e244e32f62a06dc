import { hasLongRun, mayHoldForms, replaceForms } from './replace-forms.ts';
import { FILTERED, type SecretMarker } from './secret-marker.ts';
import { decode, isHarmless, remember, type JudgeName } from './secret-names.ts';
import { isOpaque, replaceEmails } from './secret-values.ts';

/** Removes secrets from addresses. Everything else stays byte for byte, and a second run changes nothing. */
export interface UrlScrubber {
  /** Scrubs a URL, absolute or relative. */
  readonly url: (text: string) => string;
  /** Scrubs the address of a script. Its path stays. */
  readonly code: (text: string) => string;
  /** Scrubs a query, with or without its question mark. */
  readonly query: (text: string) => string;
  /** Scrubs each URL in prose. */
  readonly text: (text: string) => string;
  /** Scrubs the value of a parameter, header or cookie. */
  readonly named: (name: string, value: string) => string;
}

/** Options of {@link createUrlScrubber}. */
export interface UrlScrubberContext {
  readonly judgeName: JudgeName;
  /** Names whose values always stay, in lower case. */
  readonly allowedNames: ReadonlySet<string>;
  readonly marker: SecretMarker;
}

/** Levels of URLs in parameters of URLs. Login pages pass return addresses, which pass others. */
const MAX_NESTING = 3;

/** Names of public values that look random: deployments, versions and trace ids. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set([
  ...['dpl', 'v', 'ver', 'version', '_rsc', 'etag', 'if-none-match', 'next-action'],
  ...['traceparent', 'tracestate', 'sentry-trace', 'baggage', 'x-request-id', 'x-vercel-id', 'cf-ray'],
]);

/** A value or segment that is too short for a form and contains no URL. Most are. */
const SHORT_VALUE = /^[\w.-]{0,11}$/;

const WORD = /[^\s"'`<>]+/g;
const OPENERS = '([{';
const CLOSERS = ').,;:!';

interface Mode {
  /** Whether path segments and random values are scrubbed. */
  readonly deep: boolean;
  readonly level: number;
}

const DEEP: Mode = { deep: true, level: 0 };
const SHALLOW: Mode = { deep: false, level: 0 };

/** Creates a {@link UrlScrubber}. The time of each function is proportional to the text. */
export function createUrlScrubber({ judgeName, allowedNames, marker }: UrlScrubberContext): UrlScrubber {
  const { isActive, mark } = marker;
  const markEmail = () => mark('email');

  const verdictOn = remember((name) => {
    const lower = name.toLowerCase();
    return allowedNames.has(lower) || PUBLIC_NAMES.has(lower) ? 'public' : judgeName(name, true);
  });

  /** A value with a name. */
  const named = (name: string, raw: string, mode: Mode): string => {
    const verdict = raw === '' ? 'public' : verdictOn(name);
    if (verdict === 'public') return raw;
    const isSecret = verdict === 'secret' || (verdict === 'unless-harmless' && !isHarmless(raw));
    return isSecret ? mark('name') : value(raw, mode);
  };

  const forms = (text: string): string => (mayHoldForms(text) ? replaceForms(text, marker) : text);
  const emails = (text: string): string => (isActive('email') ? replaceEmails(text, markEmail) : text);
  const isRandom = (raw: string, { deep }: Mode): boolean =>
    deep && isActive('opaque-value') && isOpaque(raw);

  /** A whole value, without a name. */
  const value = (raw: string, mode: Mode): string => {
    if (SHORT_VALUE.test(raw)) return raw;
    const formless = forms(raw);
    if (formless === raw && isRandom(raw, mode)) return mark('opaque-value');
    const text = emails(formless);
    if (mode.level >= MAX_NESTING) return text;
    const inner = { ...mode, level: mode.level + 1 };
    if (/[?#]|:\/\//.test(text)) return url(text, inner);
    const decoded = decode(text);
    if (decoded === text) return text;
    // An encoded value is replaced as a whole, because encoding the rest again could change it.
    return url(decoded, inner) !== decoded || query(decoded, inner) !== decoded ? FILTERED : text;
  };

  const pair = (text: string, mode: Mode): string => {
    const equals = text.indexOf('=');
    if (equals === -1) return value(text, mode);
    const raw = text.slice(equals + 1);
    const clean = named(text.slice(0, equals), raw, mode);
    return clean === raw ? text : text.slice(0, equals + 1) + clean;
  };

  const query = (text: string, mode: Mode): string => {
    if (!text.includes('=') && !text.includes('&')) return value(text, mode);
    const clean = mapParts(text, '&', (part) => pair(part, mode));
    // RFC 6749, 4.1.2: the response of an authorization server. Elsewhere `state` can be a country's state.
    return isActive('name') && clean.includes('state=') && /(?:^|&)code=/.test(clean)
      ? clean.replace(
          /(^|&)state=(?!\[Filtered\])[^&]+/g,
          (_, start: string) => `${start}state=${mark('name')}`,
        )
      : clean;
  };

  const segment = (text: string, mode: Mode): string => {
    if (SHORT_VALUE.test(text)) return text;
    const formless = forms(text);
    if (formless === text && isRandom(text, mode)) return mark('opaque-value');
    // Servlet containers put the session there: `/cart;jsessionid=…`.
    const [first = '', ...matrix] = formless.split(';');
    return [emails(first), ...matrix.map((part) => pair(part, mode))].join(';');
  };

  const path = (text: string, mode: Mode): string =>
    mode.deep && !isPlainPath(text) ? mapParts(text, '/', (part) => segment(part, mode)) : text;

  /** Everything before the query. */
  const base = (text: string, mode: Mode): string => {
    if (isPlainPath(text)) return text;
    const slashes = text.startsWith('//') ? 0 : text.indexOf('://') + 1;
    if (slashes === 0 && !text.startsWith('//')) return path(text, mode);
    const start = slashes + 2;
    const slash = text.indexOf('/', start);
    const end = slash === -1 ? text.length : slash;
    const authority = text.slice(start, end);
    const at = authority.lastIndexOf('@');
    const host =
      at === -1 || !isActive('url-credentials') ? authority : mark('url-credentials') + authority.slice(at);
    return (
      path(text.slice(0, slashes), mode) + text.slice(slashes, start) + host + path(text.slice(end), mode)
    );
  };

  /** An anchor, parameters of implicit grants (`#access_token=…`) or a route (`#/reset?token=…`). */
  const fragment = (text: string, mode: Mode): string => {
    const mark = text.indexOf('?');
    if (mark !== -1) return `${path(text.slice(0, mark), mode)}?${query(text.slice(mark + 1), mode)}`;
    return text.includes('=') ? query(text, mode) : path(text, mode);
  };

  const url = (text: string, mode: Mode): string => {
    if (/^data:/i.test(text)) return text;
    const hash = text.indexOf('#');
    const end = hash === -1 ? text.length : hash;
    const question = text.indexOf('?');
    const hasQuery = question !== -1 && question < end;
    const before = text.slice(0, hasQuery ? question : end);
    const cleanBefore = base(before, mode);
    const parameters = hasQuery ? text.slice(question + 1, end) : '';
    const cleanParameters = hasQuery ? query(parameters, mode) : '';
    const anchor = hash === -1 ? '' : text.slice(hash + 1);
    const cleanAnchor = hash === -1 ? '' : fragment(anchor, mode);
    if (cleanBefore === before && cleanParameters === parameters && cleanAnchor === anchor) return text;
    return `${cleanBefore}${hasQuery ? `?${cleanParameters}` : ''}${hash === -1 ? '' : `#${cleanAnchor}`}`;
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
    code: (text) => (mayHoldParameters(text) ? url(text, SHALLOW) : text),
    query: (text) => (text.startsWith('?') ? `?${query(text.slice(1), DEEP)}` : query(text, DEEP)),
    text: (text) => (/[/?#]/.test(text) ? text.replace(WORD, word) : text),
    named: (name, raw) => named(name, raw, DEEP),
  };
}

/** Whether the address of a script may hold a query, a fragment or credentials. */
const mayHoldParameters = (text: string): boolean =>
  text.includes('?') || text.includes('#') || (text.includes('@') && /\/\/[^/]*@/.test(text));

/** Whether a path has no parameters, addresses, encodings or tokens. */
const isPlainPath = (text: string): boolean => !/[;@%]/.test(text) && !hasLongRun(text);

/** Returns the text with each part between separators changed; the same text if no part changed. */
function mapParts(text: string, separator: string, change: (part: string) => string): string {
  let result = '';
  let copied = 0;
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf(separator, start);
    const end = found === -1 ? text.length : found;
    const part = text.slice(start, end);
    const changed = change(part);
    if (changed !== part) {
      result += text.slice(copied, start) + changed;
      copied = end;
    }
    start = end + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Returns where a URL starts in a word of prose: at a scheme, a slash or a query, or at a relative address with a query. */
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
