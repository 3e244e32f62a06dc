import { spawnSync } from 'node:child_process';
import { canInstall } from '../src/chromium.mjs';

const isThere = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;

/**
 * Installs what is missing of these commands, where that needs no question: as root on Debian.
 * @param packages the package of each command
 * @returns the reason in one line why a command is missing; undefined if all are there
 */
export function missingCommands(packages) {
  const missing = () => Object.keys(packages).filter((command) => !isThere(command));
  if (missing().length > 0 && canInstall()) {
    const names = [...new Set(missing().map((command) => packages[command]))];
    console.log(`Installing Debian’s packages (apt-get install ${names.join(' ')}) …`);
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      // No service is started.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
  }
  return missing().length === 0 ? undefined : `not found here: ${missing().join(', ')}`;
}
