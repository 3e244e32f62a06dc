/** Returned instead of an offset if the bytes are not JSON that ingest accepts. */
export const INVALID = -1;

/**
 * The deepest nesting of arrays and objects: serde_json, with which Relay reads headers, fails at the 128th level
 * (`remaining_depth` in its de.rs).
 */
export const MAX_JSON_DEPTH = 127;

/** Receives the offsets of one member of an object. The key's include its quotes. Returns whether to continue. */
export type MemberVisitor = (
  keyStart: number,
  keyEnd: number,
  valueStart: number,
  valueEnd: number,
) => boolean;

const TAB = 0x09;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
/** The quote of JSON strings. */
export const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** A shorter number without an exponent is always within the range of a double. In characters. */
const MAX_FINITE_DIGITS = 300;

// Characters that need no escape in a string: printable ASCII except quote and backslash, and DEL.
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

const ESCAPABLE = byteSet('"\\/bfnrt');
export const TRUE = asciiBytes('true');
export const FALSE = asciiBytes('false');
export const NULL = asciiBytes('null');

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The offset of the first byte that is not JSON white space. */
export function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN && byte !== NEWLINE) break;
    at += 1;
  }
  return at;
}

/**
 * Walks the object that starts at `start` and calls `visit` for its own members in order, repeated ones included. It
 * checks RFC 8259 and the rules of serde_json: UTF-8 in every string, no half of a surrogate pair, no number beyond
 * a double, at most {@link MAX_JSON_DEPTH} levels.
 * @returns the offset after its closing brace; {@link INVALID} if it is invalid or `visit` returned `false`
 */
export function walkObject(bytes: Uint8Array, start: number, end: number, visit: MemberVisitor): number {
  return skipObject(bytes, start, end, 1, visit);
}

/** Whether the range contains exactly these bytes. */
export function bytesEqual(bytes: Uint8Array, start: number, end: number, name: readonly number[]): boolean {
  if (end - start !== name.length) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (bytes[start + index] !== name[index]) return false;
  }
  return true;
}

function skipObject(
  bytes: Uint8Array,
  start: number,
  end: number,
  depth: number,
  visit: MemberVisitor | undefined,
): number {
  if (bytes[start] !== OPENING_BRACE || depth > MAX_JSON_DEPTH) return INVALID;
  let at = skipSpace(bytes, start + 1, end);
  if (at < end && bytes[at] === CLOSING_BRACE) return at + 1;
  while (at < end) {
    const keyStart = at;
    const keyEnd = skipString(bytes, at, end);
    if (keyEnd === INVALID) return INVALID;
    at = skipSpace(bytes, keyEnd, end);
    if (at >= end || bytes[at] !== COLON) return INVALID;
    const valueStart = skipSpace(bytes, at + 1, end);
    const valueEnd = skipValue(bytes, valueStart, end, depth);
    if (valueEnd === INVALID) return INVALID;
    if (visit !== undefined && !visit(keyStart, keyEnd, valueStart, valueEnd)) return INVALID;
    at = skipSpace(bytes, valueEnd, end);
    if (at < end && bytes[at] === CLOSING_BRACE) return at + 1;
    if (at >= end || bytes[at] !== COMMA) return INVALID;
    at = skipSpace(bytes, at + 1, end);
  }
  return INVALID;
}

function skipArray(bytes: Uint8Array, start: number, end: number, depth: number): number {
  if (depth > MAX_JSON_DEPTH) return INVALID;
  let at = skipSpace(bytes, start + 1, end);
  if (at < end && bytes[at] === CLOSING_BRACKET) return at + 1;
  while (at < end) {
    const valueEnd = skipValue(bytes, at, end, depth);
    if (valueEnd === INVALID) return INVALID;
    at = skipSpace(bytes, valueEnd, end);
    if (at < end && bytes[at] === CLOSING_BRACKET) return at + 1;
    if (at >= end || bytes[at] !== COMMA) return INVALID;
    at = skipSpace(bytes, at + 1, end);
  }
  return INVALID;
}

/** `depth` is the number of containers around the value. */
function skipValue(bytes: Uint8Array, start: number, end: number, depth: number): number {
  if (start >= end) return INVALID;
  switch (bytes[start]) {
    case QUOTE:
      return skipString(bytes, start, end);
    case OPENING_BRACE:
      return skipObject(bytes, start, end, depth + 1, undefined);
    case OPENING_BRACKET:
      return skipArray(bytes, start, end, depth + 1);
    case TRUE[0]:
      return skipWord(bytes, start, end, TRUE);
    case FALSE[0]:
      return skipWord(bytes, start, end, FALSE);
    case NULL[0]:
      return skipWord(bytes, start, end, NULL);
    default:
      return skipNumber(bytes, start, end);
  }
}

function skipWord(bytes: Uint8Array, start: number, end: number, word: readonly number[]): number {
  const wordEnd = start + word.length;
  return wordEnd <= end && bytesEqual(bytes, start, wordEnd, word) ? wordEnd : INVALID;
}

function skipNumber(bytes: Uint8Array, start: number, end: number): number {
  const integerStart = bytes[start] === MINUS ? start + 1 : start;
  let at = skipDigits(bytes, integerStart, end);
  if (at === integerStart || (bytes[integerStart] === ZERO && at > integerStart + 1)) return INVALID;
  let hasExponent = false;
  if (at < end && bytes[at] === DOT) {
    const fractionStart = at + 1;
    at = skipDigits(bytes, fractionStart, end);
    if (at === fractionStart) return INVALID;
  }
  if (at < end && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    hasExponent = true;
    const isSigned = bytes[at + 1] === PLUS || bytes[at + 1] === MINUS;
    const exponentStart = isSigned ? at + 2 : at + 1;
    at = skipDigits(bytes, exponentStart, end);
    if (at <= exponentStart) return INVALID;
  }
  if (!hasExponent && at - start < MAX_FINITE_DIGITS) return at;
  return Number.isFinite(Number(decoder.decode(bytes.subarray(start, at)))) ? at : INVALID;
}

function skipDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at += 1;
  return at;
}

function skipString(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== QUOTE) return INVALID;
  let at = start + 1;
  while (at < end) {
    const byte = bytes[at] as number;
    if (IS_PLAIN[byte] === 1) {
      at += 1;
      continue;
    }
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return INVALID;
    at = byte === BACKSLASH ? skipEscape(bytes, at, end) : skipUtf8(bytes, at, end);
    if (at === INVALID) return INVALID;
  }
  return INVALID;
}

function skipEscape(bytes: Uint8Array, start: number, end: number): number {
  if (start + 1 >= end) return INVALID;
  if (ESCAPABLE.has(bytes[start + 1] as number)) return start + 2;
  const unit = readUnicodeEscape(bytes, start, end);
  if (unit === INVALID) return INVALID;
  if (unit < 0xd800 || unit > 0xdfff) return start + 6;
  // Half of a surrogate pair has no UTF-8.
  const low = unit > 0xdbff ? INVALID : readUnicodeEscape(bytes, start + 6, end);
  return low >= 0xdc00 && low <= 0xdfff ? start + 12 : INVALID;
}

function readUnicodeEscape(bytes: Uint8Array, start: number, end: number): number {
  if (start + 6 > end || bytes[start] !== BACKSLASH || bytes[start + 1] !== 0x75) return INVALID;
  let unit = 0;
  for (let at = start + 2; at < start + 6; at += 1) {
    const digit = hexValue(bytes[at] as number);
    if (digit === INVALID) return INVALID;
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexValue(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : INVALID;
}

/** Reads one character beyond ASCII, after the table of RFC 3629 §4. */
function skipUtf8(bytes: Uint8Array, start: number, end: number): number {
  const lead = bytes[start] as number;
  const second = bytes[start + 1] as number;
  if (lead >= 0xc2 && lead <= 0xdf) return skipTail(bytes, start + 1, 1, end);
  if (lead >= 0xe0 && lead <= 0xef) {
    if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return INVALID;
    return skipTail(bytes, start + 1, 2, end);
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return INVALID;
    return skipTail(bytes, start + 1, 3, end);
  }
  return INVALID;
}

function skipTail(bytes: Uint8Array, start: number, count: number, end: number): number {
  if (start + count > end) return INVALID;
  for (let at = start; at < start + count; at += 1) {
    if (((bytes[at] as number) & 0xc0) !== 0x80) return INVALID;
  }
  return start + count;
}

export function asciiBytes(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function byteSet(text: string): ReadonlySet<number> {
  return new Set(asciiBytes(text));
}
