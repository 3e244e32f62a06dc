import type { LimitStore, ThrottleStore } from '@adit/tunnel';
import { createRedisLimits, createRedisThrottle } from '@adit/tunnel/redis';
import type { ServerConfig } from '../config.ts';
import { describeError } from '../log.ts';
import type { RecurringWarnings } from '../recurring-warnings.ts';
import type { RedisLink } from './redis-link.ts';

/** Opens the rate limits that all replicas share. */
export function shareLimits(link: RedisLink, warnings: RecurringWarnings): Promise<LimitStore> {
  return createRedisLimits({
    redis: link.redis,
    onError: (error) => {
      // Redis being away is logged once, by the link.
      if (!link.isAway()) warnings.warn('redis-error', '', { cause: describeError(error) });
    },
  });
}

/** The throttle of all replicas; the one of this machine without a Redis, and while it is away. */
export function shareThrottle(
  local: ThrottleStore,
  link: RedisLink | undefined,
  { throttle, throttleSecret: secret }: ServerConfig,
): ThrottleStore {
  return link === undefined || throttle === undefined
    ? local
    : createRedisThrottle({ ...throttle, redis: link.redis, secret, local });
}
