import { createHmac } from 'node:crypto';
import { checkCap, type ThrottleOptions } from '../memory-throttle.ts';
import type { ThrottleStore } from '../stores.ts';
import type { Redis } from './redis.ts';
import { TAKE } from './throttle-script.ts';

/** How a throttle over all replicas is set up. */
export interface RedisThrottleOptions extends ThrottleOptions {
  redis: Redis;
  /**
   * The key with which addresses are hashed before they are stored in Redis. The same for all replicas, and not stored
   * in Redis: whoever has the key and can read Redis can find the addresses.
   */
  secret: string;
  /** Counts requests while Redis is away. */
  local: ThrottleStore;
}

/**
 * The maximum number of refused clients remembered, each with about 150 bytes. For others, Redis is asked each time.
 */
const MAX_REFUSED = 100_000;

/** The time between two searches for clients whose wait is over while the table is full, in milliseconds. */
const SWEEP_EVERY_MS = 1_000;

/**
 * Creates a throttle that counts a client's requests over all replicas, by the clock of Redis. A refused client is
 * remembered here until its wait ends, so a flood costs Redis nothing.
 * @throws TypeError with one line that names the option, its value and what is accepted
 */
export function createRedisThrottle(options: RedisThrottleOptions): ThrottleStore {
  return createThrottle(options, () => '');
}

/** As {@link createRedisThrottle}, with the clock passed to `take`. */
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
  /** The end of each client's wait, by the clock passed to `take`. */
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
      // A wait that is too long to be true means that the clock was set back.
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
