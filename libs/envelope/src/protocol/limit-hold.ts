import { itemRule, type ItemKind } from './item-rules.ts';
import { longestLimit, type RateLimit, type RateLimits } from './rate-limits.ts';

/**
 * Tracks which items of an envelope rate limits hold, as they are added. Items that cannot be limited are not counted.
 */
export interface LimitHold {
  readonly add: (item: ItemKind) => void;
  /** Whether an item is free. */
  readonly isFree: () => boolean;
  /** The limit that ends first among those that hold items; `undefined` for none. */
  readonly soonest: () => RateLimit | undefined;
}

/** Creates a {@link LimitHold}. Items that need the envelope's event wait with it; SDKs write the event first. */
export function createLimitHold(limits: RateLimits, nowMs: number): LimitHold {
  let event: RateLimit | undefined;
  let soonest: RateLimit | undefined;
  let isFree = false;
  return {
    add: (item) => {
      const { categories, createsEvent, requiresEvent } = itemRule(item);
      if (categories.length === 0) return;
      const own = longestLimit(limits, categories, nowMs);
      if (createsEvent === true) event = own;
      const limit = requiresEvent === true ? later(own, event) : own;
      if (limit === undefined) isFree = true;
      else if (soonest === undefined || limit.untilMs < soonest.untilMs) soonest = limit;
    },
    isFree: () => isFree,
    soonest: () => soonest,
  };
}

function later(one: RateLimit | undefined, other: RateLimit | undefined): RateLimit | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.untilMs >= other.untilMs ? one : other;
}
