/** Why an address is refused. */
export type UrlRefusal =
  /** No text at all, or the base is not an http(s) address. */
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
  | 'round-trip';

/** The verdict on an address. Only `internal` may be given to a soft router or to `location`. */
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

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HTTP_AUTHORITY = /^https?:\/\/([^/?#]+)/i;

const LAST_C0_CONTROL = 0x1f;
const FIRST_C1_CONTROL = 0x7f;
const LAST_C1_CONTROL = 0x9f;

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= LAST_C0_CONTROL || (code >= FIRST_C1_CONTROL && code <= LAST_C1_CONTROL)) return true;
  }
  return false;
}

function parseUrl(href: string, base?: string): URL | undefined {
  // URL.canParse is missing in browsers of 2023 and before.
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

/** What the text alone tells, before any parser has a say. */
function refuseText(href: string): UrlRefusal | undefined {
  if (href === '') return 'empty';
  if (hasControlCharacter(href)) return 'control-character';
  if (href !== href.trim()) return 'white-space';
  if (href.includes('\\')) return 'backslash';
  if (href.startsWith('//')) return 'scheme-relative';
  const scheme = SCHEME.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  if (scheme !== 'http' && scheme !== 'https') return 'scheme';
  const authority = HTTP_AUTHORITY.exec(href)?.[1];
  if (authority === undefined) return 'malformed';
  if (authority.includes('@')) return 'credentials';
  return undefined;
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
export function classifyUrl(href: string, base: string): UrlVerdict {
  const reason = refuseText(href);
  if (reason !== undefined) return refused(reason);

  const origin = parseUrl(base);
  if (origin === undefined || !isHttp(origin)) return refused('base');

  const url = parseUrl(href, base);
  if (url === undefined) return refused('malformed');
  if (url.origin !== origin.origin) return { kind: 'external', url: url.href };

  const path = `${url.pathname}${url.search}${url.hash}`;
  if (parseUrl(path, origin.origin)?.href !== `${origin.origin}${path}`) return refused('round-trip');
  return { kind: 'internal', url: `${origin.origin}${path}`, path };
}
