/** A chain of causes deeper than this is an accident or an attack; Sentry's own filters look at five as well. */
const MAX_CAUSE_DEPTH = 5;

/** Reads a property of anything that can be thrown: `null`, primitives, proxies, objects whose getters throw. */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key];
  } catch {
    return undefined;
  }
}

/** A thrown value and up to five of its causes, outermost first. A cycle ends with the depth. */
export function causesOf(thrown: unknown): readonly unknown[] {
  const chain = [thrown];
  let cause = readProperty(thrown, 'cause');
  while (cause != null && chain.length <= MAX_CAUSE_DEPTH) {
    chain.push(cause);
    cause = readProperty(cause, 'cause');
  }
  return chain;
}
