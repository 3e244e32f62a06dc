import { createRedis, type Redis } from '@adit/tunnel/redis';
import type { Clock } from '../clock.ts';
import { ConfigError } from '../config-error.ts';
import type { RedisConfig } from '../config.ts';
import { describeError, type Log } from '../log.ts';
import { redact } from '../redact.ts';
import { SETTINGS } from '../settings.ts';
import type { RedisAddress } from './redis-address.ts';
import { createRedisClient, type ConnectingClient } from './redis-client.ts';
import { connectRedis, RedisDeniedError } from './redis-connection.ts';

/** A Redis that stores of this process use. */
export interface RedisLink {
  readonly redis: Redis;
  /** Whether Redis counts as away, or the link is closed. */
  readonly isAway: () => boolean;
  /** How often it was connected again. */
  readonly reconnects: () => number;
  readonly close: () => void;
}

/** Options of {@link openRedisLink}. */
export interface RedisLinkOptions {
  /** The setting that holds the address. */
  key: 'spool' | 'limits';
  address: RedisAddress;
  config: RedisConfig;
  log: Log;
  clock: Clock;
  /** Default those of `@redis/client`. */
  createClient?: (address: RedisAddress, tls: RedisConfig['tls']) => ConnectingClient;
}

/** If Redis has not answered for this long, its connection is replaced, and again each time it has passed, in milliseconds. */
const REPLACE_AFTER_MS = 3_000;

/** Redis is back if it has answered for this long, in milliseconds: while one node of a cluster is away, the others answer. */
const BACK_AFTER_MS = 2_000;

/**
 * Connects to Redis. Logs when Redis is away and when it is back. If Redis is away at the start, returns all the same.
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
  /** Until it is logged that Redis is back. */
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

/** Translates an error for which the server does not start. */
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
