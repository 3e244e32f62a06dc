import { callSafely } from '../call-safely.ts';
import { MAX_TIMER_MS, requireInteger } from '../options.ts';
import type { Clock, TimerHandle } from '../platform.ts';
import { SPEC } from '../presets.ts';

/** Routes a visitor may come across in one sitting; beyond them the least recently used go. */
const MAX_ENTRIES = 500;

/** As Next's cache holds (client/components/segment-cache/lru.js). */
const MAX_BYTES = 50 * 1024 * 1024;

/** As Next's (segment-cache/cache.js, `getStaleTimeMs`): a shorter time would be over before the click. */
const MIN_STALE_TIME_MS = 30_000;

/** What the cache knows about a key. */
export type CacheRead<Value> =
  /** Nothing usable: never filled, invalidated, stale, of another vary, or failed long enough ago to be tried again. */
  | { readonly state: 'absent' }
  /** Being filled. */
  | { readonly state: 'pending' }
  /** `valid`: younger than its stale time. `stale`: older, and asked for with `allowStale`. */
  | { readonly state: 'valid' | 'stale'; readonly value: Value; readonly ageMs: number }
  /** Failed; nothing is to be sent before `retryAt` (milliseconds, on the scale of `now`). */
  | { readonly state: 'rejected'; readonly retryAt: number };

/** How a key is looked up. */
export interface CacheReadOptions {
  /** Also what is stale, as for back and forward, which show what was there. Default `false`. */
  readonly allowStale?: boolean | undefined;
}

/** What is known about a value besides itself. */
export interface CacheFacts {
  /** Its size. Default what `sizeOf` says; a value whose size nobody tells counts as 0, and only `maxEntries` bounds it. */
  readonly bytes?: number | undefined;
  /** How long the server says it is valid, but not less than `minStaleTimeMs`. Default the `staleTimeMs` of the cache. */
  readonly staleTimeMs?: number | undefined;
  /** How old it is already, as an `Age` header tells. Default 0. */
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
  /** Leaves no trace: the attempt was cancelled, which says nothing about the route. */
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
  /** Forgets one key, also while it is in flight. */
  invalidate(key: string): void;
  /** Forgets every value with the tag; an answer now in flight that turns out to have it is not kept. */
  invalidateTag(tag: string): void;
  /** Forgets everything. Call it on sign-in and sign-out: what was prefetched belongs to somebody. */
  clear(): void;
  /** How many entries are held: values, attempts in flight, and failures. */
  size(): number;
  /** The bytes of all values held. */
  bytes(): number;
}

/** Options of {@link createPrefetchCache}. */
export interface PrefetchCacheOptions<Value = unknown> {
  /** Milliseconds on a scale that only moves forward. */
  readonly now: () => number;
  /** How long a value is valid unless its server says so. Default 300 000 ms (S30). */
  readonly staleTimeMs?: number | undefined;
  /** The least that a server's own stale time counts for. Default 30 000 ms. */
  readonly minStaleTimeMs?: number | undefined;
  /** How long a failure blocks the next attempt. Default 10 000 ms (S31). */
  readonly retryAfterMs?: number | undefined;
  /** Milliseconds added to each `retryAfterMs`, such as `() => Math.random() * 2_000`, so that tabs do not retry together. Default none. */
  readonly retryJitterMs?: (() => number) | undefined;
  /** Tells when a failed key may be tried again. Default nobody: the next caller finds out. One timer at most, none while nothing has failed. */
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
  /** The size of a value whose facts do not tell it. Default 0. */
  readonly sizeOf?: ((value: Value) => number) | undefined;
  /** All that answers depend on besides their key: locale, signed-in user, experiment. Entries of another one read as absent, and all do if it throws. Default nothing. */
  readonly vary?: (() => string) | undefined;
}

interface Held<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly tags: readonly string[];
  readonly staleTimeMs: number;
  /** When its age was 0. */
  readonly bornAt: number;
  readonly onRemoved?: (() => void) | undefined;
}

interface Entry<Value> {
  readonly vary: string;
  held?: Held<Value> | undefined;
  /** The attempt in flight: the tags invalidated since it began. Its identity is the generation. */
  attempt?: Set<string> | undefined;
  /** When a failure ends; 0 without one. */
  retryAt: number;
}

/**
 * A bounded cache of prefetched values. Nothing happens on a timer unless `retryTimer` asks for one: a stale value and a
 * failure whose retry time has passed simply read as absent, and the next caller tries again (Next's segment cache does
 * the same with `staleAt`). A stale value stays for back and forward until it is replaced or evicted.
 *
 * @throws RangeError when a number is not an integer in its range
 */
export function createPrefetchCache<Value>({
  now,
  staleTimeMs = SPEC.prefetchStaleTimeMs,
  minStaleTimeMs = MIN_STALE_TIME_MS,
  retryAfterMs = SPEC.prefetchRetryAfterMs,
  retryJitterMs,
  retryTimer,
  maxEntries = MAX_ENTRIES,
  maxBytes = MAX_BYTES,
  sizeOf,
  vary: givenVary = () => '',
}: PrefetchCacheOptions<Value>): PrefetchCache<Value> {
  requireInteger('staleTimeMs', staleTimeMs, 0);
  requireInteger('minStaleTimeMs', minStaleTimeMs, 0);
  requireInteger('retryAfterMs', retryAfterMs, 0);
  requireInteger('maxEntries', maxEntries, 1);
  requireInteger('maxBytes', maxBytes, 1);
  // A Map iterates in order of insertion; an entry moves to the end when it is used.
  const entries = new Map<string, Entry<Value>>();
  let totalBytes = 0;
  let timer: TimerHandle;
  let unknownVaries = 0;

  /** One that throws equals no other, so that nobody reads what is for somebody else. */
  const vary = (): string => callSafely(givenVary) ?? `unknown ${(unknownVaries += 1)}`;

  const isFresh = (held: Held<Value>): boolean => now() - held.bornAt < held.staleTimeMs;

  /** A failure that is being retried is over, or will be one again. */
  const isRejected = ({ attempt, retryAt }: Entry<Value>): boolean => attempt === undefined && retryAt > 0;

  function fireRetries(): void {
    const due = [...entries].filter(([, entry]) => isRejected(entry) && entry.retryAt <= now());
    for (const [key, entry] of due) {
      entry.retryAt = 0;
      forgetEmpty(key, entry);
    }
    armRetryTimer();
    for (const [key] of due) callSafely(retryTimer?.onDue, key);
  }

  function armRetryTimer(): void {
    if (retryTimer === undefined) return;
    retryTimer.clock.clearTimeout(timer);
    let dueAt = Infinity;
    for (const entry of entries.values()) if (isRejected(entry)) dueAt = Math.min(dueAt, entry.retryAt);
    // Early, it finds nothing that is due, and waits on.
    if (dueAt < Infinity) {
      timer = retryTimer.clock.setTimeout(fireRetries, Math.min(dueAt - now(), MAX_TIMER_MS));
    }
  }

  /** Gives an entry its state: an attempt or none, a failure or none. */
  function change(key: string, entry: Entry<Value>, attempt: Set<string> | undefined, retryAt: number): void {
    const wasRejected = isRejected(entry);
    entry.attempt = attempt;
    entry.retryAt = retryAt;
    forgetEmpty(key, entry);
    if (wasRejected || isRejected(entry)) armRetryTimer();
  }

  function forgetEmpty(key: string, entry: Entry<Value>): void {
    if (entry.held || entry.attempt || entry.retryAt > 0 || entries.get(key) !== entry) return;
    entries.delete(key);
  }

  function dropHeld(entry: Entry<Value>): void {
    const { held } = entry;
    if (held === undefined) return;
    entry.held = undefined;
    totalBytes -= held.bytes;
    held.onRemoved?.();
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    if (isRejected(entry)) armRetryTimer();
    dropHeld(entry);
  }

  function touch(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest, { held }] of entries) {
      const tooMany = entries.size > maxEntries;
      if (!tooMany && totalBytes <= maxBytes) return;
      if (tooMany || (held?.bytes ?? 0) > 0) remove(oldest);
    }
  }

  const fits = (bytes: number): boolean => bytes >= 0 && bytes <= maxBytes;

  function hold(key: string, entry: Entry<Value>, held: Held<Value>): void {
    const old = entry.held;
    entry.held = held;
    totalBytes += held.bytes - (old?.bytes ?? 0);
    touch(key, entry);
    old?.onRemoved?.();
  }

  return {
    now,
    vary,
    read(key, { allowStale = false } = {}) {
      const entry = entries.get(key);
      if (entry?.vary !== vary()) return { state: 'absent' };
      const { held, attempt, retryAt } = entry;
      const fresh = held !== undefined && isFresh(held);
      if (held !== undefined && (fresh || allowStale)) {
        touch(key, entry);
        return { state: fresh ? 'valid' : 'stale', value: held.value, ageMs: now() - held.bornAt };
      }
      if (attempt !== undefined) return { state: 'pending' };
      if (now() < retryAt) return { state: 'rejected', retryAt };
      change(key, entry, undefined, 0);
      return { state: 'absent' };
    },
    begin(key) {
      const varied = vary();
      if (entries.get(key)?.vary !== varied) remove(key);
      const entry = entries.get(key) ?? { vary: varied, retryAt: 0 };
      const attempt = new Set<string>();
      change(key, entry, attempt, entry.retryAt);
      touch(key, entry);

      // An invalidation, an eviction or a newer attempt has replaced the entry.
      const isCurrent = (): boolean => entries.get(key) === entry && entry.attempt === attempt;
      const isOurs = (): boolean => isCurrent() && vary() === varied;

      function settle(retryAt = entry.retryAt): void {
        if (isCurrent()) change(key, entry, undefined, retryAt);
      }

      return {
        fulfil(value, facts = {}, onRemoved) {
          const {
            bytes = callSafely(sizeOf, value) ?? 0,
            staleTimeMs: serverStaleTimeMs = -1,
            ageMs = 0,
            tags = [],
          } = facts;
          if (!isOurs() || !fits(bytes) || tags.some((tag) => attempt.has(tag))) {
            settle();
            onRemoved?.();
            return;
          }
          settle(0);
          hold(key, entry, {
            value,
            bytes,
            tags,
            staleTimeMs: serverStaleTimeMs >= 0 ? Math.max(serverStaleTimeMs, minStaleTimeMs) : staleTimeMs,
            bornAt: now() - ageMs,
            onRemoved,
          });
        },
        reject: () => settle(isOurs() ? now() + retryAfterMs + (callSafely(retryJitterMs) ?? 0) : undefined),
        abandon: () => settle(),
      };
    },
    invalidate: remove,
    invalidateTag(tag) {
      for (const [key, entry] of entries) {
        entry.attempt?.add(tag);
        if (entry.held?.tags.includes(tag) !== true) continue;
        dropHeld(entry);
        forgetEmpty(key, entry);
      }
    },
    clear() {
      const all = [...entries.values()];
      entries.clear();
      armRetryTimer();
      for (const entry of all) dropHeld(entry);
    },
    size: () => entries.size,
    bytes: () => totalBytes,
  };
}
