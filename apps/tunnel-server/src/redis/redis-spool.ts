import { createInsuredSpool, createRedisSpool } from '@adit/tunnel/redis';
import type { ServerConfig } from '../config.ts';
import { describeError, type Log } from '../log.ts';
import { isNearlyFull } from '../spool-health.ts';
import type { OpenedSpool } from '../stores.ts';
import type { RedisAddress } from './redis-address.ts';
import { toRedisConfigError, type RedisLink } from './redis-link.ts';

/** Options of {@link openRedisSpool}. */
interface RedisSpoolOptions {
  config: ServerConfig;
  address: RedisAddress;
  link: RedisLink;
  insurance: OpenedSpool | undefined;
  log: Log;
}

/**
 * Opens the spool in Redis, with its insurance.
 * @throws ConfigError if Redis evicts, or denies what the spool needs. If Redis is away, it is opened all the same
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
      // Redis being away is logged once, by the link.
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
