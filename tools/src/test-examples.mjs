// `npm run test:examples`: installs each example from packed tarballs, builds it with both bundlers and drives it in Chromium.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { ROOT } from './projects.mjs';

const EXAMPLES = ['next-16-app'];

// `ADIT_EXAMPLES_FOLDER` names a folder that stays, so that `drive` finds what `install` made.
const given = process.env.ADIT_EXAMPLES_FOLDER;
const folder = given ?? mkdtempSync(join(tmpdir(), 'adit-examples-'));
const browser = ensureChromium();
const env = {
  ...process.env,
  ADIT_EXAMPLES_FOLDER: folder,
  CHROMIUM_PATH: browser,
  CHROMIUM_HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
  NEXT_TELEMETRY_DISABLED: '1',
  NX_TUI: 'false',
};

function run(command, args, cwd = ROOT) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

/** The tarballs of all published libraries. */
function pack() {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'libs'))) {
    const library = join(ROOT, 'libs', name);
    if (JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')).private) continue;
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', tarballs], library);
  }
  return readdirSync(tarballs).map((name) => join(tarballs, name));
}

/** `install` or `drive`, for one of the two steps: only the first needs a network. */
const only = process.argv[2];
if (only !== 'drive') {
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,testing']);
  const tarballs = pack();
  for (const example of EXAMPLES) {
    const target = join(folder, example);
    cpSync(join(ROOT, 'examples', example), target, { recursive: true });
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], target);
  }
}
if (only !== 'install') {
  for (const example of EXAMPLES) {
    const target = join(folder, example);
    if (!existsSync(join(target, 'node_modules'))) throw new Error(`${target} is not installed.`);
    for (const bundler of ['--turbopack', '--webpack']) {
      env.ADIT_EXAMPLES_BUNDLER = bundler;
      run('npx', ['next', 'build', bundler], target);
      run(
        'npx',
        ['playwright', 'test', '--config', 'playwright.examples.config.ts', example],
        join(ROOT, 'apps/web-e2e'),
      );
    }
  }
}
