import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createClient, type RedisClientType } from '@redis/client';
import { startRedisProcess } from './redis-process.ts';

/** Whether this machine has a Redis. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

type Describe = (name: string, body: () => void) => void;
const { describe } = globalThis as unknown as { readonly describe: Describe & { readonly skip: Describe } };

/** The suite. On a machine without Redis it is skipped, and reported as skipped. */
export const describeWithRedis = HAS_REDIS ? describe : describe.skip;

/** A real Redis of this test file. */
export interface RedisServer {
  /** A separate client, as one replica has. Closed with the server. */
  readonly open: () => Promise<RedisClientType>;
  /** Answers a command as text. */
  readonly ask: (...command: string[]) => Promise<string>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a Redis that writes every change to its disk, on a socket of its own. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  let path = '';
  const clients: { destroy: () => void; isOpen: boolean }[] = [];
  const listen = (folder: string): string[] => {
    path = join(folder, 'socket');
    return ['--port', '0', '--unixsocket', path];
  };
  const server = await startRedisProcess(listen, settings);
  const open = async () => {
    const client = createClient({
      socket: { path, tls: false, reconnectStrategy: 20 },
      disableOfflineQueue: true,
      // The client's default is 5 s.
      commandOptions: { timeout: 60_000 },
    });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const asking = await open();
  return {
    open,
    ask: async (...command) => JSON.stringify(await asking.sendCommand(command)),
    kill: server.signal,
    restart: server.restart,
    stop: async () => {
      for (const client of clients) if (client.isOpen) client.destroy();
      await server.stop();
    },
  };
}
