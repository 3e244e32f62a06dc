import { requireInteger } from '../options.ts';
import { SPEC } from '../presets.ts';

/** Routes a visitor may come across in one sitting; beyond them the least recently used go. */
const MAX_ENTRIES = 500;

/** What the cache knows about a key. */
export type CacheRead<Value> =
  /** Nothing usable: never filled, invalidated, stale, or failed long enough ago to be tried again. */
  | { readonly state: 'absent' }
  /** Being filled. */
  | { readonly state: 'pending' }
  /** Filled less than the stale time ago. */
  | { readonly state: 'valid'; readonly value: Value }
  /** Failed; nothing is to be sent before `retryAt` (milliseconds, on the scale of `now`). */
  | { readonly state: 'rejected'; readonly retryAt: number };

/** The right to fill one entry. After an invalidation, or when a successor began, it fills nothing. */
export interface CacheFill<Value> {
  /** Stores the value; its stale time starts now. */
  fulfil(value: Value): void;
  /** Marks the entry failed; its retry time starts now. */
  reject(): void;
  /** Leaves no trace: the attempt was cancelled, which says nothing about the route. */
  abandon(): void;
}

/** What has been prefetched, by key. */
export interface PrefetchCache<Value> {
  /** Looks a key up, which marks it as used. */
  read(key: string): CacheRead<Value>;
  /** Marks a key pending and returns the right to fill it. */
  begin(key: string): CacheFill<Value>;
  /** Forgets one key, also while it is in flight. */
  invalidate(key: string): void;
  /** Forgets everything. Call it on sign-in and sign-out: what was prefetched belongs to somebody. */
  clear(): void;
  /** How many entries are held. */
  size(): number;
}

/** Options of {@link createPrefetchCache}. */
export interface PrefetchCacheOptions {
  /** Milliseconds on a scale that only moves forward. */
  readonly now: () => number;
  /** How long a value is valid. Default 300 000 ms (S30). */
  readonly staleTimeMs?: number | undefined;
  /** How long a failure blocks the next attempt. Default 10 000 ms (S31). */
  readonly retryAfterMs?: number | undefined;
  /** Entries held before the least recently used go. Default 500. */
  readonly maxEntries?: number | undefined;
}

interface Entry<Value> {
  readonly read: CacheRead<Value>;
  /** From this moment on the entry counts as absent. */
  readonly endsAt: number;
}

/**
 * A bounded cache of prefetched values. Nothing happens on a timer: a stale value and a failure whose retry time has
 * passed simply read as absent, and the next caller tries again (Next's segment cache does the same with `staleAt`).
 *
 * @throws RangeError when a number is not an integer in its range
 */
export function createPrefetchCache<Value>({
  now,
  staleTimeMs = SPEC.prefetchStaleTimeMs,
  retryAfterMs = SPEC.prefetchRetryAfterMs,
  maxEntries = MAX_ENTRIES,
}: PrefetchCacheOptions): PrefetchCache<Value> {
  requireInteger('staleTimeMs', staleTimeMs, 0);
  requireInteger('retryAfterMs', retryAfterMs, 0);
  requireInteger('maxEntries', maxEntries, 1);
  // A Map iterates in order of insertion; an entry moves to the end when it is used.
  const entries = new Map<string, Entry<Value>>();

  function store(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= maxEntries) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }

  return {
    read(key) {
      const entry = entries.get(key);
      if (entry === undefined) return { state: 'absent' };
      if (now() >= entry.endsAt) {
        entries.delete(key);
        return { state: 'absent' };
      }
      store(key, entry);
      return entry.read;
    },
    begin(key) {
      const pending: Entry<Value> = { read: { state: 'pending' }, endsAt: Infinity };
      store(key, pending);
      // Identity is the generation: whoever invalidated, evicted or began anew has put something else in its place.
      const isCurrent = (): boolean => entries.get(key) === pending;
      return {
        fulfil(value) {
          if (isCurrent()) store(key, { read: { state: 'valid', value }, endsAt: now() + staleTimeMs });
        },
        reject() {
          const retryAt = now() + retryAfterMs;
          if (isCurrent()) store(key, { read: { state: 'rejected', retryAt }, endsAt: retryAt });
        },
        abandon() {
          if (isCurrent()) entries.delete(key);
        },
      };
    },
    invalidate: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    size: () => entries.size,
  };
}
