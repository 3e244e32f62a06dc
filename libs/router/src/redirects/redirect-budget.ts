import { requireInteger } from '../options.ts';

/** Browsers stop at 20 (Fetch standard, HTTP-redirect fetch, step 6); so do Next and TanStack Router. */
const MAX_REDIRECTS = 20;

/** Whether a redirect may be followed. */
export type RedirectVerdict = 'follow' | 'redirect-cycle' | 'redirects-exhausted';

/** Counts the hops of one redirect chain. */
export interface RedirectBudget {
  /** Requests one hop; `follow` counts it. */
  hop(from: string, to: string): RedirectVerdict;
  /** Ends the chain: the next hop starts a new one. */
  reset(): void;
}

/** Options of {@link createRedirectBudget}. */
export interface RedirectBudgetOptions {
  /** Milliseconds, to tell one chain from the next. */
  readonly now: () => number;
  /** Hops in one chain. Default 20. */
  readonly maxRedirects?: number | undefined;
  /**
   * The time without a hop that ends the chain. Default 10,000 ms: automatic redirects take milliseconds, so a person
   * has acted in between.
   */
  readonly chainIdleMs?: number | undefined;
}

/**
 * Stops redirect loops. A cycle is the same hop taken twice in one chain: in A → B → A → B the second A → B is refused,
 * while A → B → A alone passes, because a silent sign-in does that.
 *
 * @throws RangeError if `maxRedirects` or `chainIdleMs` is not an integer of at least 1
 */
export function createRedirectBudget({
  now,
  maxRedirects = MAX_REDIRECTS,
  chainIdleMs = 10_000,
}: RedirectBudgetOptions): RedirectBudget {
  requireInteger('maxRedirects', maxRedirects, 1);
  requireInteger('chainIdleMs', chainIdleMs, 1);
  const hops = new Set<string>();
  let lastHopAt = 0;

  return {
    hop(from, to) {
      if (now() - lastHopAt >= chainIdleMs) hops.clear();
      // Addresses contain no space, so the pair is unambiguous.
      const hop = `${from} ${to}`;
      if (hops.has(hop)) return 'redirect-cycle';
      if (hops.size >= maxRedirects) return 'redirects-exhausted';
      hops.add(hop);
      lastHopAt = now();
      return 'follow';
    },
    reset: () => hops.clear(),
  };
}
