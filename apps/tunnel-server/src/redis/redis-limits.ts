import type { LimitStore, ThrottleStore } from '@adit/spool';
import { createRedisLimits, createRedisThrottle } from '@adit/spool/redis';
import type { ServerConfig } from '../config/config.ts';
import { describeError } from '../log/log.ts';
import type { RecurringWarnings } from '../log/recurring-warnings.ts';
import type { RedisLink } from './redis-link.ts';

/** Opens the rate limits that all replicas share. */
export function shareLimits(link: RedisLink, warnings: RecurringWarnings): Promise<LimitStore> {
  return createRedisLimits({
    redis: link.redis,
    onError: (error) => {
      // The link logs once that Redis is unavailable.
      if (!link.isAway()) warnings.warn('redis-error', '', { cause: describeError(error) });
    },
  });
}

/** The throttle shared by all replicas; the local one without a Redis, and while it is unavailable. */
export function shareThrottle(
  local: ThrottleStore,
  link: RedisLink | undefined,
  { throttle, throttleSecret: secret }: ServerConfig,
): ThrottleStore {
  return link === undefined || throttle === undefined
    ? local
    : createRedisThrottle({ ...throttle, redis: link.redis, secret, local });
}
