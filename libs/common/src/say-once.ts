const shared = globalThis as { [key: symbol]: Set<string> | undefined };

/**
 * Writes one line to the log of a server, once in a process: frameworks bundle a server in several parts, each with its own
 * copy of a module.
 * @param key a symbol of `Symbol.for`, under which the process keeps the lines that were written
 * @param reason a text or the thrown value
 * @param instead one sentence about the value used instead
 */
export function sayOnce(key: symbol, reason: unknown, instead: string): void {
  const text = reason instanceof Error ? reason.message : String(reason);
  const message = `Adit: ${text.replace(/\.$/, '')}. ${instead}`;
  const said = (shared[key] ??= new Set());
  if (said.has(message)) return;
  said.add(message);
  // eslint-disable-next-line no-console -- for the operator; monitoring itself is misconfigured
  console.error(message);
}
