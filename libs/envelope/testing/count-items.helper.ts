import type { ItemFacts } from '../src/protocol/item-rules.ts';
import type { DiscardKind } from '../src/protocol/data-category.ts';
import { createItemCount, type CategoryQuantity } from '../src/protocol/item-count.ts';

/** The quantities reported if these items are lost. */
export function countItems(items: readonly ItemFacts[], kind: DiscardKind): readonly CategoryQuantity[] {
  const count = createItemCount(kind);
  for (const item of items) count.add(item);
  return count.quantities();
}
