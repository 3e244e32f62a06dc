// Installs a runtime outside the workspace, once: the folder stays.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `ADIT_EVERYWHERE_FOLDER` sets another folder.
const CACHE = process.env.ADIT_EVERYWHERE_FOLDER ?? join(tmpdir(), 'adit-everywhere');

const INSTALL = [
  'install',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--fetch-retries=1',
];

/** Whether the binary starts, and the version it prints. */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0].trim() : undefined;
}

/**
 * Installs npm packages in a separate folder, unless they are installed. Returns the folder, or the reason why there is
 * none.
 */
export function installPackages({ name, packages, isThere }) {
  const folder = join(CACHE, packages.join('_').replaceAll(/[^\w.@-]/g, '-'));
  if (isThere(folder)) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const { status, stderr } = spawnSync('npm', [...INSTALL, ...packages], { cwd: folder, encoding: 'utf8' });
  const reason = stderr?.split('\n').find((line) => line.startsWith('npm error')) ?? 'npm failed';
  return status === 0 ? { folder } : { problem: `${name} cannot be installed here: ${reason}` };
}

/** Installs the runtime unless it is installed. Returns its binary, or the reason in one line why there is none. */
export function installRuntime({ name, packages, binary }) {
  const isThere = (folder) => existsSync(binary(folder));
  const { folder, problem } = installPackages({ name, packages, isThere });
  if (problem !== undefined) return { problem };
  const path = binary(folder);
  const version = versionOf(path);
  return version === undefined
    ? { problem: `${name} does not start here: ${path}` }
    : { binary: path, version };
}
