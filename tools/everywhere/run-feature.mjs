// Runs the tests of one feature on one runtime and counts them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { bundle } from './harness/bundle.mjs';
import { runProcess } from './harness/run-process.mjs';
import { runWorkerd } from './harness/run-workerd.mjs';

// Within the workspace, so that a bundle finds the packages that it does not hold.
const FOLDER = join(ROOT, 'node_modules/.cache/adit-everywhere');

/** A runtime that hangs is ended then. */
const FEATURE_TIMEOUT_MS = 180_000;

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

/** The bundles of a feature: one for all runtimes that start a file, one for workers. */
const bundles = new Map();

function bundleFor({ name, files }, isWorker) {
  const id = `${name.replaceAll(/\W+/g, '-')}${isWorker ? '-worker' : ''}`;
  const outfile = join(FOLDER, `${id}.mjs`);
  mkdirSync(FOLDER, { recursive: true });
  const how = isWorker
    ? {
        entry: 'workerd.mjs',
        alias: { 'scripted-ingest.ts': 'workerd-ingest.mjs', 'serve.mjs': 'workerd-server.mjs' },
      }
    : { entry: 'process.mjs', packages: 'external' };
  if (!bundles.has(id))
    bundles.set(
      id,
      bundle({ files, outfile, ...how }).then(() => outfile),
    );
  return bundles.get(id);
}

/** @param skipped parts of the titles of tests that are not to run */
export async function runFeature(feature, { kind, args, binary }, skipped) {
  const isWorker = kind === 'workerd';
  const outfile = await bundleFor(feature, isWorker);
  const tally = createTally();
  const run = isWorker ? runWorkerd : runProcess;
  const errors = await run({
    binary,
    args,
    outfile,
    skipped,
    timeoutMs: FEATURE_TIMEOUT_MS,
    onLine: tally.onLine,
  });
  return tally.end(errors);
}
