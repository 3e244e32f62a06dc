import { MAX_HEADER_LINE_BYTES, NEWLINE } from './envelope-header.ts';
import { parseItemHeader, type ItemHeader, type ItemHeaderFault } from './item-header.ts';

/** The reason why the items of an envelope are refused. */
export interface EnvelopeFault {
  readonly reason: ItemHeaderFault | 'item-header-too-long' | 'item-too-large' | 'items-too-many';
  /** The type of the item that is too large: one with a limit, never text from the client. */
  readonly type?: string;
}

/** An item as its header announces it. Offsets count from the envelope's first byte. */
export interface EnvelopeItem extends ItemHeader {
  /** Offset of the first byte of the item's header line. */
  readonly start: number;
  /** Offset of the first byte after the header line and its newline. */
  readonly payloadStart: number;
}

/** The callbacks of a scan. Returning a fault ends the scan. */
export interface EnvelopeVisitor {
  /**
   * An item's header was read, before any byte of its payload.
   * @param held the part of the header line from earlier chunks, if any; valid during the call
   */
  readonly onItem: (item: EnvelopeItem, held: Uint8Array | undefined) => EnvelopeFault | undefined;
  /** A payload without a length continues in the next chunk. `payloadBytes` is its size so far. */
  readonly onItemGrow?: (item: EnvelopeItem, payloadBytes: number) => EnvelopeFault | undefined;
  /** The item is complete. `end` is the offset after its payload and, if it has one, the newline after that. */
  readonly onItemEnd?: (item: EnvelopeItem, payloadBytes: number, end: number) => EnvelopeFault | undefined;
}

/** Where the items begin, and the callbacks. */
export interface EnvelopeScannerOptions extends EnvelopeVisitor {
  /** Offset of the first byte that is pushed: the length of the envelope's header line with its newline. Default 0. */
  readonly offset?: number;
}

/** Follows the items of an envelope through its chunks. After a fault it reads nothing and returns the same fault. */
export interface EnvelopeScanner {
  /** Reads the next chunk, without keeping or changing it. */
  readonly push: (chunk: Uint8Array) => EnvelopeFault | undefined;
  /** Ends the envelope. */
  readonly finish: () => EnvelopeFault | undefined;
}

const HEADER_FAULTS = {
  'item-malformed': { reason: 'item-malformed' },
  'item-truncated': { reason: 'item-truncated' },
  'item-internal': { reason: 'item-internal' },
  'newline-missing': { reason: 'newline-missing' },
} as const satisfies Readonly<Record<ItemHeaderFault, EnvelopeFault>>;

const HEADER_TOO_LONG: EnvelopeFault = { reason: 'item-header-too-long' };

const NOTHING = new Uint8Array(0);

/** The first size of the buffer for a header line that continues in the next chunk, in bytes. Most lines are shorter. */
const FIRST_HELD_BYTES = 256;

/**
 * Creates an {@link EnvelopeScanner} for the bytes after the envelope's header line: `Item = Headers "\n" Payload`, one
 * `\n` between items, an optional one at the end. It steps over a payload with a length. A payload without one ends at
 * the next `\n`. A `\r` has no meaning. An envelope may have no items.
 *
 * Between chunks it keeps only a copy of an unfinished header line, at most {@link MAX_HEADER_LINE_BYTES}.
 * @see https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
export function createEnvelopeScanner({
  offset = 0,
  onItem,
  onItemGrow,
  onItemEnd,
}: EnvelopeScannerOptions): EnvelopeScanner {
  let fault: EnvelopeFault | undefined;
  let chunkOffset = offset;
  /** The item whose payload or newline comes next; `undefined` if a header comes next. */
  let item: EnvelopeItem | undefined;
  let payloadBytes = 0;
  let held: Uint8Array = NOTHING;
  let heldBytes = 0;

  const hold = (part: Uint8Array): void => {
    const neededBytes = heldBytes + part.length;
    if (held.length < neededBytes) {
      const grown = new Uint8Array(Math.max(neededBytes, 2 * held.length, FIRST_HELD_BYTES));
      grown.set(held.subarray(0, heldBytes));
      held = grown;
    }
    held.set(part, heldBytes);
    heldBytes = neededBytes;
  };

  const open = (
    header: ItemHeader | ItemHeaderFault,
    start: number,
    payloadStart: number,
    early: number,
  ): void => {
    if (typeof header === 'string') {
      fault = HEADER_FAULTS[header];
      return;
    }
    const { type, length, itemCount, attachmentType, platform, contentType } = header;
    item = { type, length, itemCount, attachmentType, platform, contentType, start, payloadStart };
    payloadBytes = 0;
    fault = onItem(item, early === 0 ? undefined : held.subarray(0, early));
  };

  const close = (ended: EnvelopeItem, end: number): void => {
    item = undefined;
    fault = onItemEnd?.(ended, payloadBytes, end);
  };

  const readHeader = (chunk: Uint8Array, from: number): number => {
    const newlineAt = chunk.indexOf(NEWLINE, from);
    const to = newlineAt === -1 ? chunk.length : newlineAt;
    const early = heldBytes;
    if (early + to - from > MAX_HEADER_LINE_BYTES) {
      fault = HEADER_TOO_LONG;
      return to;
    }
    const start = chunkOffset + from - early;
    const payloadStart = chunkOffset + to + 1;
    if (newlineAt !== -1 && early === 0) {
      open(parseItemHeader(chunk, from, to), start, payloadStart, 0);
      return to + 1;
    }
    hold(chunk.subarray(from, to));
    if (newlineAt === -1) return to;
    open(parseItemHeader(held, 0, heldBytes), start, payloadStart, early);
    heldBytes = 0;
    return to + 1;
  };

  const readUntilNewline = (chunk: Uint8Array, from: number, current: EnvelopeItem): number => {
    const newlineAt = chunk.indexOf(NEWLINE, from);
    if (newlineAt === -1) {
      payloadBytes += chunk.length - from;
      fault = onItemGrow?.(current, payloadBytes);
      return chunk.length;
    }
    payloadBytes += newlineAt - from;
    close(current, chunkOffset + newlineAt + 1);
    return newlineAt + 1;
  };

  const stepOver = (chunk: Uint8Array, from: number, current: EnvelopeItem, length: number): number => {
    const missingBytes = length - payloadBytes;
    if (chunk.length - from <= missingBytes) {
      payloadBytes += chunk.length - from;
      return chunk.length;
    }
    payloadBytes = length;
    const end = from + missingBytes;
    if (chunk[end] === NEWLINE) close(current, chunkOffset + end + 1);
    else fault = HEADER_FAULTS['newline-missing'];
    return end + 1;
  };

  const end = (): void => {
    if (heldBytes > 0) {
      // The last header may end without a newline. Its payload is empty then.
      open(parseItemHeader(held, 0, heldBytes), chunkOffset - heldBytes, chunkOffset, heldBytes);
      heldBytes = 0;
    }
    if (fault !== undefined || item === undefined) return;
    if (payloadBytes < (item.length ?? 0)) fault = HEADER_FAULTS['item-truncated'];
    else close(item, chunkOffset);
  };

  return {
    push: (chunk) => {
      let at = 0;
      while (at < chunk.length && fault === undefined) {
        if (item === undefined) at = readHeader(chunk, at);
        else if (item.length === undefined) at = readUntilNewline(chunk, at, item);
        else at = stepOver(chunk, at, item, item.length);
      }
      chunkOffset += chunk.length;
      return fault;
    },
    finish: () => {
      if (fault === undefined) end();
      return fault;
    },
  };
}

/** Chooses the items that pass and receives their bytes. */
export interface ItemFilterOptions extends Partial<EnvelopeVisitor>, Pick<EnvelopeScannerOptions, 'offset'> {
  /** Called once for each item, after its header is read and {@link EnvelopeVisitor.onItem} returned no fault. */
  readonly keep: (item: EnvelopeItem) => boolean;
  /** Receives the bytes of kept items in order: parts of the pushed chunk, or a copy of a held header. */
  readonly onBytes: (bytes: Uint8Array) => void;
}

/**
 * Creates an {@link EnvelopeScanner} that passes on some of the items, byte for byte. It keeps back only an unfinished
 * item header. The passed bytes, after the header line and its newline, are an envelope again. If it returns a fault, it
 * may have passed on a part of the chunk.
 */
export function createItemFilter({
  keep,
  onBytes,
  offset = 0,
  onItem,
  onItemGrow,
  onItemEnd,
}: ItemFilterOptions): EnvelopeScanner {
  let chunk: Uint8Array = NOTHING;
  let chunkOffset = offset;
  /** Start of the current run of kept items; `undefined` outside a run. */
  let keptFrom: number | undefined;
  let isInside = false;
  let isKept = false;
  let itemEnd = offset;

  const passOn = (end: number): void => {
    if (keptFrom !== undefined && end > keptFrom) {
      onBytes(chunk.subarray(keptFrom - chunkOffset, end - chunkOffset));
    }
    keptFrom = undefined;
  };

  const scanner = createEnvelopeScanner({
    offset,
    onItem: (item, held) => {
      const fault = onItem?.(item, held);
      if (fault !== undefined) return fault;
      isInside = true;
      isKept = keep(item);
      if (!isKept) {
        passOn(item.start);
        return undefined;
      }
      if (held !== undefined) onBytes(held.slice());
      keptFrom ??= Math.max(item.start, chunkOffset);
      return undefined;
    },
    onItemGrow: (item, payloadBytes) => onItemGrow?.(item, payloadBytes),
    onItemEnd: (item, payloadBytes, end) => {
      isInside = false;
      itemEnd = end;
      return onItemEnd?.(item, payloadBytes, end);
    },
  });

  return {
    push: (next) => {
      chunk = next;
      keptFrom = isInside && isKept ? chunkOffset : undefined;
      const fault = scanner.push(next);
      if (fault !== undefined) return fault;
      passOn(isInside ? chunkOffset + next.length : itemEnd);
      chunkOffset += next.length;
      chunk = NOTHING;
      return undefined;
    },
    finish: scanner.finish,
  };
}
