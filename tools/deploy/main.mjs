// `npm run test:deploy`: the image, built and used; the manifests for Kubernetes and the composition; the simulation of docs/scale.md;
// the alerts, the runbook and the dashboard.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

const run = (command, ...args) => spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;

const folders = ['tools/deploy', 'tools/simulation', 'tools/operations'].map((path) => join(ROOT, path));
const tests = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(folder, name)),
);
const passed =
  run('npx', 'nx', 'build', 'tunnel-server', '--skip-sync', '--output-style=static') &&
  run('node', '--test', '--test-concurrency=1', ...tests);
process.exit(passed ? 0 : 1);
