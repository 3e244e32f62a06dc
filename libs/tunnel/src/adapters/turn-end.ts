let waiting: (() => void)[] = [];

function runAll(): void {
  const due = waiting;
  waiting = [];
  for (const work of due) {
    try {
      work();
    } catch (error) {
      // The work of others is done all the same; the error then ends the process as it would have.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/**
 * Does something once this turn of the event loop has read everything there was to read. What is written together then
 * finds the process at the other end awake: to wake it for each write on its own costs more than the write.
 * @param work does not throw
 */
export function atTurnEnd(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runAll);
}
