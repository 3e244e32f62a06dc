import { MAX_UNIT_BYTES, textSize, unitSize } from './json-size.ts';
import type { Json, JsonRecord } from './plain-copy.ts';

/** What the SDK writes where it stopped, in `utils/normalize.ts` of @sentry/core: the same places, the same words. */
const MORE = '[MaxProperties ~]';

const ELLIPSIS = '…';

/** The text, or as much of its beginning as takes `maxBytes` in JSON, with an ellipsis. */
export function cutText(text: string, maxBytes: number): string {
  if (text.length * MAX_UNIT_BYTES + 2 <= maxBytes || textSize(text) <= maxBytes) return text;
  let bytes = textSize(ELLIPSIS);
  let end = 0;
  while (end < text.length && bytes + unitSize(text, end) <= maxBytes) {
    bytes += unitSize(text, end);
    end += 1;
  }
  // Half a character is none.
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end) + ELLIPSIS;
}

/** Replaces what lies deeper than `depth` levels by its kind, as the SDK does. */
export function limitDepth(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth <= 0) return Array.isArray(value) ? '[Array]' : '[Object]';
  return mapValues(value, (child) => limitDepth(child, depth - 1));
}

/** Keeps the first `breadth` elements or properties of each container. */
export function limitBreadth(value: Json, breadth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, breadth).map((child) => limitBreadth(child, breadth));
    return value.length > breadth ? [...kept, MORE] : kept;
  }
  const entries = Object.entries(value);
  const kept = entries.slice(0, breadth).map(([key, child]) => [key, limitBreadth(child, breadth)] as const);
  const [next] = entries.slice(breadth);
  return Object.fromEntries(next === undefined ? kept : [...kept, [next[0], MORE] as const]);
}

/** Cuts every text, the names of properties included. */
export function limitTexts(value: Json, maxBytes: number): Json {
  if (typeof value === 'string') return cutText(value, maxBytes);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((child) => limitTexts(child, maxBytes));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [cutText(key, maxBytes), limitTexts(child, maxBytes)]),
  );
}

function mapValues(value: Json[] | JsonRecord, change: (child: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(child)]));
}

/** The value as an object; an empty one, belonging to nobody, where it is none. */
export function recordIn(value: Json | undefined): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** The objects of a list; none where it is no list. */
export function recordsIn(value: Json | undefined): readonly JsonRecord[] {
  return Array.isArray(value)
    ? value.filter(
        (child): child is JsonRecord => typeof child === 'object' && child !== null && !Array.isArray(child),
      )
    : [];
}
