import { callSafely } from '../call-safely.ts';
import type { RouterEvent, RouterEventSink } from '../events.ts';

/**
 * What is left of an address.
 *
 * - `shape`: its depth, so that `https://shop.test/orders/4711?token=s3cret` becomes a star for each segment. It identifies no visitor.
 * - `path`: its path, without origin, query and fragment. For sites whose paths hold no secrets.
 * - a function: what it returns; the shape if it throws.
 */
export type UrlRedaction = 'shape' | 'path' | ((url: string) => string);

/** Options of {@link redactUrls} and of each sink that sends events away. */
export interface RedactUrlsOptions {
  /** Default `shape`. */
  readonly urls?: UrlRedaction | undefined;
}

/** The path of an absolute or root-relative address; nothing of what is neither, such as `data:`. */
function pathOf(url: string): string {
  const path = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)?/i.exec(url);
  return path?.[1] ?? (path?.[0] ? '/' : '');
}

function redact(url: string, how: UrlRedaction): string {
  const redacted = typeof how === 'function' ? callSafely(how, url) : undefined;
  if (redacted !== undefined) return redacted;
  const path = pathOf(url);
  return how === 'path' ? path : path.replaceAll(/[^/]+/g, '*');
}

/** A path, or a text with an absolute address in it. */
const ADDRESS = /^\/|:\/\//;

/**
 * Hands events on with their addresses redacted: `url` as `urls` says, any other text that is or holds one to its shape.
 * Whatever is neither text nor number nor flag stays behind, such as the `link` of `prefetchLinks`, which has its address.
 */
export const redactUrls =
  (sink: RouterEventSink, { urls = 'shape' }: RedactUrlsOptions = {}): RouterEventSink =>
  (event) => {
    const redacted: Record<string, string | number | boolean> = {};
    for (const [name, value] of Object.entries(event) as [string, unknown][]) {
      if (typeof value === 'number' || typeof value === 'boolean') redacted[name] = value;
      if (typeof value !== 'string') continue;
      if (name === 'url') redacted[name] = redact(value, urls);
      else redacted[name] = ADDRESS.test(value) ? redact(value, 'shape') : value;
    }
    sink(redacted as unknown as RouterEvent);
  };
