import { spawnSync } from 'node:child_process';
import { canInstall } from '../src/chromium.mjs';

const isThere = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;

/** Installs Debian's packages, if that needs no confirmation. Starts no service. Returns whether it was tried. */
export function installDebian(names) {
  if (!canInstall()) return false;
  console.log(`Installing Debian’s packages (apt-get install ${names.join(' ')}) …`);
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
  return true;
}

/**
 * Installs those of these commands that are missing, if that needs no confirmation: as root on Debian.
 * @param packages the package of each command
 * @returns the reason in one line why a command is missing; undefined if all are there
 */
export function missingCommands(packages) {
  const missing = () => Object.keys(packages).filter((command) => !isThere(command));
  if (missing().length > 0) installDebian([...new Set(missing().map((command) => packages[command]))]);
  return missing().length === 0 ? undefined : `not found here: ${missing().join(', ')}`;
}
