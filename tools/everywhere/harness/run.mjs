// Runs test files that are bundled with it, and reports each test when it ends.
import { expect } from 'expect';
import { fn, spyOn } from 'jest-mock';
import * as suite from './suite.mjs';

const { describe, it, beforeAll, beforeEach, afterEach, afterAll } = suite;
Object.assign(globalThis, { describe, it, test: it, beforeAll, beforeEach, afterEach, afterAll, expect });
globalThis.jest = { fn, spyOn, setTimeout: () => undefined };

/** The maximum number of lines reported for a failure. */
const MOST_LINES = 25;

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

const textOf = (error) =>
  `${error?.message ?? error}\n${error?.stack ?? ''}`
    .replaceAll(COLOURS, '')
    .split('\n', MOST_LINES)
    .join('\n');

/**
 * @param files the names of the test files, each with the function that imports it
 * @param tell called with `{ begin }` before each test, with its `{ title, outcome, error }` after it, and with `{ done
 * }`
 * @param skipped parts of the titles of tests to skip
 */
export async function runFiles(files, tell, skipped) {
  for (const [file, load] of Object.entries(files)) {
    await suite.runFile(load, async (name, run) => {
      const title = `${file} › ${name}`;
      if (skipped.some((part) => title.includes(part))) {
        tell({ title, outcome: 'skipped' });
        return;
      }
      tell({ begin: title });
      const { outcome, error } = await run();
      tell({ title, outcome, ...(error !== undefined && { error: textOf(error) }) });
    });
  }
  tell({ done: true });
}
