import { UsageError } from '../options.ts';
import {
  isObject,
  readEnvelopeItem,
  readEvent,
  readRecentItem,
  type JsonObject,
  type TriedItem,
  type TriedSample,
} from './tried-item.ts';

/** Properties that events have and headers of envelopes do not. */
const OF_EVENTS = [
  'type',
  'payload',
  'message',
  'exception',
  'platform',
  'level',
  'transaction',
  'timestamp',
];
const NOT_OF_ITEMS = OF_EVENTS.filter((name) => name !== 'type' && name !== 'platform').concat('event_id');

const NEWLINE = 0x0a;

/**
 * Reads an answer of `policy/recent`.
 * @throws UsageError if it is another answer
 */
export function readAnswer(value: unknown): TriedSample {
  const { items, scrubs }: JsonObject = isObject(value) ? value : { items: value };
  if (!Array.isArray(items)) throw new UsageError('the answer has no list of items');
  return {
    items: items.flatMap((item) => readRecentItem(item) ?? []),
    scrubs: Array.isArray(scrubs)
      ? scrubs.filter((id: unknown): id is string => typeof id === 'string')
      : undefined,
  };
}

/**
 * Reads a file of items: an answer of `policy/recent`, its items or events, one JSON object in a line or a list of them, and
 * envelopes as an SDK sends them.
 * @throws UsageError with the line that is none of these
 */
export function readItems(bytes: Buffer, file: string): TriedSample {
  const whole = parse(bytes.toString());
  if (isObject(whole) && !Array.isArray(whole['items'])) return { items: [readOne(whole)] };
  if (isObject(whole)) return readAnswer(whole);
  if (Array.isArray(whole)) return { items: whole.filter(isObject).map(readOne) };
  return { items: readLines(bytes, file) };
}

const readOne = (value: JsonObject): TriedItem => readRecentItem(value) ?? readEvent(value);

function readLines(bytes: Buffer, file: string): readonly TriedItem[] {
  const items: TriedItem[] = [];
  let envelope: JsonObject | undefined;
  for (let at = 0, number = 1; at < bytes.length; number += 1) {
    const end = lineEnd(bytes, at);
    const text = bytes.toString('utf8', at, end).trim();
    at = end + 1;
    if (text === '') continue;
    const value = parse(text);
    if (!isObject(value))
      throw new UsageError(`${file}:${number} is neither an item nor part of an envelope`);
    if (envelope !== undefined && isItemHeader(value)) {
      const { type, length } = value;
      const from = at;
      const to = typeof length === 'number' && length >= 0 ? from + length : lineEnd(bytes, from);
      items.push(...readEnvelopeItem(envelope, type, parse(bytes.toString('utf8', from, to))));
      at = bytes[to] === NEWLINE ? to + 1 : to;
      number += newlinesIn(bytes.subarray(from, at));
      continue;
    }
    envelope = isEnvelopeHeader(value, parse(bytes.toString('utf8', at, lineEnd(bytes, at))))
      ? value
      : undefined;
    if (envelope === undefined) items.push(readOne(value));
  }
  return items;
}

const isEnvelopeHeader = (value: JsonObject, next: unknown): boolean =>
  !OF_EVENTS.some((name) => name in value) && isItemHeader(next);

const isItemHeader = (value: unknown): value is JsonObject & { readonly type: string } =>
  isObject(value) && typeof value['type'] === 'string' && !NOT_OF_ITEMS.some((name) => name in value);

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}

const newlinesIn = (bytes: Buffer): number =>
  bytes.reduce((sum, byte) => sum + (byte === NEWLINE ? 1 : 0), 0);

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
