import { createHmac } from 'node:crypto';
import type { ThrottleOptions } from '../memory-throttle.ts';
import type { ThrottleStore } from '../stores.ts';
import type { Redis } from './redis.ts';
import { TAKE } from './throttle-script.ts';

/** How a throttle over all replicas is set up. */
export interface RedisThrottleOptions extends ThrottleOptions {
  redis: Redis;
  /**
   * The key of the hash under which Redis knows an address. The same for all replicas, and not stored in Redis: who can read
   * Redis and knows it can find the addresses.
   */
  secret: string;
  /** Counts while Redis is away. */
  local: ThrottleStore;
}

/** Refused clients remembered at most. Redis is asked about others each time. */
const MAX_REFUSED = 100_000;

/**
 * Creates a throttle that counts a client's requests over all replicas, by the clock of Redis. A refused client is
 * remembered here until its wait ends, so a flood costs Redis nothing.
 */
export function createRedisThrottle(options: RedisThrottleOptions): ThrottleStore {
  return createThrottle(options, () => '');
}

/** As {@link createRedisThrottle}, by the clock that is given to `take`. */
export function createThrottleByGivenClock(options: RedisThrottleOptions): ThrottleStore {
  return createThrottle(options, String);
}

function createThrottle(
  { redis, secret, local, requests, perMs }: RedisThrottleOptions,
  timeOf: (nowMs: number) => string,
): ThrottleStore {
  /** When the wait of a client ends, by the clock that is given to `take`. */
  const refusedUntil = new Map<string, number>();

  const keyOf = (client: string): string =>
    `${redis.prefix}throttle:${createHmac('sha256', secret).update(client).digest('base64url').slice(0, 22)}`;
  const remember = (client: string, untilMs: number, nowMs: number): void => {
    if (refusedUntil.size >= MAX_REFUSED) {
      for (const [known, endMs] of refusedUntil) if (endMs <= nowMs) refusedUntil.delete(known);
    }
    if (refusedUntil.size < MAX_REFUSED) refusedUntil.set(client, untilMs);
  };

  return {
    ...local,
    take: async (client, nowMs, capFactor) => {
      const leftMs = (refusedUntil.get(client) ?? -Infinity) - nowMs;
      // A longer wait than there can be: the clock was set back.
      if (leftMs > 0 && leftMs <= perMs) return leftMs;
      refusedUntil.delete(client);
      const rate = requests * capFactor;
      let waitMs: number;
      try {
        const args = [rate, perMs, rate * perMs].map(String);
        waitMs = Number(await redis.run(TAKE, [keyOf(client)], [...args, timeOf(nowMs)]));
      } catch {
        return local.take(client, nowMs, capFactor);
      }
      if (waitMs > 0) remember(client, nowMs + waitMs, nowMs);
      return waitMs;
    },
  };
}
