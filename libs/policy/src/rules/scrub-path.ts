import { isPair } from '../scrub/read-payload.ts';
import { changeChildren, createMemory, type Memory } from './change-children.ts';

/** Fields that may be a list of pairs of a name and a value. */
const PAIRED: ReadonlySet<string | undefined> = new Set([
  'headers',
  'cookies',
  'tags',
  'env',
  'query_string',
]);

/**
 * Returns a value with the values at a path replaced. Names match in any letter case. A name that has dots itself, as attributes have, is
 * written as it is. In a list, a name stands for an index; in a list of headers, cookies
 * or tags, for the name of a pair.
 */
export function scrubPath(
  value: unknown,
  path: readonly string[],
  replace: (found: unknown) => unknown,
): unknown {
  /** One for each part of the path, so that shared objects are read once. */
  const memories: readonly Memory[] = path.map(createMemory);

  const walk = (given: unknown, from: number): unknown => {
    if (from === path.length) return given === undefined || given === null ? given : replace(given);
    const memory = memories[from];
    if (typeof given !== 'object' || given === null || memory === undefined) return given;
    return memory(given, () =>
      changeChildren(given, (child, name) => {
        if (PAIRED.has(path[from - 1]) && Array.isArray(given) && isPair(child)) return inPair(child, from);
        const next = stepOver(path, from, name);
        return next === undefined ? child : walk(child, next);
      }),
    );
  };

  const inPair = (pair: readonly [string, unknown], from: number): unknown => {
    const [name, before] = pair;
    const next = stepOver(path, from, name);
    if (next === undefined) return pair;
    const after = walk(before, next);
    return after === before ? pair : [name, after];
  };

  return walk(value, 0);
}

/** The place in the path behind a name; `undefined` if the path goes elsewhere. */
function stepOver(path: readonly string[], from: number, name: string): number | undefined {
  if (path[from] === '*') return from + 1;
  const names = name.toLowerCase().split('.', path.length + 1);
  return names.every((part, index) => path[from + index] === part) ? from + names.length : undefined;
}
