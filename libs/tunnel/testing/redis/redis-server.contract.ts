import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { createRedis, type Redis, type RedisOptions } from '../../src/stores/redis/redis.ts';

/** Whether this machine has a Redis. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

/** The suite, or on a machine without Redis one that is skipped and says so. */
export const describeWithRedis = HAS_REDIS ? describe : describe.skip;

/** A real Redis of this test file. */
export interface RedisServer {
  /** A connection of its own: what one replica has. Closed with the server. */
  readonly connect: (options?: Omit<RedisOptions, 'client'>) => Promise<Redis>;
  /** Answers a command as text. */
  readonly ask: (...command: string[]) => Promise<string>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a Redis that writes every change to its disk, on a socket of its own. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-redis-'));
  const path = join(folder, 'socket');
  const clients: { destroy: () => void; isOpen: boolean }[] = [];
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    server = spawn(
      'redis-server',
      [
        '--port',
        '0',
        '--unixsocket',
        path,
        '--dir',
        folder,
        '--appendonly',
        'yes',
        '--save',
        '',
        ...settings,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await new Promise<void>((resolve, reject) => {
      let log = '';
      server.once('exit', () => {
        reject(new Error(`Redis does not start: ${log}`));
      });
      server.stdout?.on('data', (chunk: Buffer) => {
        log += String(chunk);
        if (/ready to accept connections/i.test(log)) resolve();
      });
    });
  };
  const open = async () => {
    const client = createClient({
      socket: { path, tls: false, reconnectStrategy: 20 },
      disableOfflineQueue: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  await start();
  const asking = await open();
  return {
    connect: async (options = {}) =>
      createRedis({
        prefix: `test-${Math.random()}:`,
        deadlineMs: 60_000,
        ...options,
        client: await open(),
      }),
    ask: async (...command) => JSON.stringify(await asking.sendCommand(command)),
    kill: (signal) => server.kill(signal),
    restart: start,
    stop: async () => {
      for (const client of clients) if (client.isOpen) client.destroy();
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
