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

/**
 * The maximum of all item headers of an envelope, in bytes: parsing headers of many keys takes longer than receiving them.
 * SDKs write about 100 bytes for an item.
 */
const MAX_ITEM_HEADERS_BYTES = 1_048_576;

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
export function createEnvelopeScanner(options: EnvelopeScannerOptions): EnvelopeScanner {
  const scan: Scan = {
    visitor: options,
    fault: undefined,
    chunkOffset: options.offset ?? 0,
    item: undefined,
    payloadBytes: 0,
    held: NOTHING,
    heldBytes: 0,
    headerBytes: 0,
  };
  return { push: (chunk) => scanChunk(scan, chunk), finish: () => finishScan(scan) };
}

/** The state of a scan. Each step is a function over it: an envelope costs two closures, not one for each step. */
interface Scan {
  readonly visitor: EnvelopeVisitor;
  fault: EnvelopeFault | undefined;
  /** Offset of the chunk that is scanned. */
  chunkOffset: number;
  /** The item whose payload or newline comes next; `undefined` if a header comes next. */
  item: EnvelopeItem | undefined;
  payloadBytes: number;
  /** The unfinished header line of earlier chunks, in the first `heldBytes`. */
  held: Uint8Array;
  heldBytes: number;
  /** The bytes of all header lines so far. */
  headerBytes: number;
}

function scanChunk(scan: Scan, chunk: Uint8Array): EnvelopeFault | undefined {
  let at = 0;
  while (at < chunk.length && scan.fault === undefined) {
    const { item } = scan;
    if (item === undefined) at = readHeader(scan, chunk, at);
    else if (item.length === undefined) at = readUntilNewline(scan, chunk, at, item);
    else at = stepOver(scan, chunk, at, item, item.length);
  }
  scan.chunkOffset += chunk.length;
  return scan.fault;
}

function finishScan(scan: Scan): EnvelopeFault | undefined {
  const { chunkOffset, held, heldBytes } = scan;
  if (scan.fault === undefined && heldBytes > 0) {
    // The last header may end without a newline. Its payload is empty then.
    open(scan, parseItemHeader(held.subarray(0, heldBytes)), chunkOffset - heldBytes, chunkOffset, heldBytes);
    scan.heldBytes = 0;
  }
  const { item } = scan;
  if (scan.fault !== undefined || item === undefined) return scan.fault;
  if (scan.payloadBytes < (item.length ?? 0)) scan.fault = HEADER_FAULTS['item-truncated'];
  else close(scan, item, chunkOffset);
  return scan.fault;
}

function readHeader(scan: Scan, chunk: Uint8Array, from: number): number {
  const newlineAt = chunk.indexOf(NEWLINE, from);
  const to = newlineAt === -1 ? chunk.length : newlineAt;
  const early = scan.heldBytes;
  scan.headerBytes += to - from;
  if (early + to - from > MAX_HEADER_LINE_BYTES || scan.headerBytes > MAX_ITEM_HEADERS_BYTES) {
    scan.fault = HEADER_TOO_LONG;
    return to;
  }
  const start = scan.chunkOffset + from - early;
  const payloadStart = scan.chunkOffset + to + 1;
  if (newlineAt !== -1 && early === 0) {
    open(scan, parseItemHeader(chunk.subarray(from, to)), start, payloadStart, 0);
    return to + 1;
  }
  hold(scan, chunk.subarray(from, to));
  if (newlineAt === -1) return to;
  open(scan, parseItemHeader(scan.held.subarray(0, scan.heldBytes)), start, payloadStart, early);
  scan.heldBytes = 0;
  return to + 1;
}

function hold(scan: Scan, part: Uint8Array): void {
  const { held, heldBytes } = scan;
  const neededBytes = heldBytes + part.length;
  if (held.length < neededBytes) {
    scan.held = new Uint8Array(Math.max(neededBytes, 2 * held.length, FIRST_HELD_BYTES));
    scan.held.set(held.subarray(0, heldBytes));
  }
  scan.held.set(part, heldBytes);
  scan.heldBytes = neededBytes;
}

function readUntilNewline(scan: Scan, chunk: Uint8Array, from: number, item: EnvelopeItem): number {
  const newlineAt = chunk.indexOf(NEWLINE, from);
  if (newlineAt === -1) {
    scan.payloadBytes += chunk.length - from;
    scan.fault = scan.visitor.onItemGrow?.(item, scan.payloadBytes);
    return chunk.length;
  }
  scan.payloadBytes += newlineAt - from;
  close(scan, item, scan.chunkOffset + newlineAt + 1);
  return newlineAt + 1;
}

function stepOver(scan: Scan, chunk: Uint8Array, from: number, item: EnvelopeItem, length: number): number {
  const missingBytes = length - scan.payloadBytes;
  if (chunk.length - from <= missingBytes) {
    scan.payloadBytes += chunk.length - from;
    return chunk.length;
  }
  scan.payloadBytes = length;
  const end = from + missingBytes;
  if (chunk[end] === NEWLINE) close(scan, item, scan.chunkOffset + end + 1);
  else scan.fault = HEADER_FAULTS['newline-missing'];
  return end + 1;
}

function open(
  scan: Scan,
  header: ItemHeader | ItemHeaderFault,
  start: number,
  payloadStart: number,
  early: number,
): void {
  if (typeof header === 'string') {
    scan.fault = HEADER_FAULTS[header];
    return;
  }
  const { type, length, itemCount, attachmentType, platform, contentType } = header;
  const item = { type, length, itemCount, attachmentType, platform, contentType, start, payloadStart };
  scan.item = item;
  scan.payloadBytes = 0;
  scan.fault = scan.visitor.onItem(item, early === 0 ? undefined : scan.held.subarray(0, early));
}

function close(scan: Scan, item: EnvelopeItem, end: number): void {
  scan.item = undefined;
  scan.fault = scan.visitor.onItemEnd?.(item, scan.payloadBytes, end);
}

/** Chooses the items that pass and receives their bytes. */
export interface ItemFilterOptions extends Partial<EnvelopeVisitor>, Pick<EnvelopeScannerOptions, 'offset'> {
  /** Called once for each item, after its header is read and {@link EnvelopeVisitor.onItem} returned no fault. */
  readonly keep: (item: EnvelopeItem) => boolean;
  /** Receives the bytes of kept items in order: parts of the pushed chunk, or a copy of a held header. */
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Called when all bytes of a kept item were passed on, before `onItemEnd`. Default: runs of items are passed on as one. */
  readonly onKeptEnd?: ((item: EnvelopeItem, payloadBytes: number) => void) | undefined;
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
  onKeptEnd,
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
      if (isKept && onKeptEnd !== undefined) {
        passOn(end);
        onKeptEnd(item, payloadBytes);
      }
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
