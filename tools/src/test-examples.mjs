// `npm run test:examples`: installs each folder of `examples` from packed tarballs, builds it with each of its scripts named
// `build` or `build:…`, and drives each build in Chromium, by the spec of its name. It ends with the sum of all.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
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

const readManifest = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

/** What an application installs, by name: the published libraries and the tunnel server, each with its manifest. */
const packages = new Map(
  [
    ...readdirSync(join(ROOT, 'libs')).map((name) => join(ROOT, 'libs', name)),
    join(ROOT, 'apps/tunnel-server'),
  ]
    .map((path) => ({ path, manifest: readManifest(path) }))
    .filter(({ path, manifest }) => !manifest.private || path.endsWith('tunnel-server'))
    .map((entry) => [entry.manifest.name, entry]),
);

/** The packages that these dependencies need, with what those need. */
function packagesFor({ dependencies = {} }, found = new Set()) {
  for (const name of Object.keys(dependencies)) {
    if (!packages.has(name) || found.has(name)) continue;
    found.add(name);
    packagesFor(packages.get(name).manifest, found);
  }
  return found;
}

/** The file that `npm pack` writes. */
const tarballOf = ({ name, version }) =>
  join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);

function install(example) {
  const target = join(folder, example);
  cpSync(join(ROOT, 'examples', example), target, { recursive: true });
  const files = [...packagesFor(readManifest(target))].map((name) => tarballOf(packages.get(name).manifest));
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

// Arguments: `install` or `drive` for one of the two steps, of which only the first needs a network; names of examples, default all.
const [step, ...rest] = process.argv.slice(2);
const isStep = step === 'install' || step === 'drive';
const named = isStep ? rest : process.argv.slice(2);
const examples = named.length > 0 ? named : readdirSync(join(ROOT, 'examples'));
if (step !== 'drive') {
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,testing,tunnel-server']);
  mkdirSync(tarballs, { recursive: true });
  for (const { path } of packages.values())
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', tarballs], path);
  examples.forEach(install);
}
if (step !== 'install') {
  examples.forEach(drive);
  const sum = sumTotals(reports, failedBuilds);
  console.log(`\n${formatTotals(sum)}`);
  process.exit(sum.failed === 0 ? 0 : 1);
}
