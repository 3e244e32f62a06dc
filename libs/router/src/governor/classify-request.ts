import { asRequest } from '../request.ts';

/** What a request of the framework's client is for. */
export type RequestKind = 'navigation' | 'full-prefetch' | 'route-prefetch' | 'segment-prefetch' | 'other';

/** Next 16.4, client/components/app-router-headers.js. */
const RSC_HEADER = 'rsc';
const PREFETCH_HEADER = 'next-router-prefetch';
export const SEGMENT_PREFETCH_HEADER = 'next-router-segment-prefetch';
const HMR_REFRESH_HEADER = 'next-hmr-refresh';

/** Headers that cannot be read are `fetch`'s to complain about, not ours. */
export function readHeaders(headers: HeadersInit | undefined): Headers {
  try {
    return new Headers(headers);
  } catch {
    return new Headers();
  }
}

/**
 * Tells a Next App Router request by what it sends (client/components/segment-cache/cache.js and
 * router-reducer/fetch-server-response.js):
 *
 * - `next-router-segment-prefetch`: one segment; the route tree is asked for as the segment `/_tree`, through the same
 *   queue, and counts as one.
 * - `next-router-prefetch` 1, 2 or 3 without it: loading boundary, runtime data, runtime shell of a whole route.
 * - `rsc` alone with fetch priority `low`: the whole route with its data, as `<Link prefetch>` asks for; its headers are
 *   a navigation's, the priority (`auto` there) is the difference. A navigation asks for nothing that such a prefetch is
 *   expected to bring, and waits for it (client/components/render-tree.js, `EntryStatus.Pending`); for no other it waits.
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

/** The page a request of the framework's is about: its address without fragment and without what Next adds to it. */
export function pageOfRequest({ origin, pathname, search }: URL): string {
  const pairs = search.slice(1).split('&');
  const query = pairs.filter((pair) => !RSC_QUERY_PAIR.test(pair)).join('&');
  return `${origin}${pathname}${query === '' ? '' : `?${query}`}`;
}

/** The page an address names, or `undefined` where it cannot be read. */
export function pageOfAddress(address: string): string | undefined {
  try {
    return pageOfRequest(new URL(address));
  } catch {
    return undefined;
  }
}
