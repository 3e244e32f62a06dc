/** Who decides about prefetches: the governor, the governor with its kill switch thrown, or Next by itself. */
export type PrefetchMode = 'governed' | 'off' | 'next';
/** What the browser is made to say of the network. */
export type NetworkMode = 'real' | 'save-data' | 'slow';

/** One arrangement of the demonstration; it stands in the address, so that a reload begins it anew. */
export interface Setup {
  readonly prefetch: PrefetchMode;
  readonly network: NetworkMode;
}

/** The demonstration's address. */
export const ROUTER_LAB = '/lab/router';

const isPrefetchMode = (value: unknown): value is PrefetchMode => value === 'off' || value === 'next';
const isNetworkMode = (value: unknown): value is NetworkMode => value === 'save-data' || value === 'slow';

/** The arrangement a query asks for; what it does not know is as usual. */
export function readSetup(query: { readonly prefetch?: unknown; readonly network?: unknown }): Setup {
  return {
    prefetch: isPrefetchMode(query.prefetch) ? query.prefetch : 'governed',
    network: isNetworkMode(query.network) ? query.network : 'real',
  };
}

/** Where an arrangement begins. */
export function setupHref({ prefetch, network }: Setup): string {
  const query = new URLSearchParams();
  if (prefetch !== 'governed') query.set('prefetch', prefetch);
  if (network !== 'real') query.set('network', network);
  return query.size === 0 ? ROUTER_LAB : `${ROUTER_LAB}?${query}`;
}

/** The arrangement of this document; the page may have been left since by a soft navigation. */
export function documentSetup(): Setup {
  return readSetup(Object.fromEntries(new URLSearchParams(DOCUMENT_SEARCH)));
}

/** Read once, when the script starts: it tells how this document began. */
const DOCUMENT_SEARCH =
  typeof location === 'undefined' || location.pathname !== ROUTER_LAB ? '' : location.search;
