/** Why an address is refused. */
export type UrlRefusal =
  /** An empty text, or no text at all. */
  | 'empty'
  /** The base is not an http(s) address. */
  | 'base'
  /** No address to the URL standard: a port or a host that cannot be. */
  | 'malformed'
  /** Anything but http and https: `javascript:`, `data:`, `blob:`, `mailto:` … */
  | 'scheme'
  /** `user:password@host`: browsers warn of it or ignore it, and it hides the host from the reader. */
  | 'credentials'
  /** Another origin, and not one of `allowedOrigins`. */
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
   * Of this origin, but its path alone names another site (`https://app.example//host`): load it as a document, by its
   * absolute address.
   */
  | { readonly kind: 'document'; readonly url: string }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: UrlRefusal };

/** Options of {@link classifyUrl}. */
export interface ClassifyUrlOptions {
  /**
   * The other origins that pass as `external`, as in `https://accounts.example`; the rest are refused. Without it every
   * http(s) origin passes as `external`, and what to do with it is the caller's decision.
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
 * The one gate for links, redirects and location assignment. It judges an address by what the URL standard
 * (https://url.spec.whatwg.org) makes of it, as browsers do: by its parsed scheme, credentials and origin, never by its
 * text. Follow the address that the verdict carries: software that follows the standard less closely may read the text
 * differently.
 *
 * @param href what a link, a redirect or a query parameter says
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

  // Credentials of the base are no part of the address.
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
