/** Totals of one Jest or Playwright JSON report. Throws on a report that is neither, so that no suite goes uncounted. */
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
    // A test that passes only when it is run again has failed once: it counts as failed.
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
  }
  throw new Error('Not a Jest or Playwright JSON report.');
}

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
