import { spawnSync } from 'node:child_process';
import { canInstall } from './chromium.mjs';

const hasRedis = () => spawnSync('redis-server', ['--version']).status === 0;

/** Installs Debian's Redis where that needs no question. Without one, the tests of the stores in Redis are skipped. */
export function offerRedis() {
  if (hasRedis()) return;
  if (canInstall()) {
    console.log('No Redis found: installing Debian’s (apt-get install redis-server) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
    ])
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  if (!hasRedis()) console.log('No Redis found: the tests of the stores in Redis are skipped.');
}
