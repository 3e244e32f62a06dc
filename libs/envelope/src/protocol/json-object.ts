/** An object of JSON, as it was parsed and as it is written. */
export interface JsonObject {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A stretch of a text: from `start` up to and without `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A member of an object. Its value may have white space around it. */
export interface Member extends Stretch {
  readonly key: string;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 and parses it as JSON. `undefined` if it is neither. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown; readonly text: string } | undefined {
  try {
    const text = decoder.decode(bytes);
    return { value: JSON.parse(text) as unknown, text };
  } catch {
    return undefined;
  }
}

/** Whether a value of `JSON.parse` is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a header: an object of JSON. `undefined` for anything else, and if one of the fields is given twice: others may
 * then read another value than `JSON.parse`, which returns the last.
 */
export function readHeader(bytes: Uint8Array, fields: ReadonlySet<string>): JsonObject | undefined {
  const parsed = parseJson(bytes);
  if (parsed === undefined) return undefined;
  const { value, text } = parsed;
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const parts = partsOf(text);
  if (parts.length === keys.length) return { value, text };
  const written = parts.filter((part) => fields.has(memberOf(text, part).key));
  return written.length > keys.filter((key) => fields.has(key)).length ? undefined : { value, text };
}

/** The members of the object that a text is. The text must be valid. */
export function membersOf(text: string): readonly Member[] {
  return partsOf(text).map((part) => memberOf(text, part));
}

/** The elements of the array, or the members of the object, that a text is. The text must be valid. */
export function partsOf(text: string): readonly Stretch[] {
  const parts: Stretch[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at) - 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      if (depth === 1 && (parts.length > 0 || text.slice(start, at).trim() !== ''))
        parts.push({ start, end: at });
      depth -= 1;
    } else if (code === COMMA && depth === 1) {
      parts.push({ start, end: at });
      start = at + 1;
    }
  }
  return parts;
}

function memberOf(text: string, { start, end }: Stretch): Member {
  const keyStart = text.indexOf('"', start);
  const keyEnd = stringEnd(text, keyStart);
  const key = text.slice(keyStart + 1, keyEnd - 1);
  return {
    key: key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key,
    start: text.indexOf(':', keyEnd) + 1,
    end,
  };
}

/** The offset after the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (isEscaped(text, at));
  return at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
