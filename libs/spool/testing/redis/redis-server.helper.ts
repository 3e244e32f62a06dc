import { startRedis as startServer, type RedisServer as Server } from '@adit/testing/redis-server';
import { createRedis, type Redis, type RedisOptions } from '../../src/stores/redis/redis.ts';

export { describeWithRedis, HAS_REDIS } from '@adit/testing/redis-server';

/** A real Redis of this test file. */
export interface RedisServer extends Server {
  /** A separate connection, as one replica has. Closed with the server. */
  readonly connect: (options?: Omit<RedisOptions, 'client'>) => Promise<Redis>;
}

/** Starts a Redis that writes every change to its disk, on a socket of its own. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const server = await startServer(...settings);
  return {
    ...server,
    connect: async (options = {}) =>
      createRedis({
        prefix: `test-${Math.random()}:`,
        deadlineMs: 60_000,
        ...options,
        client: await server.open(),
      }),
  };
}

/** A Redis for the tests of a block: it starts before the first one, and stops after the last one. */
export function useRedis(): Pick<RedisServer, 'ask' | 'connect' | 'kill'> {
  let server: RedisServer;
  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.stop());
  return {
    ask: (...command) => server.ask(...command),
    connect: (options) => server.connect(options),
    kill: (signal) => server.kill(signal),
  };
}
