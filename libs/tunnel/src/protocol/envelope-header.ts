import { createNameTable, isNull, readString, readUnsigned } from './json-values.ts';
import { skipSpace, walkObject } from './json-bytes.ts';
import { parseRfc3339 } from './rfc3339.ts';
import { parseUrl } from './url.ts';
import { isUuid } from './uuid.ts';

/** The byte that ends the header line. A `\r` before it is part of the line. */
export const NEWLINE = 0x0a;

/**
 * The longest header line that is read, in bytes. Relay has no such limit. SDKs write about 1 KiB at most, with a full
 * trace context.
 */
export const MAX_HEADER_LINE_BYTES = 65_536;

const QUOTE = 0x22;
const MAX_U16 = 0xffff;
const MIN_SENT_AT_MS = Date.UTC(-1, 12, 1);
const MAX_SENT_AT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Reads the value of a field; `undefined` if it is invalid. */
type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const optional =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

// The typed fields of Relay's `EnvelopeHeaders` (envelope/mod.rs) and of the `RequestMeta` flattened into it
// (extractors/request_meta.rs): a value of another type makes the header invalid, and so does a field given twice.
const CHECKS = {
  event_id: optional((value) => isText(value) && isUuid(value)),
  sent_at: optional((value) => isText(value) && parseRfc3339(value) !== undefined),
  // The allow-list checks the DSN itself.
  dsn: optional(isText),
  client: optional(isText),
  origin: optional((value) => isText(value) && parseUrl(value) !== undefined),
  remote_addr: optional((value) => isText(value) && isIpAddress(value)),
  forwarded_for: isText,
  user_agent: optional(isText),
  client_hints: (value) => isObject(value) && CLIENT_HINTS.every((hint) => isTextOrAbsent(value[hint])),
  no_cache: (value) => typeof value === 'boolean',
  version: isNumber,
  retention: optional(isNumber),
  downsampled_retention: optional(isNumber),
  required_features: (value) => Array.isArray(value) && value.every(isText),
} as const satisfies Readonly<Record<string, Check>>;

type CheckedField = keyof typeof CHECKS;

/** In an `ErrorBoundary`: Relay accepts a trace that it cannot read, but refuses two traces. */
const UNCHECKED_FIELD = 'trace';

/** Relay does not read it. It is returned as the JSON it is, for whoever wants to know which SDK wrote the envelope. */
const SDK_FIELD = 'sdk';

const FIELDS = createNameTable([UNCHECKED_FIELD, SDK_FIELD, ...(Object.keys(CHECKS) as CheckedField[])]);

/** Read as `u16`. Unlike JSON.parse, serde refuses `7.0`. */
const INTEGERS: ReadonlySet<CheckedField> = new Set(['version', 'retention', 'downsampled_retention']);

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;
const IPV6_CHARACTERS = /^[\d:.a-f]+$/i;

const CLIENT_HINTS = ['sec_ch_ua_platform', 'sec_ch_ua_platform_version', 'sec_ch_ua', 'sec_ch_ua_model'];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Reads an envelope's header line as Relay does: a JSON object that ends the line. Fields that Relay knows must have the
 * right type and appear once. Other fields are ignored.
 * @returns the known fields except `trace`, and `sdk` as JSON text; `undefined` if the line is invalid
 */
export function parseEnvelopeHeader(line: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const header: Record<string, unknown> = {};
  const text = decoder.decode(line);
  let seen = 0;
  const objectStart = skipSpace(line, 0, line.length);
  const objectEnd = walkObject(line, objectStart, line.length, (keyStart, keyEnd, from, to) => {
    const field = FIELDS.match(line, keyStart, keyEnd);
    if (field === undefined) return true;
    const { name } = field;
    if (name === SDK_FIELD) {
      header[name] =
        text.length === line.length ? text.slice(from, to) : decoder.decode(line.subarray(from, to));
      return true;
    }
    if ((seen & field.bit) !== 0) return false;
    seen |= field.bit;
    if (name === UNCHECKED_FIELD) return true;
    const value = INTEGERS.has(name) ? readInteger(line, from, to) : readValue(line, text, from, to);
    header[name] = value;
    return CHECKS[name](value);
  });
  return objectEnd === line.length ? header : undefined;
}

/**
 * Moves the `sent_at` of an envelope's header line on by the time the envelope was held, so that ingest still sees by how
 * much the client's clock is wrong. All other bytes stay. A line without `sent_at` is returned unchanged.
 *
 * If an envelope arrives more than 55 minutes after its `sent_at`, Relay assumes that the client's clock is wrong and
 * shifts the time stamps in it (`MINIMUM_CLOCK_DRIFT`).
 * @param line as {@link parseEnvelopeHeader} accepts it
 */
export function advanceSentAt(line: Uint8Array, heldMs: number): Uint8Array {
  const objectStart = skipSpace(line, 0, line.length);
  let from = 0;
  let to = 0;
  let sentAtMs: number | undefined;
  walkObject(line, objectStart, line.length, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (FIELDS.match(line, keyStart, keyEnd)?.name !== 'sent_at') return true;
    from = valueStart;
    to = valueEnd;
    sentAtMs = parseRfc3339(readString(line, valueStart, valueEnd) ?? '');
    return false;
  });
  return sentAtMs === undefined ? line : splice(line, from, to, `"${formatSentAt(sentAtMs + heldMs)}"`);
}

function splice(line: Uint8Array, from: number, to: number, text: string): Uint8Array {
  const inserted = encoder.encode(text);
  const result = new Uint8Array(from + inserted.length + line.length - to);
  result.set(line.subarray(0, from));
  result.set(inserted, from);
  result.set(line.subarray(to), from + inserted.length);
  return result;
}

/** RFC 3339 has the years 0000 to 9999. */
function formatSentAt(timeMs: number): string {
  return new Date(Math.min(MAX_SENT_AT_MS, Math.max(MIN_SENT_AT_MS, timeMs))).toISOString();
}

function readValue(line: Uint8Array, text: string, from: number, to: number): unknown {
  if (line[from] === QUOTE && text.length === line.length) {
    // The date is ASCII, so unescaped characters have the same offsets in the text and in the line.
    const value = text.slice(from + 1, to - 1);
    if (!value.includes('\\')) return value;
  }
  return JSON.parse(decoder.decode(line.subarray(from, to)));
}

function readInteger(line: Uint8Array, from: number, to: number): number | null | undefined {
  return isNull(line, from, to) ? null : readUnsigned(line, from, to, MAX_U16);
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || isText(value);
}

/** As Rust's `IpAddr`: no zone, no leading zeros in the numbers of IPv4. */
function isIpAddress(text: string): boolean {
  return IPV4.test(text) || (IPV6_CHARACTERS.test(text) && parseUrl(`http://[${text}]/`) !== undefined);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
