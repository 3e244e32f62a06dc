import { formatTotals, readFailures, readTotals, sumTotals } from './test-totals.mjs';

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

it('names the tests of Jest that failed, and the files that crashed', () => {
  const report = {
    testResults: [
      {
        name: '/a/one.test.ts',
        message: 'not read',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'sums up' },
        ],
      },
      { name: '/a/two.test.ts', message: '\n  Cannot find module\n at x', assertionResults: [] },
      { name: '/a/empty.test.ts', message: '', assertionResults: [] },
    ],
  };

  expect(readFailures(report)).toEqual(['/a/one.test.ts › sums up', '/a/two.test.ts › Cannot find module']);
  expect(readFailures(report, 1)).toHaveLength(1);
});

it('names the tests of Playwright that failed or needed a retry, with the groups they stand in', () => {
  const spec = (title, ok, status) => ({ title, ok, tests: [{ status }] });
  const report = {
    errors: [{ message: 'Error: no server\n at x' }],
    suites: [
      {
        file: 'a.spec.ts',
        title: 'a.spec.ts',
        specs: [spec('passes', true, 'expected'), spec('fails', false, 'unexpected')],
        suites: [{ file: 'a.spec.ts', title: 'group', specs: [spec('wobbles', true, 'flaky')] }],
      },
    ],
  };

  expect(readFailures(report)).toEqual([
    'Error: no server',
    'a.spec.ts › fails',
    'a.spec.ts › group › wobbles',
  ]);
});
