import {
  createClient,
  createCluster,
  createSentinel,
  type RedisClientOptions,
  type RedisClusterOptions,
} from '@redis/client';
import type { RedisClient } from '@adit/spool/redis';
import type { RedisAddress, RedisTls } from '../config/redis-address.ts';

/** A client of `@redis/client`, for one node, Sentinels or a cluster. */
export interface ConnectingClient extends RedisClient {
  readonly multi: NonNullable<RedisClient['multi']>;
  readonly connect: () => Promise<unknown>;
  /** Closes its connections at once. */
  readonly destroy: () => unknown;
  readonly on: (
    event: 'error' | 'ready' | 'node-ready' | 'node-error',
    listener: (error: unknown) => void,
  ) => unknown;
}

type SocketOptions = NonNullable<NonNullable<RedisClusterOptions['defaults']>['socket']>;

/** The connection timeout, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2_000;

/** The longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE_MS = 1_000;

/** The most commands that wait for their answers. Further ones fail, and the insurance takes over. */
const MAX_COMMANDS = 10_000;

/**
 * The pause before the next attempt to connect, in milliseconds, randomised so that processes do not reconnect at the
 * same time.
 */
export function reconnectPauseMs(attempt: number, random: () => number = Math.random): number {
  return Math.round(Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + random() / 2));
}

/** Creates a client that is not connected yet. */
export function createRedisClient(address: RedisAddress, tls: RedisTls): ConnectingClient {
  const { kind, nodes, username, password, database, primaryName } = address;
  const socketOf = (node?: { host: string; port: number }): SocketOptions => ({
    ...node,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectStrategy: (attempt) => reconnectPauseMs(attempt),
    ...(address.isEncrypted ? { tls: true, ...given(tls) } : {}),
  });
  const common = {
    ...given({ username, password }),
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_COMMANDS,
    maintNotifications: 'disabled',
    // Its additions to CLIENT LIST would need another permission.
    disableClientInfo: true,
  } as const satisfies RedisClientOptions;
  const connected = ((): unknown => {
    switch (kind) {
      case 'single':
        return createClient({ ...common, database, socket: socketOf(nodes[0]) });
      case 'sentinel':
        return createSentinel({
          name: primaryName,
          sentinelRootNodes: [...nodes],
          nodeClientOptions: { ...common, database, socket: socketOf() },
          sentinelClientOptions: {
            ...given({ username: address.sentinelUsername, password: address.sentinelPassword }),
            socket: socketOf(),
          },
          scanInterval: 2_000,
          maxCommandRediscovers: 0,
          passthroughClientErrorEvents: true,
        });
      case 'cluster':
        return createCluster({
          rootNodes: nodes.map((node) => ({ socket: socketOf(node) })),
          defaults: { ...common, socket: socketOf() },
        });
    }
  })();
  // The client's own types describe its commands, which are not used here.
  return connected as ConnectingClient;
}

/** Removes undefined properties: the client would treat them as values. */
function given<T extends object>(options: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
