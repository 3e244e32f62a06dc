/** Longest text that is parsed as JSON, in characters. Longer texts are scrubbed as prose. */
const MAX_JSON_LENGTH = 262_144;

/**
 * Returns a text with each unpaired surrogate replaced, if the runtime can: `'🛒'.slice(0, 1)` is one. Relay refuses an
 * event that contains one, including later events whose breadcrumbs contain it.
 */
export const wellFormed = (text: string & { toWellFormed?: () => string }): string =>
  text.toWellFormed?.() ?? text;

/** Returns whether a text starts and ends like an object or a list. */
export function isJsonContainer(text: string): boolean {
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return false;
  return text.length <= MAX_JSON_LENGTH && /[\]}]\s*$/.test(text.slice(-8));
}

/** Returns whether a value is a pair of a name and a value. */
export function isPair(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

/** The properties of an attribute of a streamed span or a log. */
export const ATTRIBUTE_KEYS: ReadonlySet<string> = new Set(['value', 'type', 'unit']);

/** Returns whether an object is an attribute of a streamed span or a log: `{ value, type }`. */
export function isAttribute(source: JsonObject): boolean {
  return 'value' in source && Object.keys(source).every((name) => ATTRIBUTE_KEYS.has(name));
}

/** Returns a value as `JSON.stringify` reads it: for a URL object its address. */
export function asJson(value: object): unknown {
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return value;
    const { toJSON } = value as { toJSON?: unknown };
    return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
  } catch {
    return value;
  }
}

/** Returns whether a value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** An object as JSON has it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a copy of an object with getters that throw, as far as it can be read. */
export function readableCopy(source: JsonObject): JsonObject {
  const copy: Record<string, unknown> = {};
  try {
    for (const name of Object.keys(source)) {
      copy[name] = undefined;
      try {
        copy[name] = source[name];
      } catch {
        /* Left as undefined. */
      }
    }
  } catch {
    /* A proxy without keys. */
  }
  return copy;
}
