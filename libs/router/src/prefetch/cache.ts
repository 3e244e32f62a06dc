import { callSafely } from '../call-safely.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireInteger } from '../options.ts';
import type { TimerHandle } from '../platform.ts';
import { SPEC } from '../presets.ts';
import type { PrefetchCache, PrefetchCacheOptions } from './cache-types.ts';

export type * from './cache-types.ts';

/** Routes a visitor may come across in one sitting; beyond them the least recently used go. */
const MAX_ENTRIES = 500;

/** As Next's cache holds (client/components/segment-cache/lru.js). */
const MAX_BYTES = 50 * 1024 * 1024;

/** As Next's (segment-cache/cache.js, `getStaleTimeMs`): a shorter time would be over before the click. */
const MIN_STALE_TIME_MS = 30_000;

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
  /** The fill in flight: the tags invalidated since it began. Its identity is the generation. */
  filling?: Set<string> | undefined;
  /** When a failure ends; 0 without one. */
  retryAt: number;
}

/**
 * A bounded cache of prefetched values. Nothing happens on a timer without `retryTimer`: a stale value and a
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

  /** If the function throws, the vary equals no other, so that no visitor reads another's answer. */
  const vary = (): string => callSafely(givenVary) ?? `unknown ${(unknownVaries += 1)}`;

  const isFresh = (held: Held<Value>): boolean => now() - held.bornAt < held.staleTimeMs;

  /** A failure that is being retried is over, or will be one again. */
  const isRejected = ({ filling, retryAt }: Entry<Value>): boolean => filling === undefined && retryAt > 0;

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

  /** Gives an entry its state: a fill in flight or none, a failure or none. */
  function change(key: string, entry: Entry<Value>, filling: Set<string> | undefined, retryAt: number): void {
    const wasRejected = isRejected(entry);
    entry.filling = filling;
    entry.retryAt = retryAt;
    forgetEmpty(key, entry);
    if (wasRejected || isRejected(entry)) armRetryTimer();
  }

  function forgetEmpty(key: string, entry: Entry<Value>): void {
    if (entry.held || entry.filling || entry.retryAt > 0 || entries.get(key) !== entry) return;
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
      const { held, filling, retryAt } = entry;
      const fresh = held !== undefined && isFresh(held);
      if (held !== undefined && (fresh || allowStale)) {
        touch(key, entry);
        return { state: fresh ? 'valid' : 'stale', value: held.value, ageMs: now() - held.bornAt };
      }
      if (filling !== undefined) return { state: 'pending' };
      if (now() < retryAt) return { state: 'rejected', retryAt };
      change(key, entry, undefined, 0);
      return { state: 'absent' };
    },
    begin(key) {
      const varied = vary();
      if (entries.get(key)?.vary !== varied) remove(key);
      const entry = entries.get(key) ?? { vary: varied, retryAt: 0 };
      const filling = new Set<string>();
      change(key, entry, filling, entry.retryAt);
      touch(key, entry);

      // An invalidation, an eviction or a newer fill has replaced the entry.
      const isCurrent = (): boolean => entries.get(key) === entry && entry.filling === filling;
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
          if (!isOurs() || !fits(bytes) || tags.some((tag) => filling.has(tag))) {
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
        entry.filling?.add(tag);
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
