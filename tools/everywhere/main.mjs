// `npm test -- everywhere`: the tests of the server libraries on every supported runtime, the journeys of visitors in
// every browser engine, the error screens with each React, and tables of the outcomes.
// Arguments: parts of names of runtimes, browsers and features, default all; `--write` writes the tables to
// docs/support.md and README.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { formatTotals, sumTotals } from '../src/test-totals.mjs';
import { ENGINES } from './browsers/engines.mjs';
import { BROWSER_CONTROLS, JOURNEYS } from './browsers/features.mjs';
import { LACKS } from './browsers/lacks.mjs';
import { installEngine } from './browsers/install-engine.mjs';
import { EXAMPLES, runExamples } from './examples.mjs';
import { CONTROLS, FEATURES } from './features.mjs';
import { installRuntime } from './install.mjs';
import { KNOWN } from './known.mjs';
import { FALLBACK_UI, installReact, REACTS, runReact } from './react.mjs';
import { runFeature } from './run-feature.mjs';
import { RUNTIMES } from './runtimes.mjs';
import { thisRun } from '../src/this-run.mjs';
import { formatSupport, intoReadme } from './support.mjs';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isAsked = ({ name }, all) => {
  const words = asked.filter((word) => all.some((other) => matches(other, word)));
  return words.length === 0 || words.some((word) => matches({ name }, word));
};
const matches = ({ name }, word) => name.toLowerCase().includes(word.toLowerCase());

const SKIPPED = { passed: 0, failed: 0, skipped: 1, failures: [] };

const isBrowser = ({ kind }) => kind === 'browser';
const isReact = ({ kind }) => kind === 'react';

/** Builds the application that the journeys visit, and the libraries that pages contain. */
function buildApplication() {
  const { status } = spawnSync('npx', ['nx', 'build', 'web'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The application does not build: npx nx build web');
}

const isFor = ({ kind }, feature) => feature.kinds.includes(kind);

/** The outcome of the tests that must fail: one test, which passes if they did. */
async function runControls(runtime) {
  const controls = isBrowser(runtime) ? BROWSER_CONTROLS : CONTROLS;
  const { passed, failed, failures } = await runFeature(controls, runtime, []);
  if (passed === controls.passed && failed === controls.failed) return { ...SKIPPED, passed: 1, skipped: 0 };
  const error = `${passed} passed and ${failed} failed instead of ${controls.passed} and ${controls.failed}`;
  return { ...SKIPPED, failed: 1, skipped: 0, failures: [{ title: 'controls', error }, ...failures] };
}

function tell({ name }, feature, { passed, failed, skipped, failures }, seconds) {
  console.log(`${name}, ${feature}: ${formatTotals({ passed, failed, skipped })} in ${seconds} s`);
  for (const { title, error } of failures) {
    console.log(`  ✕ ${title}\n      ${String(error).split('\n').slice(0, 12).join('\n      ')}`);
  }
}

function runRow(feature, runtime, skipped) {
  if (feature === FALLBACK_UI) return runReact(runtime, skipped);
  if (feature === CONTROLS) return runControls(runtime);
  return feature === EXAMPLES ? runExamples(runtime) : runFeature(feature, runtime, skipped);
}

function install(runtime) {
  if (isReact(runtime)) return installReact(runtime);
  return isBrowser(runtime) ? installEngine(runtime) : installRuntime(runtime);
}

async function runOn(runtime, all) {
  const features = all.filter((feature) => isFor(runtime, feature));
  const installed = await install(runtime);
  if (installed.problem !== undefined) {
    console.log(`${installed.problem} Counted as skipped.`);
    return { runtime, cells: new Map(features.map(({ name }) => [name, SKIPPED])) };
  }
  const cells = new Map();
  // Jest has its own controls: the tests themselves.
  for (const feature of isReact(runtime) ? features : [CONTROLS, ...features]) {
    const startedAt = Date.now();
    const skipped = KNOWN.filter((row) => row.on(runtime) && row.feature === feature.name).map(
      ({ test }) => test,
    );
    const result = await runRow(feature, { ...runtime, ...installed }, skipped);
    cells.set(feature.name, result);
    tell(runtime, feature.name, result, Math.round((Date.now() - startedAt) / 1_000));
  }
  return { runtime, version: installed.version, cells };
}

const rows = [...FEATURES, EXAMPLES, ...JOURNEYS, FALLBACK_UI];
const all = [...RUNTIMES, ...ENGINES, ...REACTS];
const features = rows.filter((feature) => isAsked(feature, rows));
const meant = all.filter((one) => isAsked(one, all) && features.some((feature) => isFor(one, feature)));

/** Runs a number of columns at a time; browsers mostly wait. */
async function runColumns(runtimes, lanes) {
  const columns = new Map();
  const waiting = [...runtimes];
  const runLane = async () => {
    for (let runtime = waiting.shift(); runtime; runtime = waiting.shift())
      columns.set(runtime, await runOn(runtime, features));
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return runtimes.map((runtime) => columns.get(runtime));
}

if (meant.some(isBrowser)) buildApplication();
const columns = [
  ...(await runColumns(
    meant.filter((one) => !isBrowser(one)),
    1,
  )),
  ...(await runColumns(meant.filter(isBrowser), 2)),
];

if (process.argv.includes('--write')) {
  const readme = join(ROOT, 'README.md');
  const support = join(ROOT, 'docs/support.md');
  writeFileSync(
    support,
    formatSupport(columns, features, KNOWN, readFileSync(support, 'utf8'), LACKS, thisRun()),
  );
  writeFileSync(readme, intoReadme(readFileSync(readme, 'utf8'), columns, features));
  spawnSync('npx', ['prettier', '--write', 'docs/support.md', readme], { cwd: ROOT });
}
console.table(
  Object.fromEntries(
    ['controls', ...features.map(({ name }) => name)].map((name) => [
      name,
      Object.fromEntries(
        columns.map(({ runtime, cells }) => {
          const cell = cells.get(name);
          return [runtime.name, cell ? `${cell.passed} / ${cell.failed} / ${cell.skipped}` : '–'];
        }),
      ),
    ]),
  ),
);
const sum = sumTotals(columns.flatMap(({ cells }) => [...cells.values()]));
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
