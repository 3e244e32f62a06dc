import { itemRule, type CountedUnit, type ItemFacts, type ItemRule } from './item-rules.ts';
import type { DataCategory, DiscardKind } from './data-category.ts';

/** A number of things in one category: items, or bytes where the category counts those. */
export interface CategoryQuantity {
  readonly category: DataCategory;
  readonly quantity: number;
}

/** Adds up what the loss of items of one envelope is reported as. It holds a number for each category, and no item. */
export interface ItemCount {
  readonly add: (item: ItemFacts) => void;
  /** One entry for each category; none for items that are never reported. */
  readonly quantities: () => readonly CategoryQuantity[];
}

/**
 * Creates an {@link ItemCount}, empty.
 * @param kind the list it is reported in; `rate_limited_events` counts as a relay does, indexed categories included
 */
export function createItemCount(kind: DiscardKind): ItemCount {
  const sums = new Map<DataCategory, number>();
  let hasEvent = false;
  let hasCrashFile = false;

  const addAll = (item: ItemFacts, rule: ItemRule, counts: ItemRule['counts'] = []): void => {
    for (const [category, unit] of counts) {
      const quantity = quantityOf(item, rule, unit);
      if (quantity > 0) sums.set(category, (sums.get(category) ?? 0) + quantity);
    }
  };

  return {
    add: (item) => {
      const rule = itemRule(item);
      if (rule.isCrashFile === true) hasCrashFile = true;
      else if (rule.createsEvent === true) hasEvent = true;
      addAll(item, rule, rule.counts);
      if (kind === 'rate_limited_events') addAll(item, rule, rule.relayCounts);
    },
    quantities: () => {
      const quantities = [...sums].map(([category, quantity]) => ({ category, quantity }));
      // An envelope has one event at most, however many crash files it is made from (`EnvelopeSummary` in rate_limits.rs).
      return hasCrashFile && !hasEvent ? [{ category: 'error', quantity: 1 }, ...quantities] : quantities;
    },
  };
}

function quantityOf(
  { bytes, itemCount, spanCount = 0 }: ItemFacts,
  { isContainer }: ItemRule,
  unit: CountedUnit,
): number {
  // Nothing is free: item.rs counts an empty payload as one byte.
  if (unit === 'bytes') return Math.max(1, bytes);
  // Relay extracts one span from the transaction itself.
  if (unit === 'spans') return 1 + plausibleCount(spanCount, bytes);
  return isContainer === true && itemCount !== undefined ? plausibleCount(itemCount, bytes) : 1;
}

/** What a client claims to be inside, but never more than there are bytes: a report must not multiply a lie. */
function plausibleCount(claimed: number, bytes: number): number {
  return Math.max(0, Math.min(Math.floor(claimed) || 0, bytes));
}
