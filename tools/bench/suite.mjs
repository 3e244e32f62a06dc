// The common parts of benchmarks: options, turns, last figures, verdicts and documents.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeReport } from './report.mjs';

const FLAGS = ['quick', 'no-build', 'write', 'report', 'help'];

/** The median; the mean of the two middle numbers if their count is even. NaN for none. */
export function median(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which this share of the numbers lies. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The count given as `--name`, or the default. Throws with one line unless it is a whole number from 1. */
export function readCount(values, name, usual) {
  const number = Number(values[name] ?? usual);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} ${values[name]} is not a count: use a whole number from 1.`);
  return number;
}

/** The items of `all` in a list of ids; without a list, all. Throws with one line for an unknown id. */
export function choose(all, list) {
  const wanted = list?.split(',');
  const unknown = wanted?.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not known: use ${all.map(({ id }) => id).join(', ')}.`);
  return wanted ? all.filter(({ id }) => wanted.includes(id)) : all;
}

function readLast(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'test-output/results.json'), 'utf8'));
  } catch {
    throw new Error('There are no figures of an earlier run.');
  }
}

function keepResults(folder, results) {
  mkdirSync(join(folder, 'test-output'), { recursive: true });
  writeFileSync(join(folder, 'test-output/results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

/**
 * Measures every subject once in each round, so that a slow period of the machine affects all. With `rotate`, each
 * round starts with a different subject. Rounds below 1 are warm-ups and do not count.
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
 * Runs a benchmark from the command line. Problems are printed in one line and set the exit code.
 *
 * @param name of `docs/benchmarks/<name>.md` and its chart
 * @param folder of the benchmark; its last figures are in `test-output` there
 * @param options names of those that take a value
 * @param read checks the values and adds derived ones; `isPartial` keeps the documents unchanged
 * @param run measures and returns the figures, with the `versions` of the subjects
 * @param conclude from the figures: `title`, `command`, `bars`, `sections` and `panels`, see `writeReport`
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
    const machine = { model: cpus()[0].model, cores: cpus().length };
    const date = new Date().toISOString().slice(0, 10);
    const results = values.report ? readLast(folder) : { ...(await run(chosen)), machine, date };
    keepResults(folder, results);
    const report = conclude(results);
    console.log();
    for (const { measure, where, value, spread, verdict } of report.bars)
      if (verdict !== 'not measured') console.log(`${verdict}: ${where}: ${measure} ${value} (${spread})`);
    if (!chosen.isPartial || values.write || values.report)
      await writeReport({
        name,
        versions: results.versions,
        machine: results.machine,
        date: results.date,
        ...report,
      });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
