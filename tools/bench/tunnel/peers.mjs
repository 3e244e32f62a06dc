// Ensures that the subjects are installed and built, and reads their versions.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNext, runBuild } from '../build.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const { dependencies: PINS } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));

const installedVersion = (name) => {
  const manifest = join(HERE, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
};

/** @throws Error with one line about what to install */
export function requirePrograms() {
  const missing = ['nginx', 'wrk'].filter((name) => spawnSync(name, ['-v']).error !== undefined);
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} not found. Install with \`apt-get install nginx wrk\`.`);
}

/** Installs the pinned peers next to this file, unless those that the subjects need are installed. */
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

/** Builds the tunnel and its server. @throws Error if that fails */
export const buildTunnel = () => runBuild('the tunnel', 'npx', ['nx', 'build', 'tunnel-server']);

/** Builds the app of `next start`; false if that fails, so that the others can be measured. */
export function buildNextApp() {
  const next = join(HERE, 'node_modules/next/dist/bin/next');
  try {
    buildNext('the Next app', join(HERE, 'next-app'), next);
    return true;
  } catch {
    return false;
  }
}

/** The versions of all participants, by name. */
export function readVersions() {
  // Both write to stderr, and wrk then exits with 1.
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
