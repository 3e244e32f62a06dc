import { spawnSync } from 'node:child_process';
import { canInstall } from './chromium.mjs';

const hasProgram = (name) => spawnSync(name, ['-v']).error === undefined;

/**
 * Installs Debian's Redis, or other programs named like their packages, if that needs no confirmation. Without them,
 * tests that need them are skipped.
 */
export function offerRedis(programs = ['redis-server']) {
  const missing = () => programs.filter((name) => !hasProgram(name));
  if (missing().length === 0) return;
  if (canInstall()) {
    console.log(`Not found: ${missing().join(', ')}. Installing Debian’s by apt-get install …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...missing()],
    ])
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  for (const name of missing()) console.log(`Not found: ${name}. The tests that need it are skipped.`);
}
