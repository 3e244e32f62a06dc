// How every suite runs: its options, its turns, its last figures, its verdicts and its documents.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeDocuments } from './document.mjs';

const FLAGS = ['quick', 'no-build', 'write', 'report', 'help'];

/** The middle one; the mean of the two middle ones of an even number. NaN for none. */
export function median(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The figures of the last run, or an empty object. */
export function readLast(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'test-output/results.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps the figures of a run for `--report`. */
export function keepResults(folder, results) {
  mkdirSync(join(folder, 'test-output'), { recursive: true });
  writeFileSync(join(folder, 'test-output/results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

/**
 * Every subject once in each round, so that a slow spell of the machine meets them all. Each round starts with another
 * subject if `rotate` is set. Rounds below 1 warm up and do not count.
 *
 * @returns the figures by the subject's id, one for each counted round
 */
export async function takeTurns({ subjects, rounds, warmUp = 0, rotate = false, onRound, measure }) {
  const results = Object.fromEntries(subjects.map(({ id }) => [id, []]));
  for (let round = 1 - warmUp; round <= rounds; round += 1) {
    onRound?.(round);
    const shift = rotate ? Math.max(0, round) % subjects.length : 0;
    for (const subject of [...subjects.slice(shift), ...subjects.slice(0, shift)]) {
      const figures = await measure(subject, round);
      if (round > 0) results[subject.id].push(figures);
    }
  }
  return results;
}

/**
 * Runs a suite from the command line. Problems are printed in one line and set the exit code.
 *
 * @param name of `docs/benchmarks/<name>.md` and its chart
 * @param folder of the suite; its last figures are in `test-output` there
 * @param options names of those that take a value
 * @param read checks the values and adds what follows from them; `isPartial` keeps the documents as they are
 * @param run measures and returns the figures
 * @param conclude from the figures: the lines to print, the text and the chart of the documents
 */
export async function runSuite({ name, folder, help, options, read, run, conclude }) {
  try {
    const { values } = parseArgs({
      options: {
        ...Object.fromEntries(options.map((option) => [option, { type: 'string' }])),
        ...Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'boolean', default: false }])),
      },
    });
    if (values.help) {
      console.log(help);
      return;
    }
    const chosen = { isPartial: values.quick, ...values, ...read(values) };
    const results = values.report ? readLast(folder) : await run(chosen);
    if (Object.keys(results).length === 0) throw new Error('There are no figures of an earlier run.');
    keepResults(folder, results);
    const { lines, text, chart } = conclude(results);
    console.log(['', ...lines].join('\n'));
    if (!chosen.isPartial || values.write || values.report) {
      await writeDocuments({ name, text: text(), chart: chart() });
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
