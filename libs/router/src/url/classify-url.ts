/** The reason why an address is refused. */
export type UrlRefusal =
  /** Empty text, or not text. */
  | 'empty'
  /** The base is not an http(s) address. */
  | 'base'
  /** Invalid by the URL standard, such as an impossible port or host. */
  | 'malformed'
  /** Anything but http and https: `javascript:`, `data:`, `blob:`, `mailto:` … */
  | 'scheme'
  /** `user:password@host`: browsers warn of it or ignore it, and it hides the host from the reader. */
  | 'credentials'
  /** Another origin that is not in `allowedOrigins`. */
  | 'external';

/** The verdict on an address. Only `internal` may be given to a soft router. */
export type UrlVerdict =
  | {
      readonly kind: 'internal';
      /** The absolute address. */
      readonly url: string;
      /** Path, query and fragment; resolves to `url` again on the same origin. */
      readonly path: string;
    }
  /**
   * An address of this origin whose path alone names another site (`https://app.example//host`): load it as a document,
   * by its absolute address.
   */
  | { readonly kind: 'document'; readonly url: string }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: UrlRefusal };

/** Options of {@link classifyUrl}. */
export interface ClassifyUrlOptions {
  /**
   * The other origins that pass as `external`, as in `https://accounts.example`; the rest are refused. Without it every
   * http(s) origin passes as `external`, and the caller decides what to do with it.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
}

function parseUrl(href: string, base?: string): URL | undefined {
  // URL.canParse is missing in browsers of 2023 and before.
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

const isWeb = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

const refused = (reason: UrlRefusal): UrlVerdict => ({ kind: 'refused', reason });

/**
 * The one check for links, redirects and location assignment. It judges an address as the URL standard
 * (https://url.spec.whatwg.org) and browsers parse it: by its scheme, credentials and origin, never by its text. Use
 * the address in the verdict: software that follows the standard less closely may read the original text differently.
 *
 * @param href the text of a link, a redirect or a query parameter
 * @param base the absolute http(s) address that `href` is relative to, usually the current document's
 */
export function classifyUrl(
  href: string,
  base: string,
  { allowedOrigins }: ClassifyUrlOptions = {},
): UrlVerdict {
  if (typeof href !== 'string' || !href) return refused('empty');

  const from = parseUrl(base);
  if (!from || !isWeb(from)) return refused('base');
  const { origin, pathname, search } = from;

  // Credentials of the base are not part of the address.
  const url = parseUrl(href, `${origin}${pathname}${search}`);
  if (!url) return refused('malformed');
  if (!isWeb(url)) return refused('scheme');
  if (url.username || url.password) return refused('credentials');
  if (url.origin !== origin)
    return allowedOrigins?.includes(url.origin) === false
      ? refused('external')
      : { kind: 'external', url: url.href };

  const path = `${url.pathname}${url.search}${url.hash}`;
  const whole = `${origin}${path}`;
  return parseUrl(path, origin)?.href === whole
    ? { kind: 'internal', url: whole, path }
    : { kind: 'document', url: whole };
}
