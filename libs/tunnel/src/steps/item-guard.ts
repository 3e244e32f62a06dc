import { createsEvent, requiresEvent, type ItemFacts } from '../protocol/data-category.ts';
import type { EnvelopeItem } from '../protocol/envelope.ts';
import { findLimitedItems, type RateLimits } from '../protocol/rate-limits.ts';

/** An item a limit has dropped, and why in ingest's words. */
export interface LimitedItem {
  readonly facts: ItemFacts & Pick<EnvelopeItem, 'start'>;
  readonly reason: string;
}

/** Decides for one item after another whether a limit drops it. */
export interface ItemGuard {
  readonly keep: (item: EnvelopeItem) => boolean;
  /** What was dropped, as far as the announced lengths tell. */
  readonly dropped: readonly LimitedItem[];
  /** Whether there was something to drop and nothing to keep. */
  readonly hasDroppedAll: () => boolean;
}

/**
 * Creates an {@link ItemGuard} for an envelope that streams: an item is decided on at its header. An event that is
 * dropped takes along what comes after it and requires it; SDKs write the event first.
 */
export function createItemGuard(limits: RateLimits, nowMs: number): ItemGuard {
  const dropped: LimitedItem[] = [];
  let kept = 0;
  let eventReason: string | undefined;
  return {
    keep: (item) => {
      const facts = { ...item, bytes: item.length ?? 0 };
      const lostWithEvent = requiresEvent(item.type) ? eventReason : undefined;
      const reason = lostWithEvent ?? findLimitedItems(limits, [facts], nowMs)?.[0];
      if (reason === undefined) {
        kept += 1;
        return true;
      }
      if (createsEvent(facts)) eventReason = reason;
      dropped.push({ facts, reason });
      return false;
    },
    dropped,
    hasDroppedAll: () => dropped.length > 0 && kept === 0,
  };
}
