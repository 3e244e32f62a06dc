import { PLACEHOLDER_BASE } from './address.ts';
import { classifyUrl } from './classify-url.ts';
import { isAmbiguous } from './is-ambiguous.ts';

/** Options of {@link sanitizeReturnPath}. */
export interface ReturnPathOptions {
  /** The absolute address that the path is relative to. Default a placeholder, against which only paths are of this site. */
  readonly base?: string | undefined;
  /** The path, or paths, that lead nowhere: the sign-in page and whatever is below it, the sign-out page as well. */
  readonly signInPath: string | readonly string[];
  /**
   * A longer path is refused, for cut short it would be another page. Default 2000 characters, which even where each is
   * escaped as three fit into the 8,000 bytes of a request line that servers accept (RFC 9112 §3).
   */
  readonly maxLength?: number | undefined;
}

/** What carries a credential, or what a sign-in provider answered: useless on the way back, and kept in logs and history. */
const TOKEN_NAME =
  /token|secret|passw|signature|jwt|session|assertion|^(?:code|state|nonce|ticket|otp|sid|sig|auth|api_?key)$/i;
const JWT = /^eyJ[\w-]+\./;

const carriesToken = (pair: string): boolean =>
  [...new URLSearchParams(pair)].some(([name, value]) => TOKEN_NAME.test(name) || JWT.test(value));

/** As servers read it: escapes undone, letter case and a slash at the end without meaning. */
function pageName(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(path);
  } catch {
    // A malformed escape stays as it is.
  }
  return `${text.toLowerCase().replace(/\/+$/, '')}/`;
}

/**
 * Returns the path to come back to after a sign-in, safe to keep in an address and to navigate to. Returns `undefined` if
 * there is none: go home then. It refuses other sites and everything that {@link classifyUrl} refuses, the sign-in page
 * itself (which would lead there again), and what is too long. It is stricter than {@link classifyUrl}, because a server may
 * pass the path on before a browser reads it: control characters, outer white space, `\\` in the path and `//` at the start
 * are refused too. Fragments and parameters that look like tokens are dropped; the rest of the query stays as it was
 * written.
 *
 * @param path what the address or the form says, `null` and `undefined` included
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
