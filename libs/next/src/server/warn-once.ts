const shared = globalThis as { [key: symbol]: Set<string> | undefined };
const KEY = Symbol.for('@adit/next:warned');

/**
 * Writes one line to the server's log, once in a process: Next bundles instrumentation, routes and pages separately.
 * The edge runtime writes nothing, because Node has written the same line.
 * @param reason a text or the thrown value
 * @param instead one sentence about the value used instead
 */
export function warnOnce(reason: unknown, instead: string): void {
  const text = reason instanceof Error ? reason.message : String(reason);
  const message = `Adit: ${text.replace(/\.$/, '')}. ${instead}`;
  const warned = (shared[KEY] ??= new Set());
  if (warned.has(message) || process.env.NEXT_RUNTIME === 'edge') return;
  warned.add(message);
  // eslint-disable-next-line no-console -- for the operator; monitoring itself is misconfigured
  console.error(message);
}
