import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';

/** Starts a Redis on a port of loopback that keeps nothing on disk. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'adit-redis-'));
  const port = await freePort();
  const args = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
    '--dir',
    folder,
  ];
  const child = spawn('redis-server', args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => /ready to accept/i.test(line) && resolve())
      .on('close', () => reject(new Error('redis-server ended')));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
