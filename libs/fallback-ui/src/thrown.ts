/** Ends a cycle of causes too. */
const MAX_CAUSES = 5;

/** A digest is short, and a message says its subject first. The rest may be a whole HTML page. */
const MAX_TEXT_LENGTH = 200;

/** Reads a property of any value: `null`, primitives, revoked proxies, objects whose getters throw. */
export function readProperty(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** The first 200 characters of a property that is text; empty for any other value, whose conversion could throw. */
export function readText(value: unknown, key: string): string {
  const text = readProperty(value, key);
  return typeof text === 'string' ? text.slice(0, MAX_TEXT_LENGTH) : '';
}

/** A thrown value and up to five of its causes, outermost first. */
export function causesOf(thrown: unknown, most = MAX_CAUSES): readonly unknown[] {
  const cause = most && readProperty(thrown, 'cause');
  return cause ? [thrown, ...causesOf(cause, most - 1)] : [thrown];
}
