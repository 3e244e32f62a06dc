/** Totals of one Jest or Playwright JSON report. Throws on any other report, so that every suite is counted. */
export function readTotals(report) {
  if (typeof report?.numPassedTests === 'number') {
    const crashedSuites = report.numRuntimeErrorTestSuites ?? 0;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + crashedSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  }
  if (typeof report?.stats?.expected === 'number') {
    const { expected, unexpected, flaky, skipped } = report.stats;
    // A test that passes only after a retry counts as failed.
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
  }
  throw new Error('Not a Jest or Playwright JSON report.');
}

/** Names of the tests of a report that failed, and of files that crashed: `file › title`. At most `limit`. */
export function readFailures(report, limit = 20) {
  const failures = report.testResults
    ? report.testResults.flatMap(failuresOfFile)
    : [
        ...report.errors.map(({ message }) => firstLine(message)),
        ...report.suites.flatMap((suite) => failuresOfSuite(suite)),
      ];
  return failures.slice(0, limit);
}

function failuresOfFile({ name, assertionResults, message }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length > 0) return failed.map(({ fullName }) => `${name} › ${fullName}`);
  return assertionResults.length === 0 && message ? [`${name} › ${firstLine(message)}`] : [];
}

function failuresOfSuite({ file, title, specs = [], suites = [] }, above = []) {
  const titles = title === file ? above : [...above, title];
  return [
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
      .map((spec) => [file, ...titles, spec.title].join(' › ')),
    ...suites.flatMap((suite) => failuresOfSuite(suite, titles)),
  ];
}

const firstLine = (message = '') => message.trim().split('\n', 1)[0];

/** Sums totals; `failedTasks` (lint, types, builds, package checks that failed) count as one failure each. */
export function sumTotals(totals, failedTasks = 0) {
  return totals.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: failedTasks, skipped: 0 },
  );
}

/** The closing line of `npm test`. */
export const formatTotals = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
