import { createsEvent, type ItemFacts } from '../protocol/data-category.ts';
import {
  createEnvelopeScanner,
  createItemFilter,
  type EnvelopeScanner,
  type EnvelopeVisitor,
} from '../protocol/envelope.ts';
import { createItemLimits } from '../protocol/item-size-limits.ts';
import type { Admission } from './admit-header.ts';
import { createItemGuard, type ItemGuard } from '../limits/item-guard.ts';
import { createLineScanner } from './line-scanner.ts';
import { isStop, itemRefusal, refusal, type Stop } from '../outcome/outcomes.ts';
import { createSeenItems, type SeenItems } from '../limits/seen-items.ts';

/** Looks at an envelope as it goes by: its header line, then its items. */
export interface EnvelopeGate {
  /** Looks at the next bytes, decoded; a stop is final. */
  readonly push: (plain: Uint8Array) => Stop | undefined;
  /** The envelope ends here. */
  readonly finish: () => Stop | undefined;
  /** `undefined` until the header line is through. */
  readonly admission: () => Admission | undefined;
  /** The items that are complete. */
  readonly items: SeenItems;
  /** The envelope's event, or the first item ingest makes one of; `undefined` if no limit is in force. */
  readonly event: () => ItemFacts | undefined;
  /** Decides on the items where limits are in force; `undefined` where everything goes by. */
  readonly guard: () => ItemGuard | undefined;
}

/** What the gate asks, and where kept bytes go. */
export interface EnvelopeGateOptions {
  readonly admit: (line: Uint8Array) => Admission | Stop;
  readonly now: () => number;
  /**
   * Is handed what is to be sent on where limits are in force: the header line, then the items that pass. The bytes are
   * lent for the call.
   */
  readonly onKept: (bytes: Uint8Array) => void;
  /** Asked when the header line is through: whether the whole envelope is at hand, and limits are applied to it later. */
  readonly isWhole: () => boolean;
}

const NEWLINE_BYTES = Uint8Array.of(0x0a);

/** Creates an {@link EnvelopeGate}. */
export function createEnvelopeGate({ admit, now, onKept, isWhole }: EnvelopeGateOptions): EnvelopeGate {
  const lineScanner = createLineScanner();
  const items = createSeenItems();
  const itemLimits = createItemLimits();
  let event: ItemFacts | undefined;
  let admission: Admission | undefined;
  let scanner: EnvelopeScanner | undefined;
  let guard: ItemGuard | undefined;

  const visitor: EnvelopeVisitor = {
    onItem: itemLimits.onItem,
    onItemGrow: itemLimits.onItemGrow,
    onItemEnd: (item, bytes, end) => {
      // Named one by one, as a spread costs more than the whole look at the item.
      const { type, attachmentType, platform, itemCount } = item;
      const facts = { type, attachmentType, platform, itemCount, bytes };
      items.add(facts, guard?.reason());
      if (event === undefined && admission?.limits !== undefined && createsEvent(facts)) event = facts;
      return itemLimits.onItemEnd(item, bytes, end);
    },
  };

  const createScanner = (offset: number, { limits }: Admission): EnvelopeScanner => {
    if (limits === undefined || isWhole()) return createEnvelopeScanner({ offset, ...visitor });
    const itemGuard = createItemGuard({ limits, nowMs: now() });
    guard = itemGuard;
    return createItemFilter({ offset, ...visitor, keep: itemGuard.keep, onBytes: onKept });
  };

  const open = (line: Uint8Array, offset: number): Stop | undefined => {
    const admitted = admit(line);
    if (isStop(admitted)) return admitted;
    admission = admitted;
    scanner = createScanner(offset, admitted);
    if (guard !== undefined) {
      onKept(line);
      onKept(NEWLINE_BYTES);
    }
    return undefined;
  };

  const scan = (plain: Uint8Array): Stop | undefined => {
    const fault = scanner?.push(plain);
    return fault && itemRefusal(fault);
  };

  return {
    push: (plain) => {
      if (scanner !== undefined) return scan(plain);
      const found = lineScanner.push(plain);
      if (found === undefined || isStop(found)) return found;
      const stop = open(found.line, found.line.length + 1);
      if (stop !== undefined || found.restFrom === plain.length) return stop;
      return scan(plain.subarray(found.restFrom));
    },
    finish: () => {
      if (scanner === undefined) {
        const line = lineScanner.finish();
        return isStop(line) ? line : open(line, line.length);
      }
      const fault = scanner.finish();
      if (fault !== undefined) return itemRefusal(fault);
      return guard?.hasDroppedAll() === true ? refusal('rate-limited') : undefined;
    },
    admission: () => admission,
    items,
    event: () => event,
    guard: () => guard,
  };
}
