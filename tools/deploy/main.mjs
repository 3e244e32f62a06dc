// `npm run test:deploy`: the image, built and used; the manifests for Kubernetes and the composition, checked against their schemas.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

const run = (command, ...args) => spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;

const folder = join(ROOT, 'tools/deploy');
const tests = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
const passed =
  run('npx', 'nx', 'build', 'tunnel-server', '--skip-sync', '--output-style=static') &&
  run('node', '--test', '--test-concurrency=1', ...tests.map((name) => join(folder, name)));
process.exit(passed ? 0 : 1);
