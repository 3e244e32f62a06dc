import { decodeAll } from '../envelope/decode-all.ts';
import {
  concatBytes,
  createEnvelopeScanner,
  createItemCount,
  createLimitHold,
  createPieceList,
  DecodeError,
  MAX_NAMED_TYPES,
  NEWLINE,
  parseContentEncoding,
  type Decoders,
  type EnvelopeVisitor,
  type ItemCount,
  type LimitHold,
  type RateLimits,
} from '@adit/envelope';
import type { SpoolEntry } from '@adit/spool';

/**
 * The decoded bytes of a stored envelope.
 * @throws DecodeError if the envelope cannot be decoded; any other error if it cannot be read
 */
export function readPlain({ fields, read }: SpoolEntry, decoders: Decoders): AsyncIterable<Uint8Array> {
  const coding = parseContentEncoding(fields['content-encoding']) ?? 'identity';
  return coding === 'identity' ? read() : decodeAll(read(), (sink) => decoders(coding, sink));
}

/** The content of a stored envelope. */
export interface StoredContent {
  readonly items: ItemCount;
  /** The first types of its items, each once, as the client wrote them. */
  readonly types: readonly string[];
  readonly headerLine: Uint8Array;
}

/** Reads the content of a stored envelope, as far as it can be decoded. */
export async function inspectEntry(entry: SpoolEntry, decoders: Decoders): Promise<StoredContent> {
  const items = createItemCount('discarded_events');
  const types: string[] = [];
  const headerLine = await scanEntry(entry, decoders, {
    onItem: () => undefined,
    onItemEnd: (item, bytes) => {
      items.add({ ...item, bytes });
      if (!types.includes(item.type) && types.length < MAX_NAMED_TYPES) types.push(item.type);
      return undefined;
    },
  });
  return { items, types, headerLine };
}

/** Finds the items of a stored envelope that these limits hold. Stops reading at the first free item. */
export async function holdOf(
  entry: SpoolEntry,
  decoders: Decoders,
  limits: RateLimits,
  nowMs: number,
): Promise<LimitHold> {
  const hold = createLimitHold(limits, nowMs);
  const visitor: EnvelopeVisitor = {
    onItem: (item) => {
      hold.add(item);
      return undefined;
    },
  };
  await scanEntry(entry, decoders, visitor, () => hold.isFree());
  return hold;
}

/**
 * Scans a stored envelope, as far as it can be decoded.
 * @param isEnough called after each chunk; returns whether to stop
 * @returns its header line
 */
async function scanEntry(
  entry: SpoolEntry,
  decoders: Decoders,
  visitor: EnvelopeVisitor,
  isEnough = () => false,
): Promise<Uint8Array> {
  const scanner = createEnvelopeScanner(visitor);
  const headerLine = createPieceList();
  let isInHeader = true;
  try {
    for await (const chunk of readPlain(entry, decoders)) {
      const newlineAt = isInHeader ? chunk.indexOf(NEWLINE) : -1;
      if (isInHeader)
        headerLine.push(new Uint8Array(newlineAt === -1 ? chunk : chunk.subarray(0, newlineAt)));
      if (isInHeader && newlineAt === -1) continue;
      isInHeader = false;
      scanner.push(chunk.subarray(newlineAt + 1));
      if (isEnough()) break;
    }
    scanner.finish();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  return concatBytes(headerLine.take());
}
