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
  return new Seen();
}

const NONE: SeenItems['limited'] = new Map();

class Seen implements SeenItemsKeeper {
  readonly kept = createItemCount('discarded_events');
  #limited: Map<string, ItemCount> | undefined;

  get limited(): SeenItems['limited'] {
    return this.#limited ?? NONE;
  }

  add(item: ItemFacts, reason: string | undefined): void {
    (reason === undefined ? this.kept : this.#limitedBy(reason)).add(item);
  }

  #limitedBy(reason: string): ItemCount {
    this.#limited ??= new Map();
    let count = this.#limited.get(reason);
    if (count === undefined) {
      count = createItemCount('rate_limited_events');
      this.#limited.set(reason, count);
    }
    return count;
  }
}
