import type { Clock } from '@adit/envelope';
import { createRedis, type Redis } from '@adit/spool/redis';
import { ConfigError } from '../config/config-error.ts';
import type { RedisConfig } from '../config/config.ts';
import { describeError, type Log } from '../log/log.ts';
import { redact } from '../log/redact.ts';
import { SETTINGS } from '../config/settings.ts';
import type { RedisAddress } from '../config/redis-address.ts';
import { createRedisClient, type ConnectingClient } from './redis-client.ts';
import { connectRedis, RedisDeniedError } from './redis-connection.ts';

/** A Redis that the stores of this process use. */
export interface RedisLink {
  readonly redis: Redis;
  /** Whether Redis counts as unavailable, or the link is closed. */
  readonly isAway: () => boolean;
  /** The number of reconnections. */
  readonly reconnects: () => number;
  readonly close: () => void;
}

/** Options of {@link openRedisLink}. */
export interface RedisLinkOptions {
  /** The setting with the address. */
  key: 'spool' | 'limits';
  address: RedisAddress;
  config: RedisConfig;
  log: Log;
  clock: Clock;
  /** Default: a client of `@redis/client`. */
  createClient?: (address: RedisAddress, tls: RedisConfig['tls']) => ConnectingClient;
}

/**
 * If Redis has not answered for this time, its connection is replaced, and again each time the time has passed, in
 * milliseconds.
 */
const REPLACE_AFTER_MS = 3_000;

/**
 * Redis counts as back if it has answered for this time, in milliseconds: while one node of a cluster is unavailable,
 * the others answer.
 */
const BACK_AFTER_MS = 2_000;

/**
 * Connects to Redis. Logs when Redis becomes unavailable and when it is back. Returns even if Redis is unavailable at
 * the start.
 * @throws {@link ConfigError} if Redis refuses the user, or its certificate cannot be trusted
 */
export async function openRedisLink({
  key,
  address,
  config,
  log,
  clock,
  createClient = createRedisClient,
}: RedisLinkOptions): Promise<RedisLink> {
  const { monotonicNow } = clock;
  let reconnects = 0;
  let isAway = false;
  let isClosed = false;
  /** Set until the log says that Redis is back. */
  let awaySince: number | undefined;
  let replaceTimer: unknown;
  let backTimer: unknown;

  const connection = connectRedis({
    createClient: () => createClient(address, config.tls),
    clock,
    onReconnect: () => (reconnects += 1),
  });
  const clearTimers = (): void => {
    clock.clearTimeout(replaceTimer);
    clock.clearTimeout(backTimer);
  };
  const replaceLater = (): void => {
    replaceTimer = clock.setTimeout(() => {
      connection.replace();
      replaceLater();
    }, REPLACE_AFTER_MS);
  };
  const noteAway = (cause: unknown): void => {
    clearTimers();
    replaceLater();
    if (awaySince !== undefined) return;
    awaySince = monotonicNow();
    log.warn('redis-away', {
      redis: address.shown,
      cause: describeError(cause),
      lastError: connection.lastError(),
    });
  };
  const noteBack = (): void => {
    clearTimers();
    const durationMs = Math.round(monotonicNow() - (awaySince ?? 0));
    backTimer = clock.setTimeout(() => {
      awaySince = undefined;
      log.info('redis-back', { redis: address.shown, durationMs });
    }, BACK_AFTER_MS);
  };
  const close = (): void => {
    isClosed = true;
    clearTimers();
    connection.close();
  };

  try {
    await connection.firstAttempt;
  } catch (error) {
    close();
    throw toRedisConfigError(key, address, error);
  }
  return {
    redis: createRedis({
      client: connection.client,
      prefix: config.prefix,
      deadlineMs: config.timeoutMs,
      // Sentinel may make a replica the primary at any time.
      replicas: address.kind === 'sentinel' ? 1 : 0,
      onState: (state) => {
        if (isClosed) return;
        ({ isAway } = state);
        if (state.isAway) noteAway(state.cause);
        else noteBack();
      },
    }),
    isAway: () => isClosed || isAway,
    reconnects: () => reconnects,
    close,
  };
}

/** Translates an error that prevents the server from starting. */
export function toRedisConfigError(
  key: 'spool' | 'limits',
  address: RedisAddress,
  error: unknown,
): ConfigError {
  const cause = redact(error instanceof RedisDeniedError ? error.message : describeError(error));
  return new ConfigError(
    `${SETTINGS[key].name}=${JSON.stringify(address.shown)} cannot be used (${cause.replace(/\.$/, '')}): ` +
      'use a Redis that trusts this server, may write, and evicts nothing.',
  );
}
