/** The time between two attempts, in milliseconds. */
const EVERY_MS = 1_000;

/**
 * A control: sends all stored envelopes at once every second, and each new envelope too. No pace, no pauses, and all
 * replicas at the same time.
 */
export function createNaiveDrain({ spool, clock, deliver }) {
  async function attempt() {
    clock.setTimeout(() => void attempt(), EVERY_MS);
    for (const dsn of spool.pendingDsns()) {
      const entries = [];
      for (let behind = 0, entry = await spool.peek(dsn); entry !== undefined;) {
        entries.push(entry);
        behind += 1;
        entry = await spool.peekBehind(dsn, behind);
      }
      const verdicts = await Promise.all(entries.map((entry) => deliver(entry)));
      for (const { kind } of verdicts) if (kind === 'delivered') await spool.remove(dsn);
    }
  }
  return {
    start: () => void attempt(),
    wake: () => undefined,
    letsNewTry: () => true,
    noteFailure: () => undefined,
    noteTaken: () => undefined,
  };
}
