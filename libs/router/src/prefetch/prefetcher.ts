import type { CacheRead, PrefetchCache } from './cache.ts';
import type { PrefetchHandle, PrefetchKind, PrefetchPriority, PrefetchScheduler } from './scheduler.ts';

/** What one prefetch asks for. */
export interface PrefetchRequest {
  /** The route, as the caller's cache should know it. */
  readonly href: string;
  /** Whole route or segment. */
  readonly kind: PrefetchKind;
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** Options of one prefetch. */
export interface PrefetchOptions {
  /** Default `viewport`. */
  readonly priority?: PrefetchPriority | undefined;
  /** Default `route`. */
  readonly kind?: PrefetchKind | undefined;
}

/** What became of the wish to prefetch. */
export type PrefetchOutcome<Value> =
  /** Waiting or in flight, alone or shared. */
  | { readonly outcome: 'scheduled'; readonly handle: PrefetchHandle<Value> }
  /** Valid in the cache; nothing is sent. */
  | { readonly outcome: 'cached'; readonly value: Value }
  /** It failed less than the retry time ago; nothing is sent before `retryAt`. */
  | { readonly outcome: 'backing-off'; readonly retryAt: number };

/** Scheduler, cache and fetch in one. */
export interface Prefetcher<Value> {
  /** Prefetches unless the cache holds an answer. */
  prefetch(href: string, options?: PrefetchOptions): PrefetchOutcome<Value>;
  /** What the cache holds for a navigation to use. */
  read(href: string, kind?: PrefetchKind): CacheRead<Value>;
  /** Forgets everything, and disowns what is in flight: its answers fill nothing and nobody new joins them. */
  clear(): void;
}

/** Options of {@link createPrefetcher}. */
export interface PrefetcherOptions<Value> {
  /** When to run. */
  readonly scheduler: PrefetchScheduler<Value>;
  /** What is known. */
  readonly cache: PrefetchCache<Value>;
  /** How to get one; rejects when the answer is of no use (a status that is not ok, say). */
  readonly fetchRoute: (request: PrefetchRequest) => Promise<Value>;
}

/** Ties scheduler and cache together: one request for each route and kind, its answer kept or its failure remembered. */
export function createPrefetcher<Value>({
  scheduler,
  cache,
  fetchRoute,
}: PrefetcherOptions<Value>): Prefetcher<Value> {
  // Part of the scheduler's key: a route asked for after `clear` must not join a run from before it.
  let generation = 0;

  async function fill(key: string, request: PrefetchRequest): Promise<Value> {
    const pending = cache.begin(key);
    try {
      const value = await fetchRoute(request);
      pending.fulfil(value);
      return value;
    } catch (reason) {
      if (request.signal.aborted) pending.abandon();
      else pending.reject();
      throw reason;
    }
  }

  return {
    prefetch(href, { priority = 'viewport', kind = 'route' } = {}) {
      const key = `${kind} ${href}`;
      const known = cache.read(key);
      if (known.state === 'valid') return { outcome: 'cached', value: known.value };
      if (known.state === 'rejected') return { outcome: 'backing-off', retryAt: known.retryAt };
      const handle = scheduler.schedule({
        key: `${generation} ${key}`,
        kind,
        priority,
        run: (signal) => fill(key, { href, kind, signal }),
      });
      return { outcome: 'scheduled', handle };
    },
    read: (href, kind = 'route') => cache.read(`${kind} ${href}`),
    clear() {
      generation += 1;
      cache.clear();
    },
  };
}
