import { membersOf, parseJson, readHeader } from './json-object.ts';
import { isUuid } from './uuid.ts';

/** The byte that ends the header line. A `\r` before it is part of the line. */
export const NEWLINE = 0x0a;

/**
 * The longest header line that is read, in bytes. Relay has no such limit. SDKs write about 1 KiB at most, with a full
 * trace context.
 */
export const MAX_HEADER_LINE_BYTES = 65_536;

/** The fields of an envelope's header that the tunnel reads. */
export interface EnvelopeHeader {
  readonly dsn: string | undefined;
  readonly eventId: string | undefined;
  /** As it was parsed. */
  readonly sdk: unknown;
  /** As it was parsed. */
  readonly trace: unknown;
}

const CLOSING_BRACE = 0x7d;

const FIELDS: ReadonlySet<string> = new Set(['dsn', 'event_id', 'sent_at']);

/** The form of RFC 3339 (§5.6), with a space or a `T`. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** `2026-07-01T12:00:00.000Z`. Years before 0 and after 9999 are longer, and RFC 3339 has none. */
const DATE_TIME_LENGTH = 24;

const encoder = new TextEncoder();

/**
 * Reads an envelope's header line: an object of JSON that ends the line. The fields that the tunnel reads must have the
 * right type and appear once. Ingest checks the others.
 * @returns `undefined` if the line is invalid
 */
export function parseEnvelopeHeader(line: Uint8Array): EnvelopeHeader | undefined {
  const header = line[line.length - 1] === CLOSING_BRACE ? readHeader(line, FIELDS) : undefined;
  if (header === undefined) return undefined;
  const { dsn, event_id: eventId, sent_at: sentAt, sdk, trace } = header.value;
  const isValid =
    (dsn == null || typeof dsn === 'string') &&
    (eventId == null || (typeof eventId === 'string' && isUuid(eventId))) &&
    (sentAt == null || (typeof sentAt === 'string' && DATE_TIME.test(sentAt)));
  return isValid ? { dsn: dsn ?? undefined, eventId: eventId ?? undefined, sdk, trace } : undefined;
}

/**
 * Moves the `sent_at` of an envelope's header line on by the time the envelope was held, so that ingest still sees by how
 * much the client's clock is wrong. All other bytes stay. A line without a valid `sent_at` is returned unchanged.
 *
 * If an envelope arrives more than 55 minutes after its `sent_at`, Relay assumes that the client's clock is wrong and
 * shifts the time stamps in it (`MINIMUM_CLOCK_DRIFT`).
 */
export function advanceSentAt(line: Uint8Array, heldMs: number): Uint8Array {
  const text = parseJson(line)?.text;
  const member = text === undefined ? undefined : membersOf(text).find(({ key }) => key === 'sent_at');
  if (text === undefined || member === undefined) return line;
  const { start, end } = member;
  const written = text.slice(start, end);
  const advanced = advance(JSON.parse(written), heldMs);
  if (advanced === undefined) return line;
  return encoder.encode(
    `${text.slice(0, start)}${written.replace(written.trim(), advanced)}${text.slice(end)}`,
  );
}

/** The later time, with its quotes; `undefined` if the earlier one is no time, or RFC 3339 cannot write the later one. */
function advance(sentAt: unknown, heldMs: number): string | undefined {
  if (typeof sentAt !== 'string' || !DATE_TIME.test(sentAt)) return undefined;
  const later = Date.parse(sentAt.toUpperCase().replace(' ', 'T')) + heldMs;
  const text = Number.isNaN(later) ? '' : new Date(later).toISOString();
  return text.length === DATE_TIME_LENGTH ? `"${text}"` : undefined;
}
