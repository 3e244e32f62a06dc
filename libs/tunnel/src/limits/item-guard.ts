import {
  createsEvent,
  reasonToDrop,
  requiresEvent,
  type DiscardKind,
  type ItemKind,
  type RateLimits,
} from '@adit/envelope';

/** Why an item is dropped. */
export interface DropReason {
  /** The list of the client report that counts it: limits and rules have one each. */
  readonly kind: Exclude<DiscardKind, 'discarded_events'>;
  /** As ingest worded it, or the id of a rule. */
  readonly reason: string;
}

/** Decides for each item in turn whether a limit drops it, and counts those that a rule drops. */
export interface ItemGuard {
  readonly keep: (item: ItemKind) => boolean;
  /** Drops the last item, which was kept, because a rule says so. */
  readonly drop: (item: ItemKind, reason: DropReason) => void;
  /** The reason why the last item is dropped; `undefined` if it stays. */
  readonly reason: () => DropReason | undefined;
  readonly hasDropped: () => boolean;
  /** Whether at least one item was dropped and none was kept: by a limit, or by rules alone. */
  readonly droppedAllBy: () => DropReason['kind'] | undefined;
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
  /** Why a rule drops that event. */
  readonly eventReason?: DropReason | undefined;
}

/**
 * Creates an {@link ItemGuard}. If the envelope's event is dropped, items that require it are dropped for the same
 * reason (`retain_item` in Relay's `utils/rate_limits.rs`).
 */
export function createItemGuard({ limits, nowMs, event, ...given }: ItemGuardOptions): ItemGuard {
  const limitOn = (item: ItemKind): DropReason | undefined => {
    const reason = reasonToDrop(limits, item, nowMs);
    return reason === undefined ? undefined : { kind: 'rate_limited_events', reason };
  };
  let eventReason = (event && limitOn(event)) ?? given.eventReason;
  let reason: DropReason | undefined;
  let kept = 0;
  let limited = 0;
  let filtered = 0;

  const drop = (item: ItemKind, why: DropReason): void => {
    reason = why;
    if (why.kind === 'filtered_events') filtered += 1;
    else limited += 1;
    if (event === undefined && createsEvent(item)) eventReason = why;
  };
  return {
    keep: (item) => {
      reason = (requiresEvent(item.type) ? eventReason : undefined) ?? limitOn(item);
      if (reason === undefined) {
        kept += 1;
        return true;
      }
      drop(item, reason);
      return false;
    },
    drop: (item, why) => {
      kept -= 1;
      drop(item, why);
    },
    reason: () => reason,
    hasDropped: () => limited + filtered > 0,
    droppedAllBy: () => {
      if (kept > 0 || limited + filtered === 0) return undefined;
      return limited > 0 ? 'rate_limited_events' : 'filtered_events';
    },
  };
}
