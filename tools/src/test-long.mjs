// `npm test -- long`: the tests that take minutes (`*.long.test.*` of each project, `@long` in the browser), and their
// total.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { ROOT, projects } from './projects.mjs';
import { offerRedis } from './redis.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

const browser = ensureChromium();
offerRedis(['redis-server', 'nginx']);
const env = {
  ...process.env,
  ADIT_LONG_TESTS: '1',
  CHROMIUM_PATH: browser,
  CHROMIUM_HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
  NEXT_TELEMETRY_DISABLED: '1',
  NX_TUI: 'false',
};
const run = (cwd, ...args) => spawnSync('npx', args, { cwd, stdio: 'inherit', env }).status === 0;

const holds = (folder, pattern) =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => {
    const isTest = entry.isFile() && pattern.name.test(entry.name);
    return (
      isTest && (!pattern.text || pattern.text.test(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
    );
  });

let failedTasks = 0;
const reports = [];

/** Runs one suite. A suite that fails without a failed test in its report counts as one failure. */
function runSuite(project, report, ...args) {
  rmSync(join(project, report), { force: true });
  const passed = run(project, ...args);
  const totals = existsSync(join(project, report))
    ? readTotals(JSON.parse(readFileSync(join(project, report), 'utf8')))
    : undefined;
  if (totals) reports.push(totals);
  if (!passed && !totals?.failed) failedTasks += 1;
}

// Some suites start built programs.
if (!run(ROOT, 'nx', 'run-many', '-t', 'build', '--output-style=static')) failedTasks += 1;
for (const project of projects) {
  if (holds(join(project, 'src'), { name: /\.long\.test\./ })) {
    const report = 'test-results-long.json';
    runSuite(project, report, 'jest', '--runInBand', '--json', `--outputFile=${report}`);
  }
  if (holds(join(project, 'src'), { name: /\.spec\.ts$/, text: /@long/ })) {
    runSuite(project, 'test-output/playwright-long.json', 'playwright', 'test');
  }
}

const sum = sumTotals(reports, failedTasks);
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
