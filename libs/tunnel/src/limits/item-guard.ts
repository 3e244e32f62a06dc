import { createsEvent, requiresEvent, type ItemKind } from '../protocol/item-rules.ts';
import { reasonToDrop, type RateLimits } from '../protocol/rate-limits.ts';

/** Decides for one item after another whether a limit drops it. */
export interface ItemGuard {
  readonly keep: (item: ItemKind) => boolean;
  /** Why the item decided on last is dropped, in ingest's words; `undefined` if it stays. */
  readonly reason: () => string | undefined;
  readonly hasDropped: () => boolean;
  /** Whether there was something to drop and nothing to keep. */
  readonly hasDroppedAll: () => boolean;
}

/** What an {@link ItemGuard} decides by. */
export interface ItemGuardOptions {
  readonly limits: RateLimits;
  readonly nowMs: number;
  /**
   * The envelope's event, if all of the envelope is known. Default: the event is found as the items come, and takes
   * along only what comes after it; SDKs write it first.
   */
  readonly event?: ItemKind | undefined;
}

/**
 * Creates an {@link ItemGuard}. If the envelope's event is dropped, what requires it is dropped for the same reason
 * (`retain_item` in Relay's `utils/rate_limits.rs`).
 */
export function createItemGuard({ limits, nowMs, event }: ItemGuardOptions): ItemGuard {
  let eventReason = event && reasonToDrop(limits, event, nowMs);
  let reason: string | undefined;
  let kept = 0;
  let dropped = 0;
  return {
    keep: (item) => {
      reason = (requiresEvent(item.type) ? eventReason : undefined) ?? reasonToDrop(limits, item, nowMs);
      if (reason === undefined) {
        kept += 1;
        return true;
      }
      dropped += 1;
      if (event === undefined && createsEvent(item)) eventReason = reason;
      return false;
    },
    reason: () => reason,
    hasDropped: () => dropped > 0,
    hasDroppedAll: () => dropped > 0 && kept === 0,
  };
}
