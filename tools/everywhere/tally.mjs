// Counts the results of a run of tests.
const MARK = '@everywhere ';

/** The totals from the lines of a run. A run that aborts counts as one failure, of the test under way. */
export function createTally() {
  const tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  let running;
  let isDone = false;
  return {
    onLine: (line) => {
      if (!line.startsWith(MARK)) return;
      const { begin, done, outcome, title, error } = JSON.parse(line.slice(MARK.length));
      if (begin !== undefined) running = begin;
      if (done === true) isDone = true;
      if (outcome === undefined) return;
      running = undefined;
      tally[outcome] += 1;
      if (outcome === 'failed') tally.failures.push({ title, error });
    },
    end: (errors) => {
      if (isDone) return tally;
      tally.failed += 1;
      tally.failures.push({ title: running ?? 'the tests start', error: `the run broke off\n${errors}` });
      return tally;
    },
  };
}
