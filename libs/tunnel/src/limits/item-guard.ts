import { createsEvent, reasonToDrop, requiresEvent, type ItemKind, type RateLimits } from '@adit/envelope';

/** Decides for each item in turn whether a limit drops it. */
export interface ItemGuard {
  readonly keep: (item: ItemKind) => boolean;
  /** The reason why the last item is dropped, as ingest worded it; `undefined` if it stays. */
  readonly reason: () => string | undefined;
  readonly hasDropped: () => boolean;
  /** Whether at least one item was dropped and none was kept. */
  readonly hasDroppedAll: () => boolean;
}

/** The basis for the decisions of an {@link ItemGuard}. */
export interface ItemGuardOptions {
  readonly limits: RateLimits;
  readonly nowMs: number;
  /**
   * The envelope's event, if the whole envelope is known. Default: the event is found as the items arrive, and only
   * items after it are dropped with it; SDKs write it first.
   */
  readonly event?: ItemKind | undefined;
}

/**
 * Creates an {@link ItemGuard}. If the envelope's event is dropped, items that require it are dropped for the same
 * reason (`retain_item` in Relay's `utils/rate_limits.rs`).
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
