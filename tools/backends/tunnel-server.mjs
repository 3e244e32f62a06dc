// The built tunnel server, in a separate process and folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../src/projects.mjs';

const MAIN = join(ROOT, 'apps/tunnel-server/dist/main.js');

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Prepares a server with a spool on disk, which survives when the server is killed. */
export function createTunnelServer({ dsns, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'adit-tunnel-'));
  const log = [];
  let child;
  let started;

  const end = async (signal) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  return {
    folder,
    /** Its log since it was prepared. */
    log,
    url: () => started.url,
    start: async () => {
      child = spawn(process.execPath, [MAIN], {
        cwd: folder,
        env: {
          ...process.env,
          PORT: '0',
          ADIT_ADMIN_PORT: '0',
          ADIT_DSNS: dsns.join(','),
          ADIT_SPOOL: `disk:${join(folder, 'spool')}`,
          ADIT_INGEST_TIMEOUT: '3s',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      started = await new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`The tunnel server ended with ${code}.`)));
        createInterface(child.stdout).on('line', (line) => {
          const entry = JSON.parse(line);
          log.push(entry);
          if (entry.event === 'started') resolve(entry);
        });
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    /** The value of a metric with these labels, 0 if there is none. */
    metric: async (name, labels = '') => {
      const text = await (await fetch(new URL('/metrics', started.adminUrl))).text();
      const line = text.split('\n').find((one) => one.startsWith(name) && one.includes(labels));
      return Number(line?.split(' ')[1] ?? 0);
    },
    remove: () => {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
