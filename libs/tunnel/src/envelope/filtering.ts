import {
  concatBytes,
  createPieceList,
  type EnvelopeItem,
  type ItemKind,
  type PieceList,
  type RateLimits,
} from '@adit/envelope';
import { createItemGuard, type DropReason } from '../limits/item-guard.ts';
import { filteredBy, judgeItem, MAX_JUDGED_BYTES, TOO_LARGE, type JudgedItem } from './judge-item.ts';
import type { EnvelopeJudge, PolicyDrop } from './policy.ts';

/** Decoding pauses once this many bytes are ready to be sent. */
const MAX_KEPT_BYTES = 65_536;

/** The same while it is not known yet whether a policy changes the envelope: the largest event, and its attachments. */
const MAX_UNDECIDED_BYTES = 1_310_720;

/** A piece of a body of this size is kept as it is; a smaller one would keep its whole chunk in memory. */
const MIN_SHARED_BYTES = 16_384;

const NO_PARTS: readonly PolicyDrop[] = [];

/** `over`: nothing follows that a policy reads or a limit drops. `late`: much of it was received. */
export type FilterProgress = 'early' | 'late' | 'over';

/** Options of {@link Filtering}. */
export interface FilteringOptions {
  readonly limits: RateLimits;
  readonly nowMs: number;
  /** Whether the envelope is certainly sent in another form than received. */
  readonly isDecided: boolean;
  /** The types that a policy reads, and its judge; `undefined` without a policy. */
  readonly policy:
    { readonly types: ReadonlySet<string>; readonly judge: EnvelopeJudge['judge'] } | undefined;
  /** Whether the bytes are those of the body, and stay as they are. Decoded bytes are only lent. */
  readonly isOwned: boolean;
}

/**
 * Removes limited items from an envelope as it streams, has a policy judge the others, and keeps the bytes until they are
 * taken. It is undecided at first: if the envelope does not change, it is sent as received.
 */
export class Filtering {
  readonly #options: FilteringOptions;
  readonly #guard;
  readonly #kept = createPieceList();
  #keptBytes = 0;
  /** The item that is being read to be judged. */
  #held: PieceList | undefined;
  #heldBytes = 0;
  #parts = NO_PARTS;
  #isChanged = false;
  #state: 'undecided' | 'on' | 'off';

  constructor(options: FilteringOptions) {
    this.#options = options;
    this.#guard = createItemGuard(options);
    this.#state = options.isDecided ? 'on' : 'undecided';
  }

  /** Whether the envelope may become shorter. */
  get isOn(): boolean {
    return this.#state !== 'off';
  }

  /** Whether decoding has to wait until bytes are taken. */
  get isFull(): boolean {
    const isWaiting = this.#options.policy !== undefined && this.#state === 'undecided';
    return this.#keptBytes >= (isWaiting ? MAX_UNDECIDED_BYTES : MAX_KEPT_BYTES);
  }

  /** Decides for the next item whether it stays, as far as its header tells. */
  keep(item: EnvelopeItem): boolean {
    if (!this.isOn) return true;
    this.#parts = NO_PARTS;
    if (!this.#guard.keep(item)) return false;
    if (this.#options.policy?.types.has(item.type) !== true) return true;
    if ((item.length ?? 0) > MAX_JUDGED_BYTES) {
      this.#conclude(item, TOO_LARGE);
      return false;
    }
    this.#held = createPieceList();
    this.#heldBytes = 0;
    return true;
  }

  /** Judges the item that has ended, if a policy reads it. */
  endItem(item: EnvelopeItem, payloadBytes: number): void {
    const held = this.#held;
    const { policy } = this.#options;
    if (held === undefined || policy === undefined) return;
    this.#held = undefined;
    const bytes = concatBytes(held.take());
    const isTooLarge = this.#heldBytes > MAX_JUDGED_BYTES;
    this.#conclude(item, isTooLarge ? TOO_LARGE : judgeItem(policy.judge, item, bytes, payloadBytes));
  }

  /** The reason why the last item is dropped; `undefined` if it stays. */
  reason(): DropReason | undefined {
    return this.isOn ? this.#guard.reason() : undefined;
  }

  /** The items of the last container that rules dropped. */
  parts(): readonly PolicyDrop[] {
    return this.#parts;
  }

  /** Whether no item is left, and whether limits or rules dropped them. */
  droppedAllBy(): DropReason['kind'] | undefined {
    return this.isOn ? this.#guard.droppedAllBy() : undefined;
  }

  /** Keeps the bytes of an item, or of the header line. */
  add(bytes: Uint8Array): void {
    if (!this.isOn) return;
    const { isOwned } = this.#options;
    const own = isOwned && bytes.byteLength >= MIN_SHARED_BYTES ? bytes : new Uint8Array(bytes);
    if (this.#held === undefined) {
      this.#push(own);
      return;
    }
    this.#heldBytes += own.byteLength;
    // It is dropped at its end.
    if (this.#heldBytes <= MAX_JUDGED_BYTES) this.#held.push(own);
  }

  /** Notes that the header line is another one than received. */
  noteChange(): void {
    this.#isChanged = true;
  }

  /**
   * Decides about an envelope that may go on as received. Without a policy that is so if no item was dropped by the time
   * the buffer is full: then ingest itself drops the limited items after that.
   * @returns `false` if it is not known yet
   */
  decide(progress: FilterProgress): boolean {
    if (this.#state !== 'undecided') return true;
    if (this.#guard.hasDropped() || this.#isChanged) this.#state = 'on';
    else if (progress === 'over') this.#state = 'off';
    else if (progress === 'late' || this.isFull)
      this.#state = this.#options.policy === undefined ? 'off' : 'on';
    return this.#state !== 'undecided';
  }

  /** Takes the kept bytes; `undefined` if the envelope is sent as received. */
  take(): Uint8Array[] | undefined {
    this.#keptBytes = 0;
    const kept = this.#kept.take();
    return this.isOn ? kept : undefined;
  }

  #push(bytes: Uint8Array): void {
    this.#keptBytes += bytes.byteLength;
    this.#kept.push(bytes);
  }

  #conclude(item: ItemKind, verdict: JudgedItem): void {
    this.#parts = verdict.parts;
    this.#isChanged ||= verdict.isChanged;
    const reason = filteredBy(verdict);
    if (reason !== undefined) this.#guard.drop(item, reason);
    if (verdict.bytes !== undefined) this.#push(verdict.bytes);
  }
}
