import type { PrefetchWorthEvent } from '../events.ts';

/** Records whether each prefetched page was used. */
export interface PrefetchLedger {
  /** A request for the page was answered. */
  done(url: string, bytes: number): void;
  /** A navigation leads to the page; `pending` if some of its prefetches are not answered yet. */
  visited(url: string, pending: boolean): void;
  /** The document is being left: unused pages are wasted. */
  closed(): void;
}

/** Options of {@link createPrefetchLedger}. */
export interface PrefetchLedgerOptions {
  readonly now: () => number;
  readonly onEvent: (event: PrefetchWorthEvent) => void;
  /** After this time the framework fetches again, and its earlier data is wasted. */
  readonly staleTimeMs: number;
  /** The maximum number of pages; the oldest is dropped first, as wasted. Default 500. */
  readonly maxPages?: number | undefined;
}

interface Account {
  bytes: number;
  answeredAt: number;
}

/** Reports once for each page whether its prefetches were used, late or wasted. */
export function createPrefetchLedger({
  now,
  onEvent,
  staleTimeMs,
  maxPages = 500,
}: PrefetchLedgerOptions): PrefetchLedger {
  const accounts = new Map<string, Account>();
  /** The page of the newest navigation. A prefetch still under way for it is too late to be a guess. */
  let visiting: string | undefined;

  const waste = (url: string, { bytes }: Account): void => onEvent({ type: 'prefetch-wasted', url, bytes });

  return {
    done(url, bytes) {
      if (url === visiting) return;
      const account = accounts.get(url);
      accounts.delete(url);
      accounts.set(url, { bytes: (account?.bytes ?? 0) + bytes, answeredAt: now() });
      for (const [oldest, its] of accounts) {
        if (accounts.size <= maxPages) break;
        accounts.delete(oldest);
        waste(oldest, its);
      }
    },
    visited(url, pending) {
      if (url === visiting) return;
      visiting = url;
      const account = accounts.get(url);
      accounts.delete(url);
      if (pending) onEvent({ type: 'prefetch-late', url });
      else if (account !== undefined) {
        const ageMs = now() - account.answeredAt;
        if (ageMs < staleTimeMs) onEvent({ type: 'prefetch-used', url, ageMs, bytes: account.bytes });
        else waste(url, account);
      }
    },
    closed() {
      for (const [url, account] of accounts) waste(url, account);
      accounts.clear();
    },
  };
}
