import { PLACEHOLDER_BASE } from './address.ts';
import { classifyUrl } from './classify-url.ts';
import { isAmbiguous } from './is-ambiguous.ts';

/** Options of {@link sanitizeReturnPath}. */
export interface ReturnPathOptions {
  /**
   * The absolute address that the path is relative to. Default a placeholder, against which only paths belong to this
   * site.
   */
  readonly base?: string | undefined;
  /** The path, or paths, not to return to: the sign-in page with everything below it, and the sign-out page. */
  readonly signInPath: string | readonly string[];
  /**
   * A longer path is refused, because a shortened one would be another page. Default 2000 characters: even if each is
   * escaped as three, they fit into the 8,000 bytes of a request line that servers accept (RFC 9112 §3).
   */
  readonly maxLength?: number | undefined;
}

/**
 * Parameters with a credential, or with a sign-in provider's answer: useless on the way back, and kept in logs and
 * history.
 */
const TOKEN_NAME =
  /token|secret|passw|signature|jwt|session|assertion|^(?:code|state|nonce|ticket|otp|sid|sig|auth|api_?key)$/i;
const JWT = /^eyJ[\w-]+\./;

const carriesToken = (pair: string): boolean =>
  [...new URLSearchParams(pair)].some(([name, value]) => TOKEN_NAME.test(name) || JWT.test(value));

/** The path as servers read it: without escapes, letter case and a trailing slash. */
function pageName(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(path);
  } catch {
    // An invalid escape stays unchanged.
  }
  return `${text.toLowerCase().replace(/\/+$/, '')}/`;
}

/**
 * Returns the path to return to after a sign-in, safe to keep in an address and to navigate to. Returns `undefined` if
 * there is none: go to the home page then. It refuses other sites and everything that {@link classifyUrl} refuses, the
 * sign-in page itself (which would lead there again), and paths that are too long. It is stricter than {@link
 * classifyUrl}, because a server may pass the path on before a browser reads it: control characters, outer white space,
 * `\\` in the path and `//` at the start are refused too. Fragments and parameters that look like tokens are dropped;
 * the rest of the query stays unchanged.
 *
 * @param path the text of the address or the form; may be `null` or `undefined`
 */
export function sanitizeReturnPath(
  path: string | null | undefined,
  { base = PLACEHOLDER_BASE, signInPath, maxLength = 2_000 }: ReturnPathOptions,
): string | undefined {
  if (path == null || path.length > maxLength || isAmbiguous(path)) return undefined;
  const verdict = classifyUrl(path, base);
  if (verdict.kind !== 'internal') return undefined;
  const { pathname, search } = new URL(verdict.url);
  const page = pageName(pathname);
  if ([signInPath].flat().some((signIn) => page.startsWith(pageName(signIn)))) return undefined;
  const query = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !carriesToken(pair))
    .join('&');
  const sanitized = query === '' ? pathname : `${pathname}?${query}`;
  return sanitized.length > maxLength ? undefined : sanitized;
}
