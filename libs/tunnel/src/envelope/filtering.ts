import { createPieceList, type ItemKind, type RateLimits } from '@adit/envelope';
import { createItemGuard } from '../limits/item-guard.ts';

/** Decoding pauses once this many bytes are ready to be sent. */
const MAX_KEPT_BYTES = 65_536;

/**
 * Removes limited items from an envelope as it streams, and keeps the other bytes until they are taken. It is undecided
 * about a coded envelope at first: if that loses no item, it is sent as received.
 */
export class Filtering {
  readonly #guard;
  readonly #kept = createPieceList();
  #keptBytes = 0;
  #state: 'undecided' | 'on' | 'off';

  constructor(limits: RateLimits, nowMs: number, isDecided: boolean) {
    this.#guard = createItemGuard({ limits, nowMs });
    this.#state = isDecided ? 'on' : 'undecided';
  }

  /** Whether the envelope may become shorter. */
  get isOn(): boolean {
    return this.#state !== 'off';
  }

  /** Whether decoding has to wait until bytes are taken. */
  get isFull(): boolean {
    return this.#keptBytes >= MAX_KEPT_BYTES;
  }

  /** Decides for the next item whether it stays. */
  keep(item: ItemKind): boolean {
    return !this.isOn || this.#guard.keep(item);
  }

  /** The reason why the last item is dropped; `undefined` if it stays. */
  reason(): string | undefined {
    return this.isOn ? this.#guard.reason() : undefined;
  }

  hasDroppedAll(): boolean {
    return this.isOn && this.#guard.hasDroppedAll();
  }

  /** Keeps a copy: the bytes are only lent, and a short part would keep its whole chunk in memory. */
  add(bytes: Uint8Array): void {
    if (!this.isOn) return;
    this.#keptBytes += bytes.byteLength;
    this.#kept.push(new Uint8Array(bytes));
  }

  /**
   * Decides about a coded envelope. It is sent as received if no item was dropped by the time the buffer is full: then
   * ingest itself drops the limited items after that.
   * @param isLate whether the envelope ends here, or much of it was received
   * @returns `false` if it is not known yet
   */
  decide(isLate: boolean): boolean {
    if (this.#state !== 'undecided') return true;
    if (this.#guard.hasDropped()) this.#state = 'on';
    else if (isLate || this.isFull) this.#state = 'off';
    return this.#state !== 'undecided';
  }

  /** Takes the kept bytes; `undefined` if the envelope is sent as received. */
  take(): Uint8Array[] | undefined {
    this.#keptBytes = 0;
    const kept = this.#kept.take();
    return this.isOn ? kept : undefined;
  }
}
