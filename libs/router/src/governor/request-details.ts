import { asRequest } from '../request.ts';
import { readHeaders, SEGMENT_PREFETCH_HEADER } from './classify-request.ts';

const STATE_TREE_HEADER = 'next-router-state-tree';

/**
 * The first level below the root layout of what a segment prefetch asks for (`/docs` of `/docs/$d$id/__PAGE__`);
 * `undefined` for everything else, the route tree included.
 */
export function sectionOf(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const headers = readHeaders(init?.headers ?? asRequest(input)?.headers);
  const [, section] = headers.get(SEGMENT_PREFETCH_HEADER)?.split('/') ?? [];
  return section === '_tree' ? undefined : section;
}

/** What a request says of the route it is for (`FlightRouterState`, encoded), if anything. */
export const treeOf = (input: RequestInfo | URL, init: RequestInit | undefined): string | undefined =>
  readHeaders(init?.headers ?? asRequest(input)?.headers).get(STATE_TREE_HEADER) ?? undefined;

/** What aborts a request, if anything does. */
export function signalOf(input: RequestInfo | URL, init: RequestInit | undefined): AbortSignal | undefined {
  return init?.signal ?? asRequest(input)?.signal;
}
