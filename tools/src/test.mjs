// `npm test`: everything CI checks, the fastest failures first, ending with one line that sums all suites.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { ROOT, projects } from './projects.mjs';
import { offerRedis } from './redis.mjs';
import { formatTotals, readFailures, readTotals, sumTotals } from './test-totals.mjs';

// One linter for all projects builds their types once, and reads those that the application's build writes; `lint` is
// for one project. `long-tests-first` depends on the longest tasks and does nothing itself (Nx drops a noop): Nx first
// starts tasks that another one depends on.
const TARGETS = [
  'lint-all',
  'typecheck',
  'test',
  'readme',
  'build',
  'package-check',
  'api',
  'e2e',
  'long-tests-first',
];

const reports = [...projects, join(ROOT, 'tools')].flatMap((project) =>
  ['test-results.json', 'test-results-readme.json', 'test-output/playwright.json'].map((file) =>
    join(project, file),
  ),
);
// A crashed suite leaves no report: one of an earlier run must not be counted instead.
for (const report of reports) rmSync(report, { force: true });

const browser = ensureChromium();
offerRedis();
const env = {
  ...process.env,
  CHROMIUM_PATH: browser,
  CHROMIUM_HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
  NEXT_TELEMETRY_DISABLED: '1',
  NX_TUI: 'false',
  // A process for each plugin costs more than the isolation is worth here.
  NX_ISOLATE_PLUGINS: 'false',
};
const run = (...args) => spawnSync('npx', args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;

const failedTasks = [];
if (!run('prettier', '--check', '--log-level=warn', '.')) failedTasks.push('prettier --check .');
if (!run('nx', 'sync:check')) failedTasks.push('nx sync:check');
// More than there are cores, because many tasks wait for a disk, a browser or a process.
const tasksPassed = run('nx', 'run-many', '-t', ...TARGETS, '--parallel=3', '--output-style=static');

const results = reports
  .filter((report) => existsSync(report))
  .map((report) => JSON.parse(readFileSync(report, 'utf8')));
const totals = results.map(readTotals);
const { failed: failedTests } = sumTotals(totals);
// Lint, types, builds and package checks have no report. Nx lists them above, and they count as one failure.
if (!tasksPassed && failedTests === 0) failedTasks.push('a task that Nx names above');

const sum = sumTotals(totals, failedTasks.length);
for (const name of [...results.flatMap((result) => readFailures(result)), ...failedTasks]) {
  console.log(`Failed: ${name.replace(ROOT, '')}`);
}
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 && tasksPassed ? 0 : 1);
