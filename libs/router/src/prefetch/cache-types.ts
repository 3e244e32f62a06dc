import type { Clock } from '../platform.ts';

/** The state of a key in the cache. */
export type CacheRead<Value> =
  /** Nothing usable: never filled, invalidated, stale, of another vary, or failed long enough ago to be tried again. */
  | { readonly state: 'absent' }
  /** Being filled. */
  | { readonly state: 'pending' }
  /** `valid`: younger than its stale time. `stale`: older, and asked for with `allowStale`. */
  | { readonly state: 'valid' | 'stale'; readonly value: Value; readonly ageMs: number }
  /** Failed; send nothing before `retryAt` (milliseconds, on the scale of `now`). */
  | { readonly state: 'rejected'; readonly retryAt: number };

/** How a key is looked up. */
export interface CacheReadOptions {
  /** Also what is stale, as for back and forward, which show what was there. Default `false`. */
  readonly allowStale?: boolean | undefined;
}

/** What is known about a value besides itself. */
export interface CacheFacts {
  /** Its size. Default the result of `sizeOf`; a value of unknown size counts as 0, and only `maxEntries` bounds it. */
  readonly bytes?: number | undefined;
  /** How long the server says it is valid, but not less than `minStaleTimeMs`. Default the `staleTimeMs` of the cache. */
  readonly staleTimeMs?: number | undefined;
  /** How old it is already, as in an `Age` header. Default 0. */
  readonly ageMs?: number | undefined;
  /** Names under which `invalidateTag` finds it. */
  readonly tags?: readonly string[] | undefined;
}

/** The right to fill one entry. After an invalidation, under another vary, or when a successor began, it fills nothing. */
export interface CacheFill<Value> {
  /** Stores the value; its stale time starts now. `onRemoved` is called once: when it leaves the cache, at once where it is not kept. */
  fulfil(value: Value, facts?: CacheFacts, onRemoved?: () => void): void;
  /** Marks the entry failed; its retry time starts now. */
  reject(): void;
  /** Leaves no trace: the fetch was cancelled, which says nothing about the route. */
  abandon(): void;
}

/** What has been prefetched, by key. */
export interface PrefetchCache<Value> {
  /** As handed in. */
  readonly now: () => number;
  /** As handed in; if that throws, a text that equals no other. */
  readonly vary: () => string;
  /** Looks a key up, which marks it as used. */
  read(key: string, options?: CacheReadOptions): CacheRead<Value>;
  /** Marks a key pending and returns the right to fill it. A value held already stays until the new one comes. */
  begin(key: string): CacheFill<Value>;
  /** Removes one key, also while it is in flight. */
  invalidate(key: string): void;
  /** Removes every value with the tag; an answer now in flight that turns out to have it is not kept. */
  invalidateTag(tag: string): void;
  /** Removes everything. Call it on sign-in and sign-out: what was prefetched belongs to one visitor. */
  clear(): void;
  /** How many entries are held: values, fills in flight, and failures. */
  size(): number;
  /** The bytes of all values held. */
  bytes(): number;
}

/** Options of {@link createPrefetchCache}. */
export interface PrefetchCacheOptions<Value = unknown> {
  /** Milliseconds on a scale that only moves forward. */
  readonly now: () => number;
  /** How long a value is valid unless its server says so. Default 300 000 ms. */
  readonly staleTimeMs?: number | undefined;
  /** The least that a server's own stale time counts for. Default 30 000 ms. */
  readonly minStaleTimeMs?: number | undefined;
  /** How long a failure blocks the next fetch. Default 10 000 ms. */
  readonly retryAfterMs?: number | undefined;
  /** Milliseconds added to each `retryAfterMs`, such as `() => Math.random() * 2_000`, so that tabs do not retry together. Default none. */
  readonly retryJitterMs?: (() => number) | undefined;
  /** Calls `onDue` when a failed key may be tried again. Default none: the next caller tries. One timer at most, none while nothing has failed. */
  readonly retryTimer?:
    | {
        readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
        readonly onDue: (key: string) => void;
      }
    | undefined;
  /** Entries held before the least recently used go. Default 500. */
  readonly maxEntries?: number | undefined;
  /** Bytes of values held before the least recently used go; a value above it is not kept. Default 52 428 800 (50 MiB). */
  readonly maxBytes?: number | undefined;
  /** The size of a value whose facts have none. Default 0. */
  readonly sizeOf?: ((value: Value) => number) | undefined;
  /** All that answers depend on besides their key: locale, signed-in user, experiment. Entries of another one read as absent, and all do if it throws. Default nothing. */
  readonly vary?: (() => string) | undefined;
}
