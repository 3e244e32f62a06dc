/** The largest event that ingest accepts, in bytes: Relay's `max_event_size` (https://develop.sentry.dev/sdk/envelopes/#size-limits). */
export const MAX_EVENT_BYTES = 1_048_576;

/** The smallest size that an event can be trimmed to without losing its identity, in bytes. */
export const MIN_EVENT_BYTES = 65_536;

/** Longest text that is kept in an event that is too large, in bytes of JSON. */
const MAX_TEXT_BYTES = 16_384;

/** Nested levels that are kept. The SDK sends fewer than half as many. */
const MAX_DEPTH = 32;

/** Most bytes of a number, a boolean or `null`, and of an empty object or list, with a comma. */
const SCALAR_BYTES = 26;

/** Bytes of `null` with a comma. `null` stands for an element that does not fit. */
const NULL_BYTES = 5;

/** Bytes that stay free for the names of sections and for `_meta`. */
const OWN_BYTES = 4_096;

/** Sections in the order in which they get room: each at most half of what is left. Other properties come last. */
const SECTIONS: readonly string[] = [
  ...['event_id', 'type', 'platform', 'level', 'timestamp', 'start_timestamp', 'environment', 'release'],
  ...['dist', 'transaction', 'exception', 'contexts', 'tags', 'user', 'message', 'logentry', 'fingerprint'],
  ...['sdk', 'debug_meta', 'request', 'breadcrumbs', 'spans', 'threads', 'extra'],
];

type JsonObject = Record<string, unknown>;

/** Space for a copy. */
interface Room {
  bytes: number;
  /** Whether something was cut or left out. */
  isShort: boolean;
}

/**
 * Returns the event if its JSON takes at most `maxBytes`, else a copy that does. The copy keeps what identifies the event, the
 * captured exception with the frames nearest the throw, and as much as fits of the rest: small properties before large ones, and
 * the last elements of lists. `_meta` marks sections that are not complete, as Relay does. An event that JSON cannot express is
 * copied as far as JSON can.
 */
export function trimEvent(event: object, maxBytes: number): object {
  if (jsonBytes(event, maxBytes) <= maxBytes) return event;
  const trimmed: JsonObject = {};
  const meta: JsonObject = {};
  const room: Room = { bytes: maxBytes - OWN_BYTES, isShort: false };
  for (const name of SECTIONS)
    inShare(room, 2, (share) => {
      const section = copyProperty(event, name, share, 1);
      if (section !== undefined) trimmed[name] = section;
      if (share.isShort) meta[name] = { '': { rem: [['!limit', 'x']] } };
    });
  const others = keysOf(event).filter((name) => !SECTIONS.includes(name));
  return {
    ...copyObject(event, others, room, 1),
    ...trimmed,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** Copies into one part of the room. Bytes that it does not need go back. */
function inShare(room: Room, parts: number, copyInto: (share: Room) => void): void {
  const share: Room = { bytes: Math.floor(room.bytes / parts), isShort: false };
  room.bytes -= share.bytes;
  copyInto(share);
  room.bytes += share.bytes;
  room.isShort ||= share.isShort;
}

/**
 * Bytes of the JSON in UTF-8; `Infinity` if there is none. If a text certainly has at most `limit` bytes, they are not
 * counted exactly.
 */
function jsonBytes(value: unknown, limit = 0): number {
  try {
    const json = JSON.stringify(value);
    // No UTF-16 unit takes more than three bytes, and the two of a surrogate pair take four.
    let bytes = json.length;
    if (bytes * 3 <= limit) return bytes;
    for (let index = 0; index < json.length; index += 1) {
      const code = json.charCodeAt(index);
      if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
    }
    return bytes;
  } catch {
    return Infinity;
  }
}

/** A copy of a property, `undefined` if JSON leaves it out or there is no room. */
function copyProperty(holder: object, name: string, room: Room, depth: number): unknown {
  const value = read(holder, name);
  if (typeof value === 'string' || typeof value === 'bigint') return copyText(String(value), room);
  if (typeof value !== 'object' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (depth > MAX_DEPTH || !take(room, SCALAR_BYTES)) {
    room.isShort = true;
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? copyList(value, room, depth + 1)
    : copyObject(value, keysOf(value), room, depth + 1);
}

/** The last elements: the captured error, the frames nearest the throw, the latest breadcrumbs. */
function copyList(list: readonly unknown[], room: Room, depth: number): unknown[] {
  const copy: unknown[] = [];
  for (let index = list.length - 1; index >= 0; index -= 1) {
    if (!take(room, NULL_BYTES)) break;
    copy.push(copyProperty(list, String(index), room, depth) ?? null);
  }
  return copy.reverse();
}

/** Texts and numbers come first. Then objects and lists get equal shares, so that a large one does not take the room of others. */
function copyObject(source: object, names: readonly string[], room: Room, depth: number): JsonObject {
  const copy: [string, unknown][] = [];
  const copyInto = (name: string, own: Room): void => {
    if (!take(own, jsonBytes(name) + 1)) return;
    const value = copyProperty(source, name, own, depth);
    if (value !== undefined) copy.push([name, value]);
  };
  const isContainer = (name: string): boolean => typeof read(source, name) === 'object';
  for (const name of names) if (!isContainer(name)) copyInto(name, room);
  names.filter(isContainer).forEach((name, index, { length }) => {
    inShare(room, length - index, (share) => {
      copyInto(name, share);
    });
  });
  return Object.fromEntries(copy);
}

/** As much of the beginning as fits. */
function copyText(text: string, room: Room): string | undefined {
  const limit = Math.min(MAX_TEXT_BYTES, room.bytes);
  let copy = text.slice(0, limit);
  if (copy !== text) copy += '…';
  while (copy.length > 1 && jsonBytes(copy) >= limit)
    copy = `${copy.slice(0, Math.floor(copy.length * 0.8) - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  if (copy !== text) room.isShort = true;
  return take(room, jsonBytes(copy) + 1) ? copy : undefined;
}

/** Claims bytes, if that many are left. */
function take(room: Room, bytes: number): boolean {
  const isEnough = bytes <= room.bytes;
  if (isEnough) room.bytes -= bytes;
  else room.isShort = true;
  return isEnough;
}

/** A value as JSON writes it; `undefined` if it cannot be read. */
function read(holder: object, name: string): unknown {
  try {
    const value: unknown = Reflect.get(holder, name);
    const { toJSON } = Object(value) as { toJSON?: unknown };
    return typeof toJSON === 'function' ? (toJSON.call(value, name) as unknown) : value;
  } catch {
    return undefined;
  }
}

function keysOf(value: object): readonly string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}
