// `npm test -- backends`: the tunnel server and an application in front of third-party backends. Needs a network at
// the first run; backends that cannot be installed are skipped, with the reason.
// Arguments: names of suites, default all; `--write` writes the table of the outcomes to docs/support.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { formatTotals } from '../src/test-totals.mjs';
import { thisRun } from '../src/this-run.mjs';
import { formatCells } from './cells.mjs';
import { createReport } from './report.mjs';
import { LEFT_OUT, SUITES } from './suites.mjs';
import { intoSupport } from './support.mjs';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = asked.filter((word) => !SUITES.some(({ name }) => name === word));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')} is unknown; use ${SUITES.map(({ name }) => name).join(', ')}.`);
const suites = SUITES.filter(({ name }) => asked.length === 0 || asked.includes(name));

const build = ['nx', 'run-many', '-t', 'build', '-p', 'next,tunnel-server,testing', '--skip-sync'];
const built = spawnSync('npx', [...build, '--output-style=static'], { cwd: ROOT, encoding: 'utf8' });
if (built.status !== 0)
  throw new Error(`What is tested does not build: npx ${build.join(' ')}\n${built.stdout}`);

const env = { ...process.env };
const modules = new Map();
for (const suite of suites) {
  modules.set(suite, await suite.load());
  modules.get(suite).prepare?.({ env });
}

const report = createReport();
for (const { name, reason } of LEFT_OUT) report.skip(name, reason);

async function runSuite(suite) {
  const { name, about } = suite;
  const own = report.of(name);
  console.log(`${name}: ${about} …`);
  const startedAt = Date.now();
  try {
    await modules.get(suite).run({ report: own, env });
  } catch (error) {
    await own.check('runs to its end', () => Promise.reject(error));
  }
  console.log(`${name}: ${Math.round((Date.now() - startedAt) / 1_000)} s`);
}

// They mostly wait.
await Promise.all(suites.map(runSuite));

if (process.argv.includes('--write')) {
  const support = join(ROOT, 'docs/support.md');
  const text = intoSupport(readFileSync(support, 'utf8'), report.cells, LEFT_OUT, thisRun());
  writeFileSync(support, text);
  spawnSync('npx', ['prettier', '--write', support], { cwd: ROOT });
}
console.log(`\n${formatCells(report.cells).join('\n')}\n\n${formatTotals(report.totals)}`);
process.exit(report.totals.failed === 0 ? 0 : 1);
