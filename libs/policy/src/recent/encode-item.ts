import type { RecentItem } from './recent-item.ts';

/** The most bytes of an item. */
const MAX_BYTES = 2_000;

interface Room {
  /** Characters of messages and addresses. */
  readonly long: number;
  /** Characters of other texts. */
  readonly short: number;
  /** Tags, attributes and headers, of each kind. */
  readonly entries: number;
  readonly frames: number;
}

/** Each is tried until the item fits. */
const ROOMS: readonly Room[] = [
  { long: 600, short: 200, entries: 20, frames: 10 },
  { long: 500, short: 120, entries: 20, frames: 5 },
  { long: 300, short: 80, entries: 10, frames: 5 },
  { long: 150, short: 60, entries: 6, frames: 3 },
  { long: 60, short: 20, entries: 0, frames: 1 },
];

/** Names of texts that rules read at length. */
const LONG: ReadonlySet<string> = new Set([
  'message',
  'formatted',
  'value',
  'body',
  'url',
  'comments',
  'transaction',
  'name',
  'description',
  'userAgent',
]);
const ENTRIES: ReadonlySet<string> = new Set(['tags', 'attributes', 'data', 'headers']);

const encoder = new TextEncoder();

/** The item as JSON in UTF-8, cut if it has more than 2,000 bytes; `undefined` if nothing helps. */
export function encodeItem(item: Omit<RecentItem, 'standsFor'>): Uint8Array | undefined {
  const whole = encode(item);
  if (whole !== undefined) return whole;
  for (const room of ROOMS) {
    const text = encode(cut(item, '', room));
    if (text !== undefined) return text;
  }
  return undefined;
}

function encode(value: unknown): Uint8Array | undefined {
  const text = JSON.stringify(value);
  if (text.length > MAX_BYTES) return undefined;
  const bytes = encoder.encode(text);
  return bytes.byteLength <= MAX_BYTES ? bytes : undefined;
}

function cut(value: unknown, name: string, room: Room): unknown {
  if (typeof value === 'string') return cutText(value, LONG.has(name) ? room.long : room.short);
  if (Array.isArray(value)) {
    if (name === 'frames') return value.slice(-room.frames).map((one) => cut(one, '', room));
    const kept: readonly unknown[] = ENTRIES.has(name) ? value.slice(0, room.entries) : value;
    return kept.map((one) => cut(one, '', room));
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  let left = ENTRIES.has(name) ? room.entries : Infinity;
  for (const [key, one] of Object.entries(value)) {
    if (left <= 0) break;
    left -= 1;
    copy[key] = cut(one, key, room);
  }
  return copy;
}

/** Half of a pair of surrogates is no text. */
const cutText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
