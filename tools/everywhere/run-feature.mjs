// Runs the tests of one feature on one runtime and counts them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { bundle } from './harness/bundle.mjs';
import { runProcess } from './harness/run-process.mjs';
import { runWorkerd } from './harness/run-workerd.mjs';
import { createTally } from './tally.mjs';

// Within the workspace, so that a bundle finds packages that it does not contain.
const FOLDER = join(ROOT, 'node_modules/.cache/adit-everywhere');

/** A runtime that hangs is ended after this time, in milliseconds. */
const FEATURE_TIMEOUT_MS = 180_000;

/** The bundles of a feature: one for all runtimes that start a file, one for workers. */
const bundles = new Map();

function bundleFor({ name, files }, isWorker) {
  const id = `${name.replaceAll(/\W+/g, '-')}${isWorker ? '-worker' : ''}`;
  const outfile = join(FOLDER, `${id}.mjs`);
  mkdirSync(FOLDER, { recursive: true });
  const how = isWorker
    ? {
        entry: 'workerd.mjs',
        alias: {
          'scripted-ingest.ts': 'workerd-ingest.mjs',
          'serve.mjs': 'workerd-server.mjs',
          'durable-storage.helper.ts': 'workerd-storage.mjs',
        },
      }
    : { entry: 'process.mjs', packages: 'external' };
  if (!bundles.has(id))
    bundles.set(
      id,
      bundle({ files, outfile, ...how }).then(() => outfile),
    );
  return bundles.get(id);
}

/** @param skipped parts of the titles of tests to skip */
export async function runFeature(feature, { kind, args, env, binary }, skipped) {
  const isWorker = kind === 'workerd';
  const outfile = await bundleFor(feature, isWorker);
  const tally = createTally();
  const run = isWorker ? runWorkerd : runProcess;
  const errors = await run({
    binary,
    args,
    env,
    outfile,
    skipped,
    isInObject: feature.isInObject,
    timeoutMs: feature.timeoutMs ?? FEATURE_TIMEOUT_MS,
    onLine: tally.onLine,
  });
  return tally.end(errors);
}
