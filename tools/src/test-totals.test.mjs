import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

const jestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 1,
};
const playwrightReport = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] };

it('counts a suite that crashed before its tests ran as one failure', () => {
  expect(readTotals(jestReport)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

it('counts a test that passes only on a retry as failed', () => {
  expect(readTotals(playwrightReport)).toEqual({ passed: 7, failed: 2, skipped: 1 });
});

it('refuses a report of another kind instead of counting nothing', () => {
  expect(() => readTotals({})).toThrow('Not a Jest or Playwright JSON report.');
});

it('sums all suites and the failed tasks into the closing line', () => {
  const totals = [jestReport, playwrightReport].map(readTotals);

  expect(formatTotals(sumTotals(totals, 1))).toBe('12 passed, 5 failed, 4 skipped');
});
