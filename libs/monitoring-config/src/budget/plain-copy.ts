import { serialized } from './json-size.ts';

/** What JSON can write. */
export type Json = string | number | boolean | null | Json[] | JsonRecord;

/** An object that JSON can write. */
export interface JsonRecord {
  [key: string]: Json;
}

/** Levels that are copied; the SDK's own events are a third as deep. */
const MAX_DEPTH = 32;

/** Values that are copied under one top-level key; no section keeps as many where it has to be trimmed. */
const MAX_VALUES = 131_072;

/**
 * A copy that JSON can write, for trimming in place. What JSON leaves out is left out; cycles, getters that throw and what is too
 * deep are named in the SDK's words.
 */
export function plainCopy(value: object): JsonRecord {
  const copy: JsonRecord = {};
  for (const key of keysOf(value)) {
    const allowance = { left: MAX_VALUES };
    const child = copyProperty(value, key, new Set([value]), allowance);
    if (child !== undefined) put(copy, key, child);
  }
  return copy;
}

interface Allowance {
  left: number;
}

function copyProperty(
  container: object,
  key: string,
  ancestors: Set<object>,
  allowance: Allowance,
): Json | undefined {
  try {
    return copyValue(serialized(key, Reflect.get(container, key)), ancestors, allowance);
  } catch {
    return '[Throws]';
  }
}

function copyValue(value: unknown, ancestors: Set<object>, allowance: Allowance): Json | undefined {
  allowance.left -= 1;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : copyContainer(value, ancestors, allowance);
    default:
      return undefined;
  }
}

function copyContainer(container: object, ancestors: Set<object>, allowance: Allowance): Json {
  if (ancestors.has(container)) return '[Circular ~]';
  const isList = Array.isArray(container);
  if (ancestors.size >= MAX_DEPTH || allowance.left <= 0) return isList ? '[Array]' : '[Object]';
  ancestors.add(container);
  const copy = isList
    ? copyList(container, ancestors, allowance)
    : copyRecord(container, ancestors, allowance);
  ancestors.delete(container);
  return copy;
}

function copyList(list: readonly unknown[], ancestors: Set<object>, allowance: Allowance): Json[] {
  const copy: Json[] = [];
  for (let index = 0; index < list.length && allowance.left > 0; index += 1)
    copy.push(copyProperty(list, String(index), ancestors, allowance) ?? null);
  return copy;
}

function copyRecord(record: object, ancestors: Set<object>, allowance: Allowance): JsonRecord {
  const copy: JsonRecord = {};
  for (const key of keysOf(record)) {
    if (allowance.left <= 0) break;
    const child = copyProperty(record, key, ancestors, allowance);
    if (child !== undefined) put(copy, key, child);
  }
  return copy;
}

function keysOf(value: object): readonly string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

/** Also for a key such as `__proto__`, which an assignment would not create. */
function put(record: JsonRecord, key: string, value: Json): void {
  Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
}
