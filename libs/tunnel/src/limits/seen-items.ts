import { createItemCount, type ItemCount, type ItemFacts } from '@adit/envelope';
import type { DropReason } from './item-guard.ts';

/** Counts of the items of one envelope that were read to their end. Its size does not grow with their number. */
export interface SeenItems {
  /** The items that go to ingest. */
  readonly kept: Pick<ItemCount, 'quantities'>;
  /** The items that limits and rules dropped, by reason; an envelope has at most as many reasons as items. */
  readonly dropped: readonly DroppedItems[];
}

/** Items that were dropped for one reason. */
export interface DroppedItems extends DropReason {
  readonly items: Pick<ItemCount, 'quantities'>;
}

/** A writable {@link SeenItems}. */
export interface SeenItemsKeeper extends SeenItems {
  /** @param reason why the item is dropped; `undefined` if it stays */
  readonly add: (item: ItemFacts, reason: DropReason | undefined) => void;
}

/** Creates an empty {@link SeenItemsKeeper}. */
export function createSeenItems(): SeenItemsKeeper {
  return new Seen();
}

const NONE: SeenItems['dropped'] = [];

class Seen implements SeenItemsKeeper {
  #kept: ItemCount | undefined;
  #dropped: Map<string, DropReason & { readonly items: ItemCount }> | undefined;

  get kept(): ItemCount {
    return (this.#kept ??= createItemCount('discarded_events'));
  }

  get dropped(): SeenItems['dropped'] {
    return this.#dropped === undefined ? NONE : [...this.#dropped.values()];
  }

  add(item: ItemFacts, reason: DropReason | undefined): void {
    (reason === undefined ? this.kept : this.#droppedBy(reason)).add(item);
  }

  #droppedBy({ kind, reason }: DropReason): ItemCount {
    this.#dropped ??= new Map();
    const key = `${kind} ${reason}`;
    let found = this.#dropped.get(key);
    if (found === undefined) {
      found = { kind, reason, items: createItemCount(kind) };
      this.#dropped.set(key, found);
    }
    return found.items;
  }
}
