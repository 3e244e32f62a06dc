// `npm test`: everything CI checks, in the order of what fails fastest, closing with one line that sums all suites.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { ROOT, projects } from './projects.mjs';
import { offerRedis } from './redis.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

// One linter for all projects builds their types once, and reads those that the application's build writes; `lint` is for one
// project. `long-tests-first` waits for what takes longest and does nothing (Nx drops a noop): Nx starts first what another
// task waits for.
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
// A crashed suite leaves no report: one of an earlier run must not be counted in its place.
for (const report of reports) rmSync(report, { force: true });

const browser = ensureChromium();
offerRedis();
const env = {
  ...process.env,
  CHROMIUM_PATH: browser,
  CHROMIUM_HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
  NEXT_TELEMETRY_DISABLED: '1',
  NX_TUI: 'false',
  // A process for each plugin costs more than it isolates here.
  NX_ISOLATE_PLUGINS: 'false',
};
const run = (...args) => spawnSync('npx', args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;

let failedTasks = 0;
if (!run('prettier', '--check', '--log-level=warn', '.')) failedTasks += 1;
if (!run('nx', 'sync:check')) failedTasks += 1;
// More than cores, as many tasks wait for a disk, a browser or a process.
const tasksPassed = run('nx', 'run-many', '-t', ...TARGETS, '--parallel=3', '--output-style=static');

const totals = reports
  .filter((report) => existsSync(report))
  .map((report) => readTotals(JSON.parse(readFileSync(report, 'utf8'))));
const { failed: failedTests } = sumTotals(totals);
// Lint, types, builds and package checks have no report; Nx names them above and they count as one failure.
if (!tasksPassed && failedTests === 0) failedTasks += 1;

const sum = sumTotals(totals, failedTasks);
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 && tasksPassed ? 0 : 1);
