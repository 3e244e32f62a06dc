// The results of suites: tests that pass, fail or are skipped, and cells of the table.
import { createCells } from './cells.mjs';

/** The maximum number of lines printed for a failure. */
const MOST_LINES = 12;

const oneLine = (error) => String(error?.message ?? error).split('\n')[0];
const someLines = (error) =>
  String(error?.stack ?? error)
    .split('\n')
    .slice(0, MOST_LINES)
    .join('\n      ');

/** Creates a report that prints each test when it ends. */
export function createReport({ print = console.log, now = Date.now } = {}) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const cells = createCells();
  const secondsSince = (startedAt) => `${((now() - startedAt) / 1_000).toFixed(1)} s`;

  /** The report of one suite, whose name precedes the title of each test. */
  const of = (suite) => ({
    /** Sets a cell of the table: a count, or the reason why there is none. */
    cell: cells.cell,
    /**
     * Runs a test. Resolves to its result, or to undefined if it throws.
     * @param at row and column of a cell, which gets the text that the test returns, or says that it failed
     */
    check: async (title, test, at) => {
      const startedAt = now();
      try {
        const result = await test();
        totals.passed += 1;
        print(`✓ ${suite}: ${title} (${secondsSince(startedAt)})`);
        if (at !== undefined) cells.cell(...at, result);
        return result;
      } catch (error) {
        totals.failed += 1;
        print(`✕ ${suite}: ${title} (${secondsSince(startedAt)})\n      ${someLines(error)}`);
        if (at !== undefined) cells.cell(...at, `**failed**: ${oneLine(error)}`);
        return undefined;
      }
    },
    /** Counts a test, or a whole suite, that cannot run here, with the reason. */
    skip: (title, reason, at) => {
      totals.skipped += 1;
      print(`– ${suite}: ${title}: ${reason}`);
      if (at !== undefined) cells.cell(...at, reason);
    },
  });
  return { totals, cells, of, ...of('all') };
}
