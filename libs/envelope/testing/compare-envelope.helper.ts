import { createEnvelopeScanner, createItemFilter, type EnvelopeScanner } from '../src/protocol/envelope.ts';
import {
  advanceSentAt,
  MAX_HEADER_LINE_BYTES,
  NEWLINE,
  parseEnvelopeHeader,
} from '../src/protocol/envelope-header.ts';
import { parseReference, type ReferenceItem, type ReferenceVerdict } from './reference-parser.helper.ts';

/** How an envelope is cut into chunks, and which of its items are kept. */
export interface ComparisonOptions {
  /** Sizes of the chunks, in order; the last one repeats. */
  readonly chunkBytes: readonly number[];
  /** Whether the filter keeps the item at this index. */
  readonly isKept: (index: number) => boolean;
  /** The scanner that is compared. Default {@link createEnvelopeScanner}. */
  readonly createScanner?: typeof createEnvelopeScanner;
}

const HELD_MS = 90_000;

/**
 * Reads an envelope with the tunnel's own code and with the reference, and drops some items of an envelope that both
 * accept.
 * @returns the difference as text; `undefined` if there is none
 */
export function compareEnvelope(envelope: Uint8Array, options: ComparisonOptions): string | undefined {
  const expected = parseReference(envelope);
  const actual = readVerdict(envelope, options);
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    return `read as ${JSON.stringify(actual)}, by the reference as ${JSON.stringify(expected)}`;
  }
  if (!expected.accepted) return undefined;
  return compareFiltered(envelope, expected.items, options) ?? compareAdvanced(envelope);
}

function readVerdict(
  envelope: Uint8Array,
  { chunkBytes, createScanner = createEnvelopeScanner }: ComparisonOptions,
): ReferenceVerdict {
  const line = headerLine(envelope);
  if (line.length > MAX_HEADER_LINE_BYTES) return { accepted: false, reason: 'header-too-long' };
  if (parseEnvelopeHeader(line) === undefined) return { accepted: false, reason: 'header-malformed' };

  const items: ReferenceItem[] = [];
  const offset = line.length + 1;
  const scanner = createScanner({
    offset,
    onItem: () => undefined,
    onItemEnd: ({ type, start, payloadStart: announced }, payloadBytes) => {
      // No payload follows a header that ends the envelope.
      const payloadStart = Math.min(announced, envelope.length);
      items.push({ type, start, payloadStart, payloadEnd: payloadStart + payloadBytes });
      return undefined;
    },
  });
  const fault = pushAll(scanner, envelope.subarray(offset), chunkBytes);
  return fault === undefined ? { accepted: true, items } : { accepted: false, reason: fault };
}

function compareFiltered(
  envelope: Uint8Array,
  items: readonly ReferenceItem[],
  { chunkBytes, isKept }: ComparisonOptions,
): string | undefined {
  const spans = items.map(({ start }, index) => ({ start, end: items[index + 1]?.start ?? envelope.length }));
  const offset = headerLine(envelope).length + 1;
  const kept = spans.filter((_, index) => isKept(index));
  const expected = join(envelope, [{ start: 0, end: Math.min(offset, envelope.length) }, ...kept]);

  const parts = [envelope.subarray(0, offset)];
  let asked = 0;
  const filter = createItemFilter({
    offset,
    keep: () => isKept(asked++),
    onBytes: (bytes) => parts.push(new Uint8Array(bytes)),
  });
  const fault = pushAll(filter, envelope.subarray(offset), chunkBytes);
  if (fault !== undefined) return `the filter refuses it: ${fault}`;
  const filtered = Buffer.concat(parts);
  if (!filtered.equals(expected)) return `filtered to ${filtered.toString()}, not ${expected.toString()}`;
  const again = parseReference(expected);
  const isSame =
    again.accepted &&
    JSON.stringify(payloads(expected, again.items)) ===
      JSON.stringify(
        payloads(
          envelope,
          items.filter((_, index) => isKept(index)),
        ),
      );
  return isSame ? undefined : `the filtered envelope reads as ${JSON.stringify(again)}`;
}

function compareAdvanced(envelope: Uint8Array): string | undefined {
  const line = headerLine(envelope);
  const before = JSON.parse(Buffer.from(line).toString()) as Record<string, unknown>;
  const advanced = Buffer.from(advanceSentAt(line, HELD_MS));
  const header = parseEnvelopeHeader(advanced);
  if (header === undefined) return `advanced to ${advanced.toString()}`;
  const after = JSON.parse(advanced.toString()) as Record<string, unknown>;
  const { sent_at: sentBefore, ...restBefore } = before;
  const { sent_at: sentAfter, ...restAfter } = after;
  if (typeof sentBefore !== 'string')
    return advanced.equals(line) ? undefined : `advanced to ${advanced.toString()}`;
  const moved = Date.parse(sentBefore.toUpperCase()) + HELD_MS;
  // Dates that the platform cannot read, such as leap seconds, are covered by unit tests.
  const isMoved =
    Number.isNaN(moved) ||
    new Date(moved).toISOString().length > 24 ||
    Date.parse(String(sentAfter)) === moved;
  return isMoved && JSON.stringify(restAfter) === JSON.stringify(restBefore)
    ? undefined
    : `advanced to ${advanced.toString()}`;
}

function headerLine(envelope: Uint8Array): Uint8Array {
  const newlineAt = envelope.indexOf(NEWLINE);
  return newlineAt === -1 ? envelope : envelope.subarray(0, newlineAt);
}

function pushAll(
  { push, finish }: EnvelopeScanner,
  bytes: Uint8Array,
  chunkBytes: readonly number[],
): string | undefined {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, chunkBytes[Math.min(turn, chunkBytes.length - 1)] ?? bytes.length);
    // `slice` of a Buffer does not copy; this does.
    const chunk = new Uint8Array(bytes.subarray(at, at + size));
    const fault = push(chunk);
    // If the scanner kept a reference to the chunk, it now reads wrong bytes.
    chunk.fill(0x7e);
    if (fault !== undefined) return fault.reason;
    at += size;
  }
  return finish()?.reason;
}

function join(
  envelope: Uint8Array,
  spans: readonly { readonly start: number; readonly end: number }[],
): Buffer {
  return Buffer.concat(spans.map(({ start, end }) => envelope.subarray(start, end)));
}

function payloads(envelope: Uint8Array, items: readonly ReferenceItem[]): string[] {
  return items.map(
    ({ type, payloadStart, payloadEnd }) =>
      `${type} ${Buffer.from(envelope.subarray(payloadStart, payloadEnd)).toString('latin1')}`,
  );
}
