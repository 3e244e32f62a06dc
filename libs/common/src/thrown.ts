/** The longest chain of causes that is followed; it also ends a cycle. Sentry's own filters follow five as well. */
const MAX_CAUSES = 5;

/** Longest text read from a thrown value, in characters. A message may be a whole HTML page. */
const MAX_TEXT_LENGTH = 1_000;

/** Reads a property of any value: `null`, a primitive, a revoked proxy. `undefined` if reading it throws. */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  try {
    // Without `?.` an absent value would throw, which costs microseconds.
    return (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key];
  } catch {
    return undefined;
  }
}

/** The first 1,000 characters of a property that is a string; otherwise an empty string. */
export function readText(value: unknown, key: PropertyKey): string {
  const text = readProperty(value, key);
  return typeof text === 'string' ? text.slice(0, MAX_TEXT_LENGTH) : '';
}

/** A thrown value and up to five of its causes, outermost first. */
export function causesOf(thrown: unknown, most = MAX_CAUSES): readonly unknown[] {
  const cause = most && readProperty(thrown, 'cause');
  return cause ? [thrown, ...causesOf(cause, most - 1)] : [thrown];
}

/** One line for a thrown value and for each of up to five causes: the given properties, joined by `: `. */
export function linesOf(thrown: unknown, ...keys: readonly string[]): string {
  return causesOf(thrown)
    .map((error) => keys.map((key) => readText(error, key)).join(': '))
    .join('\n');
}
