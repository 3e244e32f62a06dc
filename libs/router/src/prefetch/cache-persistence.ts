import { callSafely } from '../call-safely.ts';
import { requireInteger } from '../options.ts';
import type { StorageLike } from '../platform.ts';
import type { CacheEntry, PrefetchCache } from './cache.ts';

/** A tenth of what a tab may store in Chromium, so that others find room. */
const MAX_CHARACTERS = 500_000;

/** Carries valid answers across a reload. */
export interface CachePersistence {
  /** Stores what is valid, the most recently used first, as far as it fits. For `pagehide`. */
  save(): void;
  /** Puts what was stored into the cache and takes it out of storage. For the start of a page. Answers how many entries came back. */
  restore(): number;
}

/** Options of {@link createCachePersistence}. */
export interface CachePersistenceOptions<Value> {
  /** Whose entries. What it varies by must match when they are restored. */
  readonly cache: PrefetchCache<Value>;
  /** Tab-lifetime storage; reading it may throw. */
  readonly storage: () => StorageLike | null | undefined;
  /** Where in it. Each cache of a page needs a key of its own: what is stored under it is replaced and taken out. Default `adit-prefetches`. */
  readonly key?: string | undefined;
  /** The build of this document; answers of another one are dropped. */
  readonly buildId: string;
  /** Milliseconds since the epoch (`Date.now`): the cache's own clock starts anew with each document. */
  readonly wallClock: () => number;
  /** What `JSON.stringify` keeps of a value; `undefined` or a throw leaves it out. Default the value itself. */
  readonly encode?: ((value: Value) => unknown) | undefined;
  /** Reads what `encode` wrote; `undefined` or a throw when it is not that: anyone on the page can write to storage. */
  readonly decode: (data: unknown) => Value | undefined;
  /** Characters stored at most. Default 500 000. */
  readonly maxCharacters?: number | undefined;
}

type Row = readonly [
  key: string,
  data: unknown,
  ageMs: number,
  staleTimeMs: number,
  bytes: number,
  tags: readonly string[],
];

interface Saved {
  readonly buildId: string;
  readonly vary: string;
  readonly savedAt: number;
  readonly rows: readonly Row[];
}

/**
 * Keeps prefetched answers over a reload, never over a deployment, a sign-in or a sign-out (as far as `vary` names who is
 * signed in; `cache.clear()` and `save()` forget the rest). Entries age while the page is away. Storage that is blocked,
 * full or altered costs the entries and nothing else.
 *
 * @throws RangeError when `maxCharacters` is not an integer of at least 1
 */
export function createCachePersistence<Value>({
  cache,
  storage,
  key: storageKey = 'adit-prefetches',
  buildId,
  wallClock,
  encode = (value) => value,
  decode,
  maxCharacters = MAX_CHARACTERS,
}: CachePersistenceOptions<Value>): CachePersistence {
  requireInteger('maxCharacters', maxCharacters, 1);

  function toText({ key, value, ageMs, staleTimeMs, bytes, tags }: CacheEntry<Value>): string {
    const data = callSafely(encode, value);
    if (data === undefined) return '';
    const row: Row = [key, data, ageMs, staleTimeMs, bytes, tags];
    return JSON.stringify(row);
  }

  /** The saved text, or `undefined` when there is nothing to save. */
  function snapshot(): string | undefined {
    const head = JSON.stringify({ buildId, vary: cache.vary(), savedAt: wallClock() }).slice(0, -1);
    const rows: string[] = [];
    let characters = head.length + ',"rows":[]}'.length;
    for (const entry of [...cache.entries()].reverse()) {
      const row = toText(entry);
      if (row === '' || characters + row.length + 1 > maxCharacters) continue;
      characters += row.length + 1;
      // Restored in this order, the most recently used is the last again.
      rows.unshift(row);
    }
    return rows.length === 0 ? undefined : `${head},"rows":[${rows.join(',')}]}`;
  }

  function take(): Saved | undefined {
    const store = storage();
    const text = store?.getItem(storageKey);
    store?.removeItem(storageKey);
    return text == null ? undefined : (JSON.parse(text) as Saved);
  }

  function put([key, data, ageMs, staleTimeMs, bytes, tags]: Row, awayMs: number): boolean {
    const value = callSafely(decode, data);
    if (value === undefined || ![ageMs, staleTimeMs, bytes].every(Number.isFinite) || !Array.isArray(tags)) {
      return false;
    }
    return cache.restore({ key, value, ageMs: ageMs + awayMs, staleTimeMs, bytes, tags });
  }

  return {
    save() {
      try {
        const store = storage();
        // First, so that an older state does not stay where this one has no room.
        store?.removeItem(storageKey);
        const text = snapshot();
        if (text !== undefined) store?.setItem(storageKey, text);
      } catch {
        // Blocked, full, or a value that is no JSON; the next page prefetches for itself.
      }
    },
    restore() {
      let restored = 0;
      try {
        const saved = take();
        if (saved?.buildId !== buildId || saved.vary !== cache.vary()) return 0;
        const awayMs = wallClock() - saved.savedAt;
        // A wall clock that was set back tells no ages.
        if (!(awayMs >= 0)) return 0;
        for (const row of saved.rows) if (put(row, awayMs)) restored += 1;
      } catch {
        // Blocked, or not what `save` wrote.
      }
      return restored;
    },
  };
}
