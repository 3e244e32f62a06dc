// Counts what a run of tests tells.
const MARK = '@everywhere ';

/** What the lines of a run come to. A run that breaks off counts as one failure, of the test that was under way. */
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
