import { asRequest } from '../request.ts';

/** What a request of the framework's client is for. */
export type RequestKind = 'navigation' | 'route-prefetch' | 'segment-prefetch' | 'other';

/** Next 16.4, client/components/app-router-headers.js. */
const RSC_HEADER = 'rsc';
const PREFETCH_HEADER = 'next-router-prefetch';
const SEGMENT_PREFETCH_HEADER = 'next-router-segment-prefetch';
const HMR_REFRESH_HEADER = 'next-hmr-refresh';

/** Headers that cannot be read are `fetch`'s to complain about, not ours. */
function readHeaders(headers: HeadersInit | undefined): Headers {
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
 *   a navigation's, the priority (`auto` there) is the difference.
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
  return init?.priority === 'low' ? 'route-prefetch' : 'navigation';
}

/** The address a request goes to, absolute. */
export function addressOf(input: RequestInfo | URL, base: string): URL {
  return new URL(typeof input === 'object' && 'url' in input ? input.url : input, base);
}

/** What aborts a request, if anything does. */
export function signalOf(input: RequestInfo | URL, init: RequestInit | undefined): AbortSignal | undefined {
  return init?.signal ?? asRequest(input)?.signal;
}
