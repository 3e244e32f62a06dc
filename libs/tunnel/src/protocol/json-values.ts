import { asciiBytes, BACKSLASH, bytesEqual, FALSE, NINE, NULL, QUOTE, TRUE, ZERO } from './json-bytes.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether the value is `null`. */
export function isNull(bytes: Uint8Array, start: number, end: number): boolean {
  return bytesEqual(bytes, start, end, NULL);
}

/** Whether the value is `true` or `false`. */
export function isBoolean(bytes: Uint8Array, start: number, end: number): boolean {
  return bytesEqual(bytes, start, end, TRUE) || bytesEqual(bytes, start, end, FALSE);
}

/**
 * The value of an unsigned integer; `undefined` for other values and above `max`. As in serde, `1.0`, `1e0` and `-0` are
 * not integers.
 */
export function readUnsigned(bytes: Uint8Array, start: number, end: number, max: number): number | undefined {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < ZERO || byte > NINE) return undefined;
    value = value * 10 + byte - ZERO;
    if (value > max) return undefined;
  }
  return value;
}

/** Whether the value is a string. */
export function isString(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === QUOTE;
}

/** The longest text that is built character by character. V8 needs 32 bytes for each character until it is done. */
const MAX_JOINED_BYTES = 64;

/** The text of a string; `undefined` for any other value. The offsets include the quotes. */
export function readString(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (!isString(bytes, start)) return undefined;
  if (end - start > MAX_JOINED_BYTES) return decodeString(bytes, start, end);
  let text = '';
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH || byte >= 0x80) return decodeString(bytes, start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}

function decodeString(bytes: Uint8Array, start: number, end: number): string {
  return JSON.parse(decoder.decode(bytes.subarray(start, end))) as string;
}

/** A name of a {@link NameTable}, with its own bit for a set of seen names. */
export interface NameEntry<N extends string> {
  readonly name: N;
  readonly bit: number;
}

/** Finds keys among a fixed set of names. */
export interface NameTable<N extends string> {
  /** The name of a key, which is given with its quotes; `undefined` for an unknown key. */
  readonly match: (bytes: Uint8Array, keyStart: number, keyEnd: number) => NameEntry<N> | undefined;
}

/** Creates a {@link NameTable} of up to 31 ASCII names. It also recognises keys with escapes. */
export function createNameTable<const N extends string>(names: readonly N[]): NameTable<N> {
  const entries = names.map((name, index) => ({ name, bit: 1 << index, bytes: asciiBytes(name) }));
  const ofLength: (typeof entries)[] = [];
  for (const entry of entries) (ofLength[entry.name.length] ??= []).push(entry);
  return {
    match: (bytes, keyStart, keyEnd) => {
      for (const entry of ofLength[keyEnd - keyStart - 2] ?? NO_ENTRIES) {
        if (bytesEqual(bytes, keyStart + 1, keyEnd - 1, entry.bytes)) return entry;
      }
      if (!hasEscape(bytes, keyStart, keyEnd)) return undefined;
      const key = readString(bytes, keyStart, keyEnd);
      return entries.find(({ name }) => name === key);
    },
  };
}

const NO_ENTRIES: readonly never[] = [];

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return true;
  return false;
}
