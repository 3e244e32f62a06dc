import { createHmac } from 'node:crypto';
import { checkCap, type ThrottleOptions } from '../memory-throttle.ts';
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

/** Refused clients remembered at most, each with about 150 bytes. Redis is asked about others each time. */
const MAX_REFUSED = 100_000;

/** Those whose wait is over are looked for once in so many milliseconds, while the table is full. */
const SWEEP_EVERY_MS = 1_000;

/**
 * Creates a throttle that counts a client's requests over all replicas, by the clock of Redis. A refused client is
 * remembered here until its wait ends, so a flood costs Redis nothing.
 * @throws TypeError with one line that names the option, its value and what is accepted
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
  checkCap('createRedisThrottle', { requests, perMs });
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('createRedisThrottle: secret is empty; accepted is a text that all replicas share.');
  }
  /** When the wait of a client ends, by the clock that is given to `take`. */
  const refusedUntil = new Map<string, number>();
  let sweptAtMs = -Infinity;

  const keyOf = (client: string): string =>
    `${redis.prefix}throttle:${createHmac('sha256', secret).update(client).digest('base64url').slice(0, 22)}`;
  const remember = (client: string, untilMs: number, nowMs: number): void => {
    if (refusedUntil.size >= MAX_REFUSED && Math.abs(nowMs - sweptAtMs) >= SWEEP_EVERY_MS) {
      sweptAtMs = nowMs;
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
