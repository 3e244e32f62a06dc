let waiting: (() => void)[] = [];

function runAll(): void {
  const due = waiting;
  waiting = [];
  for (const work of due) {
    try {
      work();
    } catch (error) {
      // The remaining work still runs; then the error ends the process as it normally would.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/**
 * Runs work once this turn of the event loop has read everything that was available. Writes that are made together
 * reach the other process while it is awake: waking it for each write costs more than the write.
 * @param work does not throw
 */
export function atTurnEnd(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runAll);
}
