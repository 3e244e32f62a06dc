import { rememberClean } from './remember-clean.ts';
import { hasLongRun, mayHoldForms, replaceForms } from './replace-forms.ts';
import { replaceNamedPairs } from './named-pairs.ts';
import { FILTERED, type SecretMarker } from './secret-marker.ts';
import { decodeFully, holdsSecret, parseBase64Json, parseContainer } from './encoded-values.ts';
import { hasCode, isLoginPath, isLoginQuery, replaceState } from './login-codes.ts';
import { decode, isNoSecret, remember, type JudgeName } from './secret-names.ts';
import { isOpaque, replaceEmails } from './secret-values.ts';
import { isWord, mapParts, urlStart } from './url-parts.ts';

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
  /** Whether a query, from an index on, has no names but harmless ones, and short values. Most have. */
  readonly isPlainQuery: (text: string, from: number) => boolean;
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
const MAX_SHORT_VALUE = 11;

const WORD = /[^\s"'`<>]+/g;
const CLOSERS = ').,;:!';

/** An encoded `=`. */
const ENCODED_EQUALS = /%(?:25)*3d/i;

interface Mode {
  /** Whether path segments and random values are scrubbed. */
  readonly deep: boolean;
  readonly level: number;
  /** Whether the address is that of a login, so that every `code` in it is a secret. */
  readonly isLogin: boolean;
}

const DEEP: Mode = { deep: true, level: 0, isLogin: false };
const SHALLOW: Mode = { deep: false, level: 0, isLogin: false };

/** The settings of a scrubber of addresses. Every step takes it. */
interface UrlContext extends Omit<UrlScrubberContext, 'allowedNames'> {
  readonly verdictOn: (name: string) => ReturnType<JudgeName> | 'public';
  readonly hasNames: boolean;
  readonly hasEmails: boolean;
  readonly hasOpaqueValues: boolean;
  readonly hasCredentials: boolean;
}

/** Creates a {@link UrlScrubber}. The time of each function is proportional to the text. */
export function createUrlScrubber({ judgeName, allowedNames, marker }: UrlScrubberContext): UrlScrubber {
  const { isActive } = marker;
  const context: UrlContext = {
    judgeName,
    marker,
    verdictOn: remember((name) => {
      const lower = name.toLowerCase();
      return allowedNames.has(lower) || PUBLIC_NAMES.has(lower) ? 'public' : judgeName(name, true);
    }),
    hasNames: isActive('name'),
    hasEmails: isActive('email'),
    hasOpaqueValues: isActive('opaque-value'),
    hasCredentials: isActive('url-credentials'),
  };
  const value = rememberClean((raw) => scrubValue(context, raw, DEEP), marker);
  return {
    url: (text) => scrubUrl(context, text, DEEP),
    code: (text) => (mayHoldParameters(text) ? scrubUrl(context, text, SHALLOW) : text),
    query: (text) =>
      text.startsWith('?') ? `?${scrubQuery(context, text.slice(1), DEEP)}` : scrubQuery(context, text, DEEP),
    isPlainQuery: (text, from) => isPlainQuery(context, text, from),
    text: (text) => (/[/?#]/.test(text) ? text.replace(WORD, (word) => scrubWord(context, word)) : text),
    named: (name, raw) => scrubNamed(context, name, raw, DEEP, value),
  };
}

/** Such a query stays as it is: see {@link scrubQuery} and {@link SHORT_VALUE}. */
function isPlainQuery({ verdictOn }: UrlContext, text: string, from: number): boolean {
  for (let start = from; start < text.length;) {
    const equals = text.indexOf('=', start);
    if (equals === -1) return false;
    const next = text.indexOf('&', equals);
    const end = next === -1 ? text.length : next;
    if (end - equals > MAX_SHORT_VALUE + 1 || !isWord(text, start, equals) || !isWord(text, equals + 1, end))
      return false;
    const verdict = verdictOn(text.slice(start, equals));
    if (verdict !== undefined && verdict !== 'public') return false;
    start = end + 1;
  }
  return true;
}

/** A value with a name. */
function scrubNamed(
  context: UrlContext,
  name: string,
  raw: string,
  mode: Mode,
  value = (text: string) => scrubValue(context, text, mode),
): string {
  const verdict = raw === '' ? 'public' : context.verdictOn(name);
  if (verdict === 'public') return raw;
  const isSecret =
    verdict === 'secret' ||
    (verdict !== undefined && !((verdict !== 'unless-offer' || !mode.isLogin) && isNoSecret(raw, verdict)));
  return isSecret ? context.marker.mark('name') : value(raw);
}

const scrubForms = ({ marker }: UrlContext, text: string): string =>
  mayHoldForms(text) ? replaceForms(text, marker) : text;

const scrubEmails = ({ hasEmails, marker }: UrlContext, text: string): string =>
  hasEmails ? replaceEmails(text, marker.mark) : text;

const isRandom = ({ hasOpaqueValues }: UrlContext, raw: string, { deep }: Mode): boolean =>
  deep && hasOpaqueValues && isOpaque(raw);

/** A whole value, without a name. */
function scrubValue(context: UrlContext, raw: string, mode: Mode): string {
  if (SHORT_VALUE.test(raw)) return raw;
  const json = parseBase64Json(raw);
  if (json !== undefined) return isSecretJson(context, json, mode) ? context.marker.mark('name') : raw;
  const formless = scrubForms(context, raw);
  if (formless === raw && isRandom(context, raw, mode)) return context.marker.mark('opaque-value');
  const text = scrubEmails(context, formless);
  if (mode.level >= MAX_NESTING) return holdsEncodedSecret(context, text) ? FILTERED : text;
  const inner = { ...mode, level: mode.level + 1 };
  const decoded = decode(text);
  // An encoded value is replaced as a whole, because encoding the rest again could change it. So is JSON, encoded or not.
  if (hasSecretPairs(context, decoded)) return FILTERED;
  if (/[?#]|:\/\//.test(text)) return scrubUrl(context, text, inner);
  if (decoded === text) return text;
  const isClean =
    scrubUrl(context, decoded, inner) === decoded &&
    scrubQuery(context, decoded, inner) === decoded &&
    !holdsEncodedSecret(context, decoded);
  return isClean ? text : FILTERED;
}

/** Whether parsed JSON holds a secret: by a name, a form, or in an address. */
const isSecretJson = (context: UrlContext, json: object, mode: Mode): boolean =>
  holdsSecret(
    json,
    context.judgeName,
    (text) =>
      isRandom(context, text, mode) ||
      scrubForms(context, text) !== text ||
      scrubEmails(context, text) !== text ||
      (mode.level < MAX_NESTING &&
        /[?#]|:\/\//.test(text) &&
        scrubUrl(context, text, { ...mode, level: mode.level + 1 }) !== text),
  );

/** Whether a text is JSON with a secret name, complete or cut off. */
function hasSecretPairs({ judgeName, marker }: UrlContext, text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  const json = parseContainer(text);
  return json !== undefined && holdsSecret(json, judgeName, () => false)
    ? marker.mark('name') !== ''
    : replaceNamedPairs(text, judgeName, marker.mark) !== text;
}

/** Whether a text that is encoded more than once holds a secret. It is decoded at once, so that the time stays linear. */
function holdsEncodedSecret(context: UrlContext, text: string): boolean {
  const { verdictOn, marker } = context;
  const decoded = decodeFully(text);
  const judge: JudgeName = (name) => {
    const verdict = verdictOn(name);
    return verdict === 'public' ? undefined : verdict;
  };
  return (
    hasSecretPairs(context, decoded) ||
    replaceNamedPairs(decoded, judge, marker.mark) !== decoded ||
    scrubEmails(context, scrubForms(context, decoded)) !== decoded
  );
}

function scrubPair(context: UrlContext, text: string, mode: Mode): string {
  const equals = text.indexOf('=');
  if (equals === -1) return scrubValue(context, text, mode);
  const raw = text.slice(equals + 1);
  const clean = scrubNamed(context, text.slice(0, equals), raw, mode);
  return clean === raw ? text : text.slice(0, equals + 1) + clean;
}

function scrubQuery(context: UrlContext, text: string, outer: Mode): string {
  if (!text.includes('=') && !text.includes('&')) return scrubValue(context, text, outer);
  const isOfLogin = hasCode(text) && (outer.isLogin || isLoginQuery(text));
  const mode = isOfLogin ? { ...outer, isLogin: true } : outer;
  const clean = mapParts(text, '&', (part) => scrubPair(context, part, mode));
  return context.hasNames && clean.includes('state=')
    ? replaceState(clean, isOfLogin, context.marker.mark)
    : clean;
}

function scrubSegment(context: UrlContext, text: string, mode: Mode): string {
  if (SHORT_VALUE.test(text)) return text;
  const formless = scrubForms(context, text);
  if (formless === text && isRandom(context, text, mode)) return context.marker.mark('opaque-value');
  if (ENCODED_EQUALS.test(text) && holdsEncodedSecret(context, text)) return FILTERED;
  // Servlet containers put the session there: `/cart;jsessionid=…`.
  const [first = '', ...matrix] = formless.split(';');
  return [scrubEmails(context, first), ...matrix.map((part) => scrubPair(context, part, mode))].join(';');
}

const scrubPath = (context: UrlContext, text: string, mode: Mode): string =>
  mode.deep && !isPlainPath(text) ? mapParts(text, '/', (part) => scrubSegment(context, part, mode)) : text;

/** Everything before the query. */
function scrubBase(context: UrlContext, text: string, mode: Mode): string {
  if (isPlainPath(text)) return text;
  const slashes = text.startsWith('//') ? 0 : text.indexOf('://') + 1;
  if (slashes === 0 && !text.startsWith('//')) return scrubPath(context, text, mode);
  const start = slashes + 2;
  const slash = text.indexOf('/', start);
  const end = slash === -1 ? text.length : slash;
  const authority = text.slice(start, end);
  const at = authority.lastIndexOf('@');
  // The user of a repository's address is no secret.
  const host =
    at === -1 || !context.hasCredentials || authority.slice(0, at) === 'git'
      ? authority
      : context.marker.mark('url-credentials') + authority.slice(at);
  // The colon stays, so that a second run reads the same address.
  const colon = Math.max(0, slashes - 1);
  const scheme = scrubPath(context, text.slice(0, colon), mode);
  return scheme + text.slice(colon, start) + host + scrubPath(context, text.slice(end), mode);
}

/** An anchor, parameters of implicit grants (`#access_token=…`) or a route (`#/reset?token=…`). */
function scrubFragment(context: UrlContext, text: string, outer: Mode): string {
  const mark = text.indexOf('?');
  if (mark === -1)
    return text.includes('=') ? scrubQuery(context, text, outer) : scrubPath(context, text, outer);
  const base = text.slice(0, mark);
  const query = text.slice(mark + 1);
  return `${scrubPath(context, base, outer)}?${scrubQuery(context, query, modeBehind(base, query, outer))}`;
}

/** The mode of a query behind the rest of an address. */
const modeBehind = (base: string, query: string, mode: Mode): Mode =>
  !mode.isLogin && query.includes('code=') && isLoginPath(base) ? { ...mode, isLogin: true } : mode;

function scrubUrl(context: UrlContext, text: string, outer: Mode): string {
  if (/^data:/i.test(text)) return text;
  const hash = text.indexOf('#');
  const end = hash === -1 ? text.length : hash;
  const question = text.indexOf('?');
  const hasQuery = question !== -1 && question < end;
  const base = text.slice(0, hasQuery ? question : end);
  const mode = modeBehind(base, text, outer);
  const parameters = hasQuery ? `?${scrubQuery(context, text.slice(question + 1, end), mode)}` : '';
  const anchor = hash === -1 ? '' : `#${scrubFragment(context, text.slice(hash + 1), mode)}`;
  return scrubBase(context, base, mode) + parameters + anchor;
}

function scrubWord(context: UrlContext, text: string): string {
  const start = urlStart(text);
  if (start === undefined) return text;
  let end = text.length;
  while (end > start && CLOSERS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, start) + scrubUrl(context, text.slice(start, end), DEEP) + text.slice(end);
}

/** Whether the address of a script may hold a query, a fragment or credentials. */
const mayHoldParameters = (text: string): boolean =>
  text.includes('?') || text.includes('#') || (text.includes('@') && /\/\/[^/]*@/.test(text));

/** Whether a path has no parameters, addresses, encodings or tokens. */
const isPlainPath = (text: string): boolean => !/[;@%]/.test(text) && !hasLongRun(text);
