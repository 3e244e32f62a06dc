import { concatBytes, createPieceList } from '../protocol/bytes.ts';
import { createEnvelopeScanner } from '../protocol/envelope.ts';
import { parseContentEncoding } from '../protocol/content-encoding.ts';
import { advanceSentAt, NEWLINE } from '../protocol/envelope-header.ts';
import { MAX_NAMED_TYPES } from '../protocol/describe-header.ts';
import { createItemCount, type ItemCount } from '../protocol/item-count.ts';
import type { SpoolEntry } from '../stores/stores.ts';
import { DecodeError, type DecodedSink, type Decoders } from '../envelope/decoder.ts';
import { createDecodingPause } from '../envelope/decoding-pause.ts';
import type { IngestFields } from '../send/ingest-fields.ts';

/** An envelope from the spool, ready to be sent. */
export interface Redelivery {
  readonly fields: IngestFields;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  readonly contentLength: number | undefined;
  readonly headerLine: Uint8Array;
  /** Frees the spool's file and the decoder, even if the body was not read to its end. */
  readonly release: () => void;
}

/** Envelopes up to this size are sent in one piece. */
const WHOLE_BYTES = 65_536;

/**
 * Prepares a stored envelope to be sent: decodes it and moves `sent_at` on by the time it was held. Its other bytes stay.
 * @param heldMs the time the envelope was held, in milliseconds
 * @throws DecodeError if the envelope cannot be decoded; any other error if it cannot be read
 */
export async function prepareRedelivery(
  entry: SpoolEntry,
  heldMs: number,
  decoders: Decoders,
): Promise<Redelivery> {
  const { 'content-encoding': encoding, ...fields } = entry.fields;
  const isPlain = parseContentEncoding(encoding) === 'identity';
  const chunks = readPlain(entry, decoders)[Symbol.asyncIterator]();
  const release = (): void => {
    chunks.return?.().catch(() => undefined);
  };
  const head = await readLine(chunks);
  const line = advanceSentAt(head.line, heldMs);
  const beginning = [line, head.rest];
  const grownBytes = line.byteLength - head.line.byteLength;
  if (head.isAll)
    return { fields, body: concatBytes(beginning), contentLength: undefined, headerLine: line, release };
  if (isPlain && entry.bytes <= WHOLE_BYTES) {
    for (let step = await chunks.next(); step.done !== true; step = await chunks.next()) {
      beginning.push(step.value);
    }
    return { fields, body: concatBytes(beginning), contentLength: undefined, headerLine: line, release };
  }
  return {
    fields,
    body: followedBy(beginning, chunks),
    contentLength: isPlain ? entry.bytes + grownBytes : undefined,
    headerLine: line,
    release,
  };
}

/**
 * The decoded bytes of a stored envelope.
 * @throws DecodeError if the envelope cannot be decoded; any other error if it cannot be read
 */
export function readPlain({ fields, read }: SpoolEntry, decoders: Decoders): AsyncIterable<Uint8Array> {
  const coding = parseContentEncoding(fields['content-encoding']) ?? 'identity';
  return coding === 'identity' ? read() : decodeAll(read(), (sink) => decoders(coding, sink));
}

/** What a stored envelope holds. */
export interface StoredContent {
  readonly items: ItemCount;
  /** The first types of its items, each once, in the client's words. */
  readonly types: readonly string[];
  readonly headerLine: Uint8Array;
}

/** Reads what a stored envelope holds, as far as it can be decoded. */
export async function inspectEntry(entry: SpoolEntry, decoders: Decoders): Promise<StoredContent> {
  const items = createItemCount('discarded_events');
  const types: string[] = [];
  const scanner = createEnvelopeScanner({
    onItem: () => undefined,
    onItemEnd: (item, bytes) => {
      items.add({ ...item, bytes });
      if (!types.includes(item.type) && types.length < MAX_NAMED_TYPES) types.push(item.type);
      return undefined;
    },
  });
  const headerLine = createPieceList();
  let isInHeader = true;
  try {
    for await (const chunk of readPlain(entry, decoders)) {
      const newlineAt = isInHeader ? chunk.indexOf(NEWLINE) : -1;
      if (!isInHeader) {
        scanner.push(chunk);
        continue;
      }
      headerLine.push(new Uint8Array(newlineAt === -1 ? chunk : chunk.subarray(0, newlineAt)));
      if (newlineAt === -1) continue;
      isInHeader = false;
      scanner.push(chunk.subarray(newlineAt + 1));
    }
    scanner.finish();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  return { items, types, headerLine: concatBytes(headerLine.take()) };
}

interface Head {
  readonly line: Uint8Array;
  /** The bytes read after it, the newline included. */
  readonly rest: Uint8Array;
  /** Whether the body has ended. */
  readonly isAll: boolean;
}

async function readLine(chunks: AsyncIterator<Uint8Array>): Promise<Head> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const step = await chunks.next();
    if (step.done === true) return { line: concatBytes(parts), rest: new Uint8Array(0), isAll: true };
    const newlineAt = step.value.indexOf(NEWLINE);
    if (newlineAt === -1) {
      parts.push(step.value);
      continue;
    }
    parts.push(step.value.subarray(0, newlineAt));
    return { line: concatBytes(parts), rest: step.value.subarray(newlineAt), isAll: false };
  }
}

async function* followedBy(
  beginning: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* beginning;
  for (let step = await rest.next(); step.done !== true; step = await rest.next()) yield step.value;
}

/** Decoding waits once this much is ready to be sent, in bytes. */
const MAX_AHEAD_BYTES = 65_536;

/** The decoded bytes of a stored body. Its size was checked when it was received. */
async function* decodeAll(
  source: AsyncIterable<Uint8Array>,
  createDecoder: (sink: DecodedSink) => ReturnType<Decoders>,
): AsyncGenerator<Uint8Array> {
  const pause = createDecodingPause();
  const decoded = createPieceList();
  let aheadBytes = 0;
  const decoder = createDecoder((bytes) => {
    decoded.push(new Uint8Array(bytes));
    aheadBytes += bytes.byteLength;
    return aheadBytes < MAX_AHEAD_BYTES || pause.begin();
  });
  if (decoder === undefined)
    throw new DecodeError('The spool holds a content coding that cannot be read here.');
  /** Yields the decoded bytes until the decoder is done. */
  async function* during(work: Promise<void>): AsyncGenerator<Uint8Array> {
    for (;;) {
      const result = await pause.orResult(work);
      aheadBytes = 0;
      yield* decoded.take();
      if (result !== 'paused') return;
      pause.end(true);
    }
  }
  try {
    for await (const chunk of source) yield* during(decoder.push(chunk));
    yield* during(decoder.finish());
  } finally {
    pause.end(false);
    decoder.cancel();
  }
}
