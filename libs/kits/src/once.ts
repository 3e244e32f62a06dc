const shared = globalThis as { [key: symbol]: Set<string> | undefined };
const KEY = Symbol.for('@adit/kits:said');

/**
 * Writes one line to the server's log, once in a process: frameworks bundle the server in several parts.
 * @param reason a text or the thrown value
 * @param instead one sentence about the value used instead
 */
export function sayOnce(reason: unknown, instead: string): void {
  const text = reason instanceof Error ? reason.message : String(reason);
  const message = `Adit: ${text.replace(/\.$/, '')}. ${instead}`;
  const said = (shared[KEY] ??= new Set());
  if (said.has(message)) return;
  said.add(message);
  // eslint-disable-next-line no-console -- for the operator; monitoring itself is misconfigured
  console.error(message);
}
