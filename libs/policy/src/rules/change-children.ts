import { readableCopy, type JsonObject } from '../scrub/read-payload.ts';

/** The SDK's text for a circular reference. */
const CIRCULAR = '[Circular ~]';

/** Returns a new value for a child, or the child itself. The name of a list's element is its index. */
type ChangeChild = (child: unknown, name: string) => unknown;

/** Returns the object itself if no child changes, else a copy. Properties that cannot be read are left out of the copy. */
export function changeChildren(given: object, change: ChangeChild): unknown {
  if (Array.isArray(given)) return changeElements(given as readonly unknown[], change);
  try {
    return changeProperties(given as JsonObject, change) ?? given;
  } catch {
    const readable = readableCopy(given as JsonObject);
    return changeProperties(readable, change) ?? readable;
  }
}

function changeElements(given: readonly unknown[], change: ChangeChild): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < given.length; index += 1) {
    const before = given[index];
    const after = change(before, String(index));
    if (after === before) continue;
    copy ??= [...given];
    copy[index] = after;
  }
  return copy ?? given;
}

function changeProperties(given: JsonObject, change: ChangeChild): JsonObject | undefined {
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(given)) {
    const before = given[name];
    const after = change(before, name);
    if (after === before) continue;
    copy ??= { ...given };
    copy[name] = after;
  }
  return copy;
}

/** Returns the result for an object: the one from before if it has been read, and a text if it is being read, which is a cycle. */
export type Memory = (object: object, compute: () => unknown) => unknown;

/** Creates a {@link Memory} for one walk. */
export function createMemory(): Memory {
  const results = new Map<object, unknown>();
  return (object, compute) => {
    if (results.has(object)) return results.get(object);
    results.set(object, CIRCULAR);
    const result = compute();
    results.set(object, result);
    return result;
  };
}
