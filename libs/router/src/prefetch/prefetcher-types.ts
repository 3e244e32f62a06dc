import type { RouterEventSink } from '../events.ts';
import type { Admission } from './admission.ts';
import type { CacheFacts, CacheRead, CacheReadOptions, PrefetchCache } from './cache.ts';
import type { PrefetchHandle } from './job.ts';
import type { PrefetchScheduler } from './scheduler.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';

/** One request of the prefetcher. */
export interface PrefetchRequest {
  /** The route: absolute where `base` is given, without a fragment. */
  readonly href: string;
  /** Whole route or segment. */
  readonly kind: PrefetchKind;
  /** `navigation` when a visitor waits for it already; anything else is a guess, and may be sent as one (`Sec-Purpose`). */
  readonly priority: PrefetchPriority;
  /** Aborts when no caller waits for the result any more, and when a navigation interrupts a guess. */
  readonly signal: AbortSignal;
}

/** Options of one prefetch. */
export interface PrefetchOptions {
  /** Default `viewport`. */
  readonly priority?: Exclude<PrefetchPriority, 'navigation'> | undefined;
  /** Default `route`. */
  readonly kind?: PrefetchKind | undefined;
  /** For the admission: the visitor touched or pressed the link. */
  readonly tapped?: boolean | undefined;
  /** For the admission: the link opts out of prefetching. */
  readonly optOut?: boolean | undefined;
}

/** What became of a prefetch. */
export type PrefetchOutcome<Value> =
  /** Waiting or in flight, alone or shared. */
  | { readonly outcome: 'scheduled'; readonly handle: PrefetchHandle<Value> }
  /** Valid in the cache; nothing is sent. */
  | { readonly outcome: 'cached'; readonly value: Value }
  /** Nothing is sent; in case of `backing-off` not before `retryAt` (on the scale of the cache). */
  | { readonly outcome: 'refused'; readonly reason: PrefetchRefusal; readonly retryAt?: number | undefined };

/** Options of one navigation. */
export interface PrefetchNavigationOptions extends CacheReadOptions {
  /** Default `route`. */
  readonly kind?: PrefetchKind | undefined;
}

/** Where a navigation finds its answer. */
export type NavigationAnswer<Value> =
  /** At hand. `stale` only where `allowStale` asked for it. */
  | { readonly outcome: 'cached'; readonly value: Value; readonly stale: boolean }
  /** On its way; `cancel` when a newer navigation supersedes this one. */
  | { readonly outcome: 'scheduled'; readonly handle: Pick<PrefetchHandle<Value>, 'promise' | 'cancel'> };

/** Scheduler, cache and fetch in one. Its methods throw a RangeError if `kind` or `priority` is unknown. */
export interface Prefetcher<Value> {
  /** Prefetches unless the cache holds an answer or the admission refuses. */
  prefetch(href: string, options?: PrefetchOptions): PrefetchOutcome<Value>;
  /**
   * Answers a navigation: from the cache, from the prefetch that is under way (which goes first from now on), or by a fetch
   * of its own. No admission is asked and no back-off kept; a prefetch that fails under it is repeated as a navigation, once.
   */
  navigate(href: string, options?: PrefetchNavigationOptions): NavigationAnswer<Value>;
  /** What the cache holds, without counting it as used. */
  read(href: string, kind?: PrefetchKind, options?: CacheReadOptions): CacheRead<Value>;
  /** Forgets a route and its segments, and disowns what is in flight for them. */
  invalidate(href: string): void;
  /** Forgets what has the tag. What is in flight might have it, so later callers do not join it. */
  invalidateTag(tag: string): void;
  /** Forgets everything, and disowns what is in flight: its answers fill nothing and later callers do not join them. */
  clear(): void;
  /** Reports the answers that were not used. Call it when the page is left for good (`pagehide` that is not `persisted`). */
  leave(): void;
}

/** Options of {@link createPrefetcher}. */
export interface PrefetcherOptions<Value> {
  /** When to run. */
  readonly scheduler: PrefetchScheduler<Value>;
  /** What is known. Its clock times the events. */
  readonly cache: PrefetchCache<Value>;
  /** How to get one; rejects when the answer is of no use (a status that is not ok, say). A redirected answer is kept under the address that was asked for. */
  readonly fetchRoute: (request: PrefetchRequest) => Promise<Value>;
  /** Size, stale time and tags of an answer. If it throws, the answer is given but not kept. Default none. */
  readonly describe?: ((value: Value) => CacheFacts) | undefined;
  /** Decides which prefetches are made. Default none. */
  readonly admission?: Pick<Admission, 'decide' | 'spent'> | undefined;
  /** The address that relative ones are resolved against. Default none: they stay as they are. */
  readonly base?: (() => string) | undefined;
  /** Called with every event of a prefetch, and with what it was worth. What it throws is reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}
