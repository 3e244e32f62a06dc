// Makes sure that what is measured is there, built, and which version it is.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { dependencies: PINS } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));

const installedVersion = (name) => {
  const manifest = join(HERE, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
};

/** @throws Error with one line that says what to install */
export function requirePrograms() {
  const missing = ['nginx', 'wrk'].filter((name) => spawnSync(name, ['-v']).error !== undefined);
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} not found. Install with \`apt-get install nginx wrk\`.`);
}

/** Installs the pinned peers beside this file, unless those that the subjects need are there. */
export function installPeers(subjects) {
  const needed = subjects.flatMap(({ peers }) => peers).filter((name) => PINS[name]);
  if (needed.every((name) => installedVersion(name) === PINS[name])) return;
  console.log('Installing the peers …');
  execFileSync(
    'npm',
    ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: HERE, stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

/** Runs a build and says what it said only where it failed. */
function buildQuietly(command, args, cwd) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return status === 0;
}

/** Builds the tunnel and its server. @throws Error where that fails */
export function buildTunnel() {
  console.log('Building the tunnel …');
  if (!buildQuietly('npx', ['nx', 'build', 'tunnel-server'], ROOT))
    throw new Error('The tunnel cannot be built.');
}

/** Builds the app of `next start`; false where that fails, which leaves the others to be measured. */
export function buildNextApp() {
  console.log('Building the Next app …');
  const next = join(HERE, 'node_modules/next/dist/bin/next');
  return buildQuietly(process.execPath, [next, 'build'], join(HERE, 'next-app'));
}

/** The version of everything that takes part, by name. */
export function readVersions() {
  // Both write to stderr, and wrk ends with 1 after saying it.
  const say = (program) => {
    const { stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };
  return {
    node: process.versions.node,
    nginx: /nginx\/(\S+)/.exec(say('nginx'))?.[1],
    wrk: /wrk (?:debian\/)?(\S+)/.exec(say('wrk'))?.[1],
    ...Object.fromEntries(Object.keys(PINS).map((name) => [name, installedVersion(name)])),
  };
}
