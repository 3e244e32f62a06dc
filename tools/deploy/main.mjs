// `npm test -- deploy`: builds and uses the image; checks the Kubernetes manifests and the compositions; runs the
// simulation of docs/scale.md; tests alerts, runbook, dashboard and the page of the admin port in a bad night.
// `npm test -- deploy operations` runs only tools/operations.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

const run = (command, ...args) => spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;

const FOLDERS = ['deploy', 'simulation', 'operations'];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !FOLDERS.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is unknown; use ${FOLDERS.join(', ')}.`);
const folders = (asked.length === 0 ? FOLDERS : asked).map((name) => join(ROOT, 'tools', name));
const tests = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(folder, name)),
);
const passed =
  run('npx', 'nx', 'build', 'tunnel-server', '--skip-sync', '--output-style=static') &&
  run('node', '--test', '--test-concurrency=1', ...tests);
process.exit(passed ? 0 : 1);
