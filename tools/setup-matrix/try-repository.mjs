// One row of the matrix: a repository is generated, set up, built, started, driven, set up again and restored.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium, findHeadlessShell } from '../src/chromium.mjs';
import { DSN, startNext } from '../src/started-next.mjs';
import { writeFonts } from './fonts.mjs';
import { FAILING_PATH, SERVER_ERROR, run } from './repositories.mjs';
import { runWizard } from './wizard.mjs';

const BROWSER_ERROR = 'The browser of the matrix failed';
const LOCK_OF = { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock', bun: 'bun.lock' };
const LOCK_FILES = Object.values(LOCK_OF);

/** Waits for a possible second report of an error, which follows soon. */
const settled = () => new Promise((resolve) => void globalThis.setTimeout(resolve, 3_000));

// A repository's own hooks would check our commits.
const SETTINGS = ['user.name=matrix', 'user.email=matrix@example.com', 'core.hooksPath=/dev/null'];

const git = (folder, ...args) =>
  run('git', [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args], folder).stdout;

function commit(folder, message) {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
}

const changedFiles = (folder) => git(folder, 'status', '--porcelain').trim();

/** Files and lines that the last commit added or changed, without lock files. */
function countChanges(folder) {
  const rows = git(folder, 'diff', '--numstat', 'HEAD~1', 'HEAD')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))
    .filter(([, , path]) => !LOCK_FILES.some((name) => path.endsWith(name)));
  const sum = (column) => rows.reduce((total, row) => total + Number(row[column]), 0);
  return { files: rows.length, linesAdded: sum(0), linesRemoved: sum(1) };
}

const nextOf = (folder, application) =>
  [join(folder, application), folder]
    .map((place) => join(place, 'node_modules/next/dist/bin/next'))
    .find(existsSync);

function build(folder, application, env) {
  const { seconds } = run(
    process.execPath,
    [nextOf(folder, application), 'build'],
    join(folder, application),
    { env },
  );
  return seconds;
}

/**
 * An error of the browser and one of the server must reach ingest once, and an unknown address must be a page with
 * status 404.
 */
async function drive(folder, application, env, ingest) {
  ingest.reset();
  const app = await startNext(nextOf(folder, application), { cwd: join(folder, application), env, ingest });
  const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? ensureChromium() });
  try {
    const page = await browser.newPage();
    await page.goto(app.origin);
    await page.evaluate(
      (message) =>
        void globalThis.setTimeout(() => {
          throw new Error(message);
        }),
      BROWSER_ERROR,
    );
    await ingest.waitForText(BROWSER_ERROR);
    const { status } = await fetch(`${app.origin}${FAILING_PATH}`);
    if (status !== 500) throw new Error(`${FAILING_PATH} answered ${status}`);
    await ingest.waitForText(SERVER_ERROR);
    await settled();
    for (const message of [BROWSER_ERROR, SERVER_ERROR])
      if (ingest.countEvents(message) !== 1)
        throw new Error(`"${message}" arrived ${ingest.countEvents(message)} times`);
    const missing = await page.goto(`${app.origin}/no-page-of-the-matrix`);
    if (missing?.status() !== 404) throw new Error(`An unknown address answered ${missing?.status()}`);
  } finally {
    await browser.close();
    app.stop();
  }
}

/** Tries one repository in an empty folder. Returns the row; `failure` is the reason if it stopped. */
export async function tryRepository({ make, folder, env, ingest, withSentrysWizard }) {
  const row = {};
  // SDKs that an application starts by itself send directly to their DSN.
  const dsn = DSN.replace(/@[^/]*/, `@${new URL(ingest.origin).host}`).replace('https', 'http');
  try {
    mkdirSync(join(folder, '..'), { recursive: true });
    const made = make(folder, dsn);
    const { applications, manager = 'npm', wizard, convert, isForeign = false } = made;
    env = { ...env, ...made.env };
    if (isForeign)
      Object.assign(row, { versions: made.versions, manager, command: convert ? 'convert-sentry' : 'init' });
    const install =
      manager === 'npm' ? ['install', '--no-audit', '--no-fund', '--prefer-offline'] : ['install'];
    // Tools that install Git hooks expect a repository.
    if (!existsSync(join(folder, '.git'))) git(folder, 'init', '-q');
    run(manager, install, folder, { env });
    if (isForeign)
      env.NEXT_FONT_GOOGLE_MOCKED_RESPONSES = writeFonts(folder, applications[0], `${folder}.fonts.cjs`);
    for (const application of applications) row.buildBefore = build(folder, application, env);
    commit(folder, 'As its tool made it');
    if (wizard) {
      row.wizardFirst = await runWizard({ folder: join(folder, applications[0]), version: wizard, env, dsn });
      commit(folder, 'As the wizard set it up');
    }
    if (withSentrysWizard) row.wizard = await tryWizard({ folder, application: applications[0], env, dsn });

    const adit = (...args) => run('adit', args, folder, { env, mayFail: true });
    const must = (result, what) => {
      if (result.status !== 0)
        throw new Error(`${what} ended with ${result.status}:\n${result.printed.slice(-6_000)}`);
      return result;
    };
    row.setUpSeconds = must(
      adit(convert ? 'convert-sentry' : 'init', '--yes'),
      convert ? 'convert-sentry' : 'init',
    ).seconds;
    commit(folder, 'Adit');
    Object.assign(row, countChanges(folder));

    for (const application of applications) {
      row.buildAfter = build(folder, application, env);
      await drive(folder, application, env, ingest);
    }
    const doctor = adit('doctor', '--json');
    // No token uploads the source maps of this build.
    const findings = JSON.parse(doctor.stdout).findings.filter(
      // Other parts of a team's repository may deserve a warning.
      ({ check, level }) => level !== 'ok' && check !== 'debug-id' && !(isForeign && level === 'warning'),
    );
    if (doctor.status !== 0 || findings.length > 0)
      throw new Error(`doctor ended with ${doctor.status}: ${JSON.stringify(findings, null, 2)}`);
    must(adit('init', '--yes'), 'a second init');
    if (changedFiles(folder)) throw new Error(`A second run changed:\n${changedFiles(folder)}`);

    must(adit('remove', '--yes'), 'remove');
    row.lockFromGit = takeLockFromGit(folder, manager, env);
    const left = git(folder, 'add', '-A') + git(folder, 'diff', '--cached', 'HEAD~1');
    const onlyLock = git(folder, 'diff', '--cached', '--name-only', 'HEAD~1').trim();
    if (left) throw new Error(`remove left in ${onlyLock}:\n${left.slice(0, 3_000)}`);
    row.passed = true;
  } catch (error) {
    row.passed = false;
    row.failure = error instanceof Error ? error.message : String(error);
  }
  return row;
}

/**
 * A package manager may not restore the earlier lock file: pnpm keeps an optional peer of Next that Sentry's SDK
 * brought, and npm arranges two versions of the SDK differently. The earlier lock file must then fit the rest, and stay
 * unchanged. Returns whether it was needed.
 */
function takeLockFromGit(folder, manager, env) {
  const lock = LOCK_OF[manager];
  if (git(folder, 'diff', '--name-only', 'HEAD~1', '--', lock) === '') return false;
  git(folder, 'checkout', '-q', 'HEAD~1', '--', lock);
  run(manager, ['install', manager === 'npm' ? '--package-lock-only' : '--frozen-lockfile'], folder, { env });
  return true;
}

/** The changes that Sentry's wizard makes to the same repository, in place; everything is restored afterwards. */
async function tryWizard({ folder, application, env, dsn }) {
  const target = join(folder, application);
  const row = await runWizard({ folder: target, version: '8', env, dsn });
  commit(folder, 'Sentry');
  const counts = countChanges(folder);
  let builds = true;
  try {
    build(folder, application, env);
  } catch (error) {
    builds = false;
    row.buildFailure = error.message
      .slice(-2_000)
      .replaceAll(process.execPath, 'node')
      .replaceAll(folder, '.');
  }
  const second = await runWizard({ folder: target, version: '8', env, dsn });
  const secondFiles = changedFiles(folder).split('\n').filter(Boolean).length;
  git(folder, 'reset', '-q', '--hard', 'HEAD~1');
  git(folder, 'clean', '-qfd');
  run(existsSync(join(folder, 'pnpm-lock.yaml')) ? 'pnpm' : 'npm', ['install'], folder, { env });
  return { ...row, ...counts, builds, second: { exit: second.exit, files: secondFiles } };
}
