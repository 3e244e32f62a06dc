// `npm test -- examples`: installs each folder of `examples` from packed tarballs, builds it with each of its scripts
// named `build` or `build:…`, and drives each build in Chromium, with the spec of its name. It ends with the total.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { copyExample, EXAMPLES } from './copy-example.mjs';
import { findNode } from './example-node.mjs';
import { packAll, readManifest, tarballsFor } from './pack.mjs';
import { ROOT } from './projects.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

// `ADIT_EXAMPLES_FOLDER` names a folder that is kept, so that `drive` finds the result of `install`.
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

const passes = (command, args, cwd, variables = env) =>
  spawnSync(command, args, { cwd, stdio: 'inherit', env: variables }).status === 0;

function run(command, args, cwd = ROOT, variables = env) {
  if (!passes(command, args, cwd, variables)) process.exit(1);
}

const leftOut = new Map();

/** Whether there is a Node for the example. */
function hasNode(example) {
  const { problem } = findNode(readManifest(join(EXAMPLES, example)).engines);
  if (problem !== undefined) leftOut.set(example, problem);
  return problem === undefined;
}

/** The environment of commands in the example's folder, with the Node that it needs first on the PATH. */
function envOf(target) {
  const { binary } = findNode(readManifest(target).engines);
  return binary === undefined ? env : { ...env, PATH: `${dirname(binary)}${delimiter}${env.PATH}` };
}

function install(example) {
  const target = join(folder, example);
  copyExample(example, target);
  const files = tarballsFor(readManifest(target), tarballs);
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], target, envOf(target));
}

const E2E = join(ROOT, 'apps/web-e2e');
const REPORT = join(E2E, 'test-output/playwright-examples.json');
const reports = [];
let failedBuilds = 0;

/** Builds the example, and writes the output to `build.log`: Next prints there which pages are static. */
function build(script, target) {
  const { status, stdout } = spawnSync('npm', ['run', script], {
    cwd: target,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: envOf(target),
  });
  process.stdout.write(stdout);
  writeFileSync(join(target, 'build.log'), stdout);
  return status === 0;
}

/** A failure does not stop the other builds. A build without a report counts as one failure. */
function drive(example) {
  const target = join(folder, example);
  if (!existsSync(join(target, 'node_modules'))) throw new Error(`${target} is not installed.`);
  env.ADIT_EXAMPLES_NAME = example;
  // Playwright stays on the running Node: it starts the example's server with that of the example.
  env.ADIT_EXAMPLES_NODE = findNode(readManifest(target).engines).binary ?? process.execPath;
  for (const script of Object.keys(readManifest(target).scripts).filter((name) => /^build(:|$)/.test(name))) {
    env.ADIT_EXAMPLES_BUILD = script;
    rmSync(REPORT, { force: true });
    // Also partial specs, such as `next-16-unusual.dev.spec.ts`.
    const files = `/${example}(\\.\\w+)?\\.spec\\.ts`;
    const spec = ['playwright', 'test', '--config', 'playwright.examples.config.ts', files];
    const passed = build(script, target) && passes('npx', spec, E2E);
    const totals = existsSync(REPORT) && readTotals(JSON.parse(readFileSync(REPORT, 'utf8')));
    if (totals) reports.push(totals);
    if (!passed && !totals?.failed) failedBuilds += 1;
  }
}

/** Examples that take too long for CI. */
const BY_NAME = ['astro', 'nuxt'];

// Arguments: `install` or `drive` for one of the two steps (only the first needs a network); names of examples, default
// all but those above.
const [step, ...rest] = process.argv.slice(2);
const isStep = step === 'install' || step === 'drive';
const named = isStep ? rest : process.argv.slice(2);
// The others are servers, which `npm test -- everywhere` runs.
const isBuilt = (path) => existsSync(join(path, 'package.json')) && 'build' in readManifest(path).scripts;
const all = readdirSync(EXAMPLES).filter((name) => isBuilt(join(EXAMPLES, name)) && !BY_NAME.includes(name));
const examples = (named.length > 0 ? named : all).filter(hasNode);
if (step !== 'drive') {
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,kits,testing,tunnel-server,cli']);
  packAll(tarballs);
  examples.forEach(install);
}
if (step !== 'install') {
  examples.forEach(drive);
  const sum = sumTotals(reports, failedBuilds);
  for (const [example, problem] of leftOut) console.log(`${example} is left out: ${problem}`);
  console.log(`\n${formatTotals(sum)}`);
  process.exit(sum.failed === 0 ? 0 : 1);
}
