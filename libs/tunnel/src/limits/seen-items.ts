import type { ItemFacts } from '../protocol/item-rules.ts';
import { createItemCount, type ItemCount } from '../protocol/item-count.ts';

/** The items of one envelope that were seen to their end, as counts: it does not grow with their number. */
export interface SeenItems {
  /** What goes to ingest. */
  readonly kept: Pick<ItemCount, 'quantities'>;
  /** What limits have dropped, by the limit's reason; there are no more reasons than limits. */
  readonly limited: ReadonlyMap<string, Pick<ItemCount, 'quantities'>>;
}

/** A {@link SeenItems} to write to. */
export interface SeenItemsKeeper extends SeenItems {
  /** @param reason why a limit drops the item; `undefined` if it stays */
  readonly add: (item: ItemFacts, reason: string | undefined) => void;
}

/** Creates a {@link SeenItemsKeeper}, empty. */
export function createSeenItems(): SeenItemsKeeper {
  const kept = createItemCount('discarded_events');
  const limited = new Map<string, ItemCount>();

  const limitedBy = (reason: string): ItemCount => {
    let count = limited.get(reason);
    if (count === undefined) {
      count = createItemCount('rate_limited_events');
      limited.set(reason, count);
    }
    return count;
  };

  return {
    kept,
    limited,
    add: (item, reason) => {
      (reason === undefined ? kept : limitedBy(reason)).add(item);
    },
  };
}
