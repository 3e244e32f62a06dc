import { itemRule, type CountedUnit, type ItemFacts, type ItemRule } from './item-rules.ts';
import type { DataCategory, DiscardKind } from './data-category.ts';

/** A quantity in one category: items, or bytes if the category counts bytes. */
export interface CategoryQuantity {
  readonly category: DataCategory;
  readonly quantity: number;
}

/** Counts items of one envelope as a report does. It keeps a number for each category and no items. */
export interface ItemCount {
  readonly add: (item: ItemFacts) => void;
  /** One entry for each category. Items that are never reported have none. */
  readonly quantities: () => readonly CategoryQuantity[];
}

/**
 * Creates an {@link ItemCount}, empty.
 * @param kind the list it is reported in. `rate_limited_events` also counts indexed categories, as Relay does
 */
export function createItemCount(kind: DiscardKind): ItemCount {
  return new Counter(kind);
}

class Counter implements ItemCount {
  readonly #kind: DiscardKind;
  readonly #sums = new Map<DataCategory, number>();
  #hasEvent = false;
  #hasCrashFile = false;

  constructor(kind: DiscardKind) {
    this.#kind = kind;
  }

  add(item: ItemFacts): void {
    const rule = itemRule(item);
    if (rule.isCrashFile === true) this.#hasCrashFile = true;
    else if (rule.createsEvent === true) this.#hasEvent = true;
    this.#addAll(item, rule, rule.counts);
    if (this.#kind === 'rate_limited_events') this.#addAll(item, rule, rule.relayCounts);
  }

  quantities(): readonly CategoryQuantity[] {
    const quantities = [...this.#sums].map(([category, quantity]) => ({ category, quantity }));
    // An envelope has at most one event, even if ingest makes it from several crash files (`EnvelopeSummary` in rate_limits.rs).
    return this.#hasCrashFile && !this.#hasEvent
      ? [{ category: 'error', quantity: 1 }, ...quantities]
      : quantities;
  }

  #addAll(item: ItemFacts, rule: ItemRule, counts: ItemRule['counts'] = []): void {
    for (const [category, unit] of counts) {
      const quantity = quantityOf(item, rule, unit);
      if (quantity > 0) this.#sums.set(category, (this.#sums.get(category) ?? 0) + quantity);
    }
  }
}

function quantityOf(
  { bytes, itemCount, spanCount = 0 }: ItemFacts,
  { isContainer }: ItemRule,
  unit: CountedUnit,
): number {
  // item.rs counts an empty payload as one byte.
  if (unit === 'bytes') return Math.max(1, bytes);
  // Relay extracts one span from the transaction itself.
  if (unit === 'spans') return 1 + plausibleCount(spanCount, bytes);
  return isContainer === true && itemCount !== undefined ? plausibleCount(itemCount, bytes) : 1;
}

/**
 * The number of items that a client claims, but at most one for each byte, so that a false claim cannot inflate a
 * report.
 */
function plausibleCount(claimed: number, bytes: number): number {
  return Math.max(0, Math.min(Math.floor(claimed) || 0, bytes));
}
