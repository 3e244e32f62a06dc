import { asRequest } from '../request.ts';

/** The purpose of a request of the framework's client. */
export type RequestKind = 'navigation' | 'full-prefetch' | 'route-prefetch' | 'segment-prefetch' | 'other';

/** Next 16.4, client/components/app-router-headers.js. */
const RSC_HEADER = 'rsc';
const PREFETCH_HEADER = 'next-router-prefetch';
export const SEGMENT_PREFETCH_HEADER = 'next-router-segment-prefetch';
const HMR_REFRESH_HEADER = 'next-hmr-refresh';

/** Invalid headers are left to `fetch`, which reports them. */
export function readHeaders(headers: HeadersInit | undefined): Headers {
  try {
    return new Headers(headers);
  } catch {
    return new Headers();
  }
}

/**
 * Recognises a Next App Router request by its headers (client/components/segment-cache/cache.js and
 * router-reducer/fetch-server-response.js):
 *
 * - `next-router-segment-prefetch`: one segment. The route tree is requested as the segment `/_tree`, through the same
 *   queue, and counts as one.
 * - `next-router-prefetch` 1, 2 or 3 without it: loading boundary, runtime data, runtime shell of a whole route.
 * - `rsc` alone with fetch priority `low`: the whole route with its data, as `<Link prefetch>` requests it. Its headers are
 *   those of a navigation, which has the priority `auto`. A navigation waits for such a prefetch and does not request what
 *   the prefetch is expected to bring (client/components/render-tree.js, `EntryStatus.Pending`). It waits for no other.
 * - `rsc` alone otherwise: a navigation or a refresh.
 *
 * Everything that is not a GET is `other`: server actions post to the current page.
 */
export function classifyRequest(input: RequestInfo | URL, init: RequestInit | undefined): RequestKind {
  const request = asRequest(input);
  const method = init?.method ?? request?.method ?? 'GET';
  if (method.toUpperCase() !== 'GET') return 'other';

  const headers = readHeaders(init?.headers ?? request?.headers);
  if (headers.has(SEGMENT_PREFETCH_HEADER)) return 'segment-prefetch';
  if (headers.has(PREFETCH_HEADER)) return 'route-prefetch';
  if (!headers.has(RSC_HEADER) || headers.has(HMR_REFRESH_HEADER)) return 'other';
  return init?.priority === 'low' ? 'full-prefetch' : 'navigation';
}

/** The address a request goes to, absolute. */
export function addressOf(input: RequestInfo | URL, base: string): URL {
  return new URL(typeof input === 'object' && 'url' in input ? input.url : input, base);
}

/** Next adds it to bust caches (client/components/app-router-headers.js, `NEXT_RSC_UNION_QUERY`). */
const RSC_QUERY_PAIR = /^_rsc(?:=|$)/;

/** The page that a framework request is about: its address without the fragment and Next's own parameter. */
export function pageOfRequest({ origin, pathname, search }: URL): string {
  const pairs = search.slice(1).split('&');
  const query = pairs.filter((pair) => !RSC_QUERY_PAIR.test(pair)).join('&');
  return `${origin}${pathname}${query && `?${query}`}`;
}

/** The page that an address names, or `undefined` if it is invalid. */
export function pageOfAddress(address: string, base?: string): string | undefined {
  try {
    return pageOfRequest(new URL(address, base));
  } catch {
    return undefined;
  }
}

/** The page that a transition leads to, or `undefined` if its address is missing or invalid. */
export function pageOfTransition(event: Event, base: string): string | undefined {
  const { detail } = event as CustomEvent<{ readonly href: string } | undefined>;
  return detail && pageOfAddress(detail.href, base);
}
