import { createInsuredSpool, createRedisSpool } from '@adit/spool/redis';
import type { ServerConfig } from '../config/config.ts';
import { describeError, type Log } from '../log/log.ts';
import { isNearlyFull, type OpenedSpool } from './spool-health.ts';
import type { RedisAddress } from '../config/redis-address.ts';
import { toRedisConfigError, type RedisLink } from '../redis/redis-link.ts';

/** Options of {@link openRedisSpool}. */
interface RedisSpoolOptions {
  config: ServerConfig;
  address: RedisAddress;
  link: RedisLink;
  insurance: OpenedSpool | undefined;
  log: Log;
}

/**
 * Opens the spool in Redis, with its insurance. Also opens it if Redis is unavailable.
 * @throws ConfigError if Redis evicts, or denies a command that the spool needs
 */
export async function openRedisSpool({
  config,
  address,
  link,
  insurance,
  log,
}: RedisSpoolOptions): Promise<OpenedSpool> {
  const maxBytes = config.spoolMaxBytes;
  const shared = await createRedisSpool({
    redis: link.redis,
    maxBytes,
    onError: (error) => {
      // The link logs once that Redis is unavailable.
      if (!link.isAway()) log.warn('redis-error', { cause: describeError(error) });
    },
    onLoss: ({ envelopes, bytes }) =>
      log.warn('spool-lost', {
        lostEnvelopes: envelopes,
        lostBytes: bytes,
        details: ['Redis has lost what it had'],
      }),
  }).catch((error: unknown) => {
    throw toRedisConfigError('spool', address, error);
  });
  log.info('spool-opened', { ...shared.depth(), redis: address.shown, isAway: link.isAway() });
  const hasRoomInRedis = (): boolean => !link.isAway() && !isNearlyFull(shared, maxBytes);
  return {
    store: insurance === undefined ? shared : createInsuredSpool({ shared, insurance: insurance.store }),
    hasRoom: () => hasRoomInRedis() || (insurance?.hasRoom() ?? false),
    insurance: insurance?.store,
  };
}
