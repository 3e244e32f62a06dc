// The built tunnel servers of a subject, with their Redis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilListening } from '../build.mjs';
import { startRedis } from '../redis/redis-process.mjs';
import { freePort } from '../../src/testing.mjs';

const MAIN = fileURLToPath(new URL('../../../apps/tunnel-server/dist/main.js', import.meta.url));

async function startServer(env) {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: { PORT: String(port), ADIT_ADMIN_PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await untilListening(port);
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}/monitoring-tunnel`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Room for all that wait. */
export const MAX_BYTES = 2 * 1_024 ** 3;

/** Starts the servers and their Redis. */
export async function startServers({ replicas }, dsn) {
  if (!existsSync(MAIN)) throw new Error('The tunnel server is not built: run `npx nx build tunnel-server`.');
  const folder = mkdtempSync(join(tmpdir(), 'adit-backlog-'));
  const redis = await startRedis();
  const env = {
    ADIT_DSNS: dsn,
    ADIT_INGEST_ORIGIN: new URL(dsn).origin,
    ADIT_SPOOL: redis.url,
    ADIT_SPOOL_MAX_BYTES: String(MAX_BYTES),
    ADIT_LIMITS: redis.url,
  };
  const all = [];
  const stop = async () => {
    await Promise.all(all.map((server) => server.stop()));
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < replicas; index += 1)
      all.push(await startServer({ ...env, ADIT_INSURANCE: `disk:${join(folder, String(index))}` }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: all.map(({ url }) => url), pids: all.map(({ pid }) => pid), redis, stop };
}
