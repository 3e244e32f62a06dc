import { advanceSentAt, concatBytes, NEWLINE, parseContentEncoding, type Decoders } from '@adit/envelope';
import { collect, gzip } from '../send/gzip.ts';
import type { IngestFields } from '../send/ingest-fields.ts';
import type { SpoolEntry } from '@adit/spool';
import { readPlain } from './inspect-entry.ts';

/** An envelope from the spool, ready to be sent. */
export interface Redelivery {
  readonly fields: IngestFields;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  readonly contentLength: number | undefined;
  readonly headerLine: Uint8Array;
  /** Frees the spool's file and the decoder, even if the body was not read to its end. */
  readonly release: () => void;
}

/** Options of {@link prepareRedelivery}. */
export interface RedeliveryOptions {
  /** The time the envelope was held, in milliseconds. */
  readonly heldMs: number;
  readonly decoders: Decoders;
  /** Whether ingest accepts the coding in which the envelope arrived. */
  readonly isCodingTaken: boolean;
  /** The coding for a coded envelope that was changed; `undefined` for none. */
  readonly codingOfChanged: 'gzip' | undefined;
}

/** Envelopes up to this size are sent in one piece. */
const WHOLE_BYTES = 65_536;

/**
 * Prepares a stored envelope for sending: moves its `sent_at` forward by the time it was held. Its other bytes stay
 * unchanged. A coded envelope is coded again, or sent as received if it has no `sent_at`.
 * @throws DecodeError if the envelope cannot be decoded; any other error if it cannot be read
 */
export async function prepareRedelivery(
  entry: SpoolEntry,
  { heldMs, decoders, isCodingTaken, codingOfChanged }: RedeliveryOptions,
): Promise<Redelivery> {
  const { 'content-encoding': encoding, ...plainFields } = entry.fields;
  const isPlain = parseContentEncoding(encoding) === 'identity';
  const chunks = readPlain(entry, decoders)[Symbol.asyncIterator]();
  const release = (): void => {
    chunks.return?.().catch(() => undefined);
  };
  const head = await readLine(chunks);
  const headerLine = advanceSentAt(head.line, heldMs);
  const isWhole = head.isAll || entry.bytes <= WHOLE_BYTES;
  if (!isPlain && isCodingTaken && headerLine === head.line) {
    release();
    const body = isWhole ? await collect(entry.read()) : entry.read();
    return { fields: entry.fields, body, contentLength: entry.bytes, headerLine, release };
  }
  const plain = followedBy([headerLine, head.rest], chunks);
  if (!isPlain && codingOfChanged !== undefined) {
    const fields = { ...plainFields, 'content-encoding': codingOfChanged };
    const body = isWhole ? await collect(gzip(plain)) : gzip(plain);
    return { fields, body, contentLength: undefined, headerLine, release };
  }
  if (head.isAll || (isPlain && isWhole)) {
    return { fields: plainFields, body: await collect(plain), contentLength: undefined, headerLine, release };
  }
  const grownBytes = headerLine.byteLength - head.line.byteLength;
  const contentLength = isPlain ? entry.bytes + grownBytes : undefined;
  return { fields: plainFields, body: plain, contentLength, headerLine, release };
}

interface Head {
  readonly line: Uint8Array;
  /** The bytes read after it, including the newline. */
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
