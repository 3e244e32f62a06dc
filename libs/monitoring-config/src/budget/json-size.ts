/** Levels after which a value counts as too deep to serialise: `JSON.stringify` is recursive and would exhaust the stack. */
const MAX_DEPTH = 200;

interface Count {
  bytes: number;
  readonly limit: number;
  readonly textBytes: (text: string) => number;
  /** The objects around the one being counted. */
  readonly ancestors: Set<object>;
}

/**
 * Bytes of `JSON.stringify(value)` in UTF-8, counted without building the text. Counting ends once `limit` is passed; the
 * result then is some number beyond it. `undefined` for what cannot be serialised: cycles, getters that throw, `bigint`, and
 * nesting beyond 200 levels.
 */
export function jsonSize(value: unknown, limit = Infinity): number | undefined {
  return measure(value, limit, textSize);
}

/** Most bytes that one UTF-16 unit takes in JSON: a control character as `\\u0000`. */
export const MAX_UNIT_BYTES = 6;

/** Bytes of the JSON were every character to take the most it can: told without looking at characters. */
export function jsonSizeAtMost(value: unknown, limit = Infinity): number | undefined {
  return measure(value, limit, ({ length }) => length * MAX_UNIT_BYTES + 2);
}

/**
 * Whether the JSON of a value takes at most `maxBytes`; `false` also for what cannot be serialised. Characters are counted only
 * where it is close: most events fit if each took the most it can, and the large ones do not if each took a single byte.
 */
export function fitsInto(value: unknown, maxBytes: number): boolean {
  const atMost = jsonSizeAtMost(value, maxBytes);
  if (atMost === undefined) return false;
  if (atMost <= maxBytes) return true;
  const atLeast = measure(value, maxBytes, ({ length }) => length + 2);
  return atLeast !== undefined && atLeast <= maxBytes && (jsonSize(value, maxBytes) ?? Infinity) <= maxBytes;
}

function measure(value: unknown, limit: number, textBytes: Count['textBytes']): number | undefined {
  const count: Count = { bytes: 0, limit, textBytes, ancestors: new Set() };
  try {
    add(count, '', value);
    return count.bytes;
  } catch {
    return undefined;
  }
}

/** Adds a value; `false` when JSON has no way to write it, so that an object leaves its key out. */
function add(count: Count, key: string, given: unknown): boolean {
  const value = serialized(key, given);
  switch (typeof value) {
    case 'string':
      count.bytes += count.textBytes(value);
      return true;
    case 'number':
      count.bytes += Number.isFinite(value) ? String(value).length : 4;
      return true;
    case 'boolean':
      count.bytes += value ? 4 : 5;
      return true;
    case 'object':
      if (value === null) count.bytes += 4;
      else addContainer(count, value);
      return true;
    case 'bigint':
      throw new TypeError('JSON has no bigint');
    default:
      return false;
  }
}

function addContainer(count: Count, container: object): void {
  if (count.ancestors.has(container) || count.ancestors.size >= MAX_DEPTH)
    throw new TypeError('the value contains itself, or is too deep');
  count.ancestors.add(container);
  count.bytes += 2;
  if (Array.isArray(container)) addElements(count, container);
  else addProperties(count, container);
  count.ancestors.delete(container);
}

function addElements(count: Count, elements: readonly unknown[]): void {
  for (let index = 0; index < elements.length && count.bytes <= count.limit; index += 1) {
    if (index > 0) count.bytes += 1;
    if (!add(count, String(index), elements[index])) count.bytes += 4; // null
  }
}

function addProperties(count: Count, container: object): void {
  let isFirst = true;
  for (const key of Object.keys(container)) {
    if (count.bytes > count.limit) return;
    if (!add(count, key, Reflect.get(container, key))) continue;
    // Key, colon, and a comma between two.
    count.bytes += count.textBytes(key) + (isFirst ? 1 : 2);
    isFirst = false;
  }
}

/** What stands for the value: its `toJSON` answers for it, and boxes count as their content. */
export function serialized(key: string, value: unknown): unknown {
  const own =
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
      ? (value.toJSON as (key: string) => unknown)(key)
      : value;
  return own instanceof String || own instanceof Number || own instanceof Boolean ? own.valueOf() : own;
}

/** Bytes of a text in JSON, its quotes included. */
export function textSize(text: string): number {
  let bytes = 2;
  for (let index = 0; index < text.length; index += 1) bytes += unitSize(text, index);
  return bytes;
}

const SURROGATE = 0xd800;
const LOW_SURROGATE = 0xdc00;
const AFTER_SURROGATES = 0xe000;

/** Bytes of one UTF-16 unit in JSON; a pair of surrogates takes four, two for each. */
export function unitSize(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0x20) return code >= 8 && code <= 13 && code !== 11 ? 2 : 6; // \b \t \n \f \r, else \u00xx
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code < SURROGATE || code >= AFTER_SURROGATES) return 3;
  const isPaired =
    code < LOW_SURROGATE ? isLow(text.charCodeAt(index + 1)) : isHigh(text.charCodeAt(index - 1));
  return isPaired ? 2 : 6; // well-formed JSON.stringify writes a lone one as \udxxx
}

function isHigh(code: number): boolean {
  return code >= SURROGATE && code < LOW_SURROGATE;
}

function isLow(code: number): boolean {
  return code >= LOW_SURROGATE && code < AFTER_SURROGATES;
}
