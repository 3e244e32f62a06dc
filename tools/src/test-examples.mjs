// `npm run test:examples`: installs each folder of `examples` from packed tarballs, builds it with each of its scripts named
// `build` or `build:…`, and drives each build in Chromium, by the spec of its name. It ends with the sum of all.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { packAll, readManifest, tarballsFor } from './pack.mjs';
import { ROOT } from './projects.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

// `ADIT_EXAMPLES_FOLDER` names a folder that stays, so that `drive` finds what `install` made.
const given = process.env.ADIT_EXAMPLES_FOLDER;
const folder = given ?? mkdtempSync(join(tmpdir(), 'adit-examples-'));
const tarballs = join(folder, 'tarballs');
const browser = ensureChromium();
const env = {
  ...process.env,
  ADIT_EXAMPLES_FOLDER: folder,
  CHROMIUM_PATH: browser,
  CHROMIUM_HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
  NEXT_TELEMETRY_DISABLED: '1',
  NX_TUI: 'false',
};

const passes = (command, args, cwd) => spawnSync(command, args, { cwd, stdio: 'inherit', env }).status === 0;

function run(command, args, cwd = ROOT) {
  if (!passes(command, args, cwd)) process.exit(1);
}

function install(example) {
  const target = join(folder, example);
  cpSync(join(ROOT, 'examples', example), target, { recursive: true });
  const files = tarballsFor(readManifest(target), tarballs);
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], target);
}

const E2E = join(ROOT, 'apps/web-e2e');
const REPORT = join(E2E, 'test-output/playwright-examples.json');
const reports = [];
let failedBuilds = 0;

/** Builds the example, and leaves what was printed in `build.log`: Next says there which pages are static. */
function build(script, target) {
  const { status, stdout } = spawnSync('npm', ['run', script], {
    cwd: target,
    stdio: ['inherit', 'pipe', 'inherit'],
    env,
  });
  process.stdout.write(stdout);
  writeFileSync(join(target, 'build.log'), stdout);
  return status === 0;
}

/** A failure does not keep the other builds from being tried. A build without a report counts as one. */
function drive(example) {
  const target = join(folder, example);
  if (!existsSync(join(target, 'node_modules'))) throw new Error(`${target} is not installed.`);
  env.ADIT_EXAMPLES_NAME = example;
  for (const script of Object.keys(readManifest(target).scripts).filter((name) => /^build(:|$)/.test(name))) {
    env.ADIT_EXAMPLES_BUILD = script;
    rmSync(REPORT, { force: true });
    const spec = ['playwright', 'test', '--config', 'playwright.examples.config.ts', `/${example}.spec.ts`];
    const passed = build(script, target) && passes('npx', spec, E2E);
    const totals = existsSync(REPORT) && readTotals(JSON.parse(readFileSync(REPORT, 'utf8')));
    if (totals) reports.push(totals);
    if (!passed && !totals?.failed) failedBuilds += 1;
  }
}

/** Those that CI has no minute for. */
const BY_NAME = ['astro', 'nuxt'];

// Arguments: `install` or `drive` for one of the two steps, of which only the first needs a network; names of examples,
// default all but those above.
const [step, ...rest] = process.argv.slice(2);
const isStep = step === 'install' || step === 'drive';
const named = isStep ? rest : process.argv.slice(2);
// The others are servers: `npm run test:everywhere` runs them.
const isBuilt = (path) => existsSync(join(path, 'package.json')) && 'build' in readManifest(path).scripts;
const all = readdirSync(join(ROOT, 'examples')).filter(
  (name) => isBuilt(join(ROOT, 'examples', name)) && !BY_NAME.includes(name),
);
const examples = named.length > 0 ? named : all;
if (step !== 'drive') {
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,testing,tunnel-server']);
  packAll(tarballs);
  examples.forEach(install);
}
if (step !== 'install') {
  examples.forEach(drive);
  const sum = sumTotals(reports, failedBuilds);
  console.log(`\n${formatTotals(sum)}`);
  process.exit(sum.failed === 0 ? 0 : 1);
}
