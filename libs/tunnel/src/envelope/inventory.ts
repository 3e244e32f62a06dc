import {
  createItemSizeLimits,
  MAX_NAMED_TYPES,
  readClientReport,
  type ClientDiscard,
  type EnvelopeFault,
  type EnvelopeItem,
  type EnvelopeScannerOptions,
  type ItemFacts,
  type ItemType,
} from '@adit/envelope';
import { createSeenItems, type SeenItems } from '../limits/seen-items.ts';
import type { DropReason } from '../limits/item-guard.ts';
import type { Filtering } from './filtering.ts';
import type { PolicyDrop } from './policy.ts';

/** An item of a complete envelope and its position: header line, payload and the newline after that, if any. */
interface FoundItem {
  readonly facts: ItemFacts;
  readonly item: EnvelopeItem;
  readonly end: number;
}

/** Options of an {@link Inventory}. */
interface InventoryOptions {
  /** The offset of the first item. */
  readonly offset: number;
  /**
   * All bytes of the envelope, if they came in one piece. Then its client reports are read, and its items are noted and counted
   * only if a limit drops some or the envelope is lost. Otherwise they are counted as they end.
   */
  readonly whole: Uint8Array | undefined;
  readonly filtering: Filtering | undefined;
}

const CLIENT_REPORT = 'client_report' satisfies ItemType;

const NO_PARTS: readonly PolicyDrop[] = [];

const NO_DISCARDS: readonly ClientDiscard[] = [];

/** Checks the sizes of an envelope's items, and notes and counts them: the visitor of their scan. */
export class Inventory implements EnvelopeScannerOptions {
  readonly #options: InventoryOptions;
  readonly #sizeLimits = createItemSizeLimits();
  readonly #seen = createSeenItems();
  readonly #types: string[] = [];
  readonly #noted: FoundItem[] = [];
  /** How many of them are counted. */
  #counted = 0;
  #clientDiscards = NO_DISCARDS;
  /** The item whose payload is being read. */
  #open: EnvelopeItem | undefined;

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  get offset(): number {
    return this.#options.offset;
  }

  /** The items that limits and rules have dropped, by reason. */
  get dropped(): SeenItems['dropped'] {
    return this.#seen.dropped;
  }

  /** The item whose payload is being read. */
  get open(): EnvelopeItem | undefined {
    return this.#open;
  }

  /** The first types of its items, each once, as the client wrote them. */
  get types(): readonly string[] {
    return this.#types;
  }

  /** The items of a whole envelope. */
  get noted(): readonly FoundItem[] {
    return this.#noted;
  }

  /** The entries of the SDK's own client reports, as far as they were read. */
  get clientDiscards(): readonly ClientDiscard[] {
    return this.#clientDiscards;
  }

  onItem(item: EnvelopeItem, held: Uint8Array | undefined): EnvelopeFault | undefined {
    this.#open = item;
    return this.#sizeLimits.onItem(item, held);
  }

  onItemGrow(item: EnvelopeItem, payloadBytes: number): EnvelopeFault | undefined {
    return this.#sizeLimits.onItemGrow(item, payloadBytes);
  }

  onItemEnd(item: EnvelopeItem, bytes: number, end: number): EnvelopeFault | undefined {
    this.#open = undefined;
    const { whole, filtering } = this.#options;
    // Copied one by one: a spread costs more than all other checks of the item.
    const { type, attachmentType, platform, itemCount } = item;
    const types = this.#types;
    if (!types.includes(type) && types.length < MAX_NAMED_TYPES) types.push(type);
    if (type === CLIENT_REPORT && whole !== undefined) {
      const report = whole.subarray(item.payloadStart, item.payloadStart + bytes);
      this.#clientDiscards = [...this.#clientDiscards, ...readClientReport(report)];
    }
    const facts: ItemFacts = { type, attachmentType, platform, itemCount, bytes };
    if (whole !== undefined) this.#noted.push({ facts, item, end });
    else this.#add(facts, filtering?.reason(), filtering?.parts());
    return this.#sizeLimits.onItemEnd(item, bytes, end);
  }

  /**
   * Counts the next noted item.
   * @param reason why it is dropped; `undefined` if it stays
   * @param parts the items of a container that are dropped for other reasons
   */
  count(facts: ItemFacts, reason?: DropReason, parts?: readonly PolicyDrop[]): void {
    this.#counted += 1;
    this.#add(facts, reason, parts);
  }

  /**
   * The items of a lost envelope that is not read further. An item whose payload is incomplete counts by its header.
   */
  lost(): SeenItems['kept'] {
    for (const { facts } of this.#noted.slice(this.#counted)) this.count(facts);
    const open = this.#open;
    if (open !== undefined)
      this.#seen.add({ ...open, bytes: open.length ?? 0 }, this.#options.filtering?.reason());
    return this.#seen.kept;
  }

  #add(facts: ItemFacts, reason: DropReason | undefined, parts: readonly PolicyDrop[] = NO_PARTS): void {
    let rest = facts.itemCount ?? 1;
    for (const { reason: rule, count = 1 } of parts) {
      rest -= count;
      this.#seen.add({ ...facts, itemCount: count }, { kind: 'filtered_events', reason: rule });
    }
    this.#seen.add(parts.length === 0 ? facts : { ...facts, itemCount: rest }, reason);
  }
}
