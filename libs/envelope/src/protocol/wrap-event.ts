import { concatBytes } from './bytes.ts';
import { isObject, parseJson } from './json-object.ts';
import { isUuid } from './uuid.ts';

const encoder = new TextEncoder();

/**
 * Makes an envelope of an event sent to `/store/`. The event's bytes stay unchanged. Transactions get their own item
 * type.
 * @param newId returns the id for an event without one: 32 hexadecimal digits
 * @returns `undefined` if it is not a JSON object, or its `event_id` is not a UUID
 */
export function wrapEvent(event: Uint8Array, newId: () => string): Uint8Array | undefined {
  const value = parseJson(event)?.value;
  if (!isObject(value)) return undefined;
  const { event_id: given, type: kind } = value;
  const eventId = given ?? newId();
  if (typeof eventId !== 'string' || !isUuid(eventId)) return undefined;
  return wrapItem({ event_id: eventId }, { type: kind === 'transaction' ? kind : 'event' }, event);
}

/** An envelope with one item. */
export function wrapItem(
  header: Readonly<Record<string, string>>,
  itemHeader: Readonly<Record<string, string>>,
  payload: Uint8Array,
): Uint8Array {
  const lines = [header, { ...itemHeader, length: payload.length }].map(
    (line) => `${JSON.stringify(line)}\n`,
  );
  return concatBytes([encoder.encode(lines.join('')), payload]);
}
