import { createItemCount, type ItemCount, type ItemFacts } from '@adit/envelope';

/** Counts of the items of one envelope that were read to their end. Its size does not grow with their number. */
export interface SeenItems {
  /** The items that go to ingest. */
  readonly kept: Pick<ItemCount, 'quantities'>;
  /** The items that limits dropped, by the reason of the limit; there are no more reasons than limits. */
  readonly limited: ReadonlyMap<string, Pick<ItemCount, 'quantities'>>;
}

/** A writable {@link SeenItems}. */
export interface SeenItemsKeeper extends SeenItems {
  /** @param reason why a limit drops the item; `undefined` if it stays */
  readonly add: (item: ItemFacts, reason: string | undefined) => void;
}

/** Creates an empty {@link SeenItemsKeeper}. */
export function createSeenItems(): SeenItemsKeeper {
  return new Seen();
}

const NONE: SeenItems['limited'] = new Map();

class Seen implements SeenItemsKeeper {
  #kept: ItemCount | undefined;
  #limited: Map<string, ItemCount> | undefined;

  get kept(): ItemCount {
    return (this.#kept ??= createItemCount('discarded_events'));
  }

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
