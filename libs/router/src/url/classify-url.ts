/** Why an address is refused. */
export type UrlRefusal =
  /** No text at all (also what JavaScript hands in instead of one), or the base is not an http(s) address. */
  | 'empty'
  | 'base'
  /** A control character (tab and newline included), or white space at either end: parsers drop them, filters do not see through them. */
  | 'control-character'
  | 'white-space'
  /** `\`, which browsers read as `/` in http(s) addresses. */
  | 'backslash'
  /** `//host`: leaves the origin while it looks like a path. */
  | 'scheme-relative'
  /** Anything but http and https: `javascript:`, `data:`, `vbscript:`, `blob:`, `mailto:` … */
  | 'scheme'
  /** `https:host`, `https:/host`, `https:///host`: read differently by different parsers. */
  | 'malformed'
  /** `user:password@host`, also with both empty. */
  | 'credentials'
  /** Same origin when parsed, another origin once written as path and parsed again: `/.//host`. */
  | 'round-trip'
  /** Another origin, and not one of `allowedOrigins`. */
  | 'external';

/** The verdict on an address. Only `internal` may be given to a soft router, or to `location` unasked. */
export type UrlVerdict =
  | {
      readonly kind: 'internal';
      /** The absolute address. */
      readonly url: string;
      /** Path, query and fragment; resolves to `url` again on the same origin. */
      readonly path: string;
    }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: UrlRefusal };

/** Options of {@link classifyUrl}. */
export interface ClassifyUrlOptions {
  /**
   * The other origins that pass as `external`, as in `https://accounts.example`; the rest are refused. Without it every
   * http(s) origin is told as `external`, and what to do with it is the caller's decision.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** What the text alone tells, before any parser has a say; the first that matches counts. */
const REFUSED_TEXTS: readonly (readonly [pattern: RegExp, reason: UrlRefusal])[] = [
  [/^$/, 'empty'],
  [/\p{Cc}/u, 'control-character'],
  [/^\s|\s$/, 'white-space'],
  [/\\/, 'backslash'],
  [/^\/\//, 'scheme-relative'],
  [/^(?!https?:)[a-z][a-z0-9+.-]*:/i, 'scheme'],
  [/^https?:(?!\/\/[^/?#])/i, 'malformed'],
  [/^https?:\/\/[^/?#]*@/i, 'credentials'],
];

function parseUrl(href: string, base?: string): URL | undefined {
  // URL.canParse is missing in browsers of 2023 and before.
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

const refused = (reason: UrlRefusal): UrlVerdict => ({ kind: 'refused', reason });

/**
 * The one gate for links, redirects, return paths and location assignment: internal, external or refused.
 *
 * Origins are compared after parsing (WHATWG URL), never by prefix, and an internal path must resolve to the same
 * address again: `/.//evil.example` is same-origin when parsed, but its path reads `//evil.example`.
 *
 * @param href what a link, a redirect or a query parameter says
 * @param base the absolute http(s) address that `href` is relative to, usually the current document's
 */
export function classifyUrl(
  href: string,
  base: string,
  { allowedOrigins }: ClassifyUrlOptions = {},
): UrlVerdict {
  const rule = REFUSED_TEXTS.find(([pattern]) => typeof href !== 'string' || pattern.test(href));
  if (rule !== undefined) return refused(rule[1]);

  const origin = parseUrl(base)?.origin;
  if (origin === undefined || !origin.startsWith('http')) return refused('base');

  const url = parseUrl(href, base);
  if (url === undefined) return refused('malformed');
  if (url.origin !== origin)
    return allowedOrigins?.includes(url.origin) === false
      ? refused('external')
      : { kind: 'external', url: url.href };

  const path = `${url.pathname}${url.search}${url.hash}`;
  if (parseUrl(path, origin)?.href !== `${origin}${path}`) return refused('round-trip');
  return { kind: 'internal', url: `${origin}${path}`, path };
}
