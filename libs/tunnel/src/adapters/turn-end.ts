let waiting: (() => void)[] = [];

function runAll(): void {
  const due = waiting;
  waiting = [];
  for (const work of due) work();
}

/**
 * Does something once this turn of the event loop has read everything there was to read. What is written together then
 * finds the process at the other end awake: to wake it for each write on its own costs more than the write.
 * @param work does not throw
 */
export function atTurnEnd(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runAll);
}
