// Installs a runtime outside the workspace, once: the folder stays.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `ADIT_EVERYWHERE_FOLDER` names another folder.
const CACHE = process.env.ADIT_EVERYWHERE_FOLDER ?? join(tmpdir(), 'adit-everywhere');

const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];

/** Whether the binary starts, and which version it says it is. */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0].trim() : undefined;
}

/** Installs the runtime unless it is there. Returns its binary, or in one line why there is none. */
export function installRuntime({ name, packages, binary }) {
  const folder = join(CACHE, packages.join('_').replaceAll(/[^\w.@-]/g, '-'));
  const path = binary(folder);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const { status, stderr } = spawnSync('npm', [...INSTALL, ...packages], { cwd: folder, encoding: 'utf8' });
    const reason = stderr?.split('\n').find((line) => line.startsWith('npm error')) ?? 'npm failed';
    if (status !== 0) return { problem: `${name} cannot be installed here: ${reason}` };
  }
  const version = versionOf(path);
  return version === undefined
    ? { problem: `${name} does not start here: ${path}` }
    : { binary: path, version };
}
