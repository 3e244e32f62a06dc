import { asRequest } from '../request.ts';
import { readHeaders, SEGMENT_PREFETCH_HEADER } from './classify-request.ts';

const STATE_TREE_HEADER = 'next-router-state-tree';

/**
 * The first level below the root layout in the path of a segment prefetch (`/docs` of `/docs/$d$id/__PAGE__`);
 * `undefined` for all other requests, including the route tree.
 */
export function sectionOf(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const headers = readHeaders(init?.headers ?? asRequest(input)?.headers);
  const [, section] = headers.get(SEGMENT_PREFETCH_HEADER)?.split('/') ?? [];
  return section === '_tree' ? undefined : section;
}

/** The encoded route in a request's headers (`FlightRouterState`), if any. */
export const treeOf = (input: RequestInfo | URL, init: RequestInit | undefined): string | undefined =>
  readHeaders(init?.headers ?? asRequest(input)?.headers).get(STATE_TREE_HEADER) ?? undefined;

/** The signal that can abort a request, if any. */
export function signalOf(input: RequestInfo | URL, init: RequestInit | undefined): AbortSignal | undefined {
  return init?.signal ?? asRequest(input)?.signal;
}
