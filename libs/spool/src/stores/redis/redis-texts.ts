import { createScript } from './script.ts';
import type { Redis } from './redis.ts';

/** The texts of a Redis. */
export interface RedisTexts {
  /**
   * Returns the text of a key; `null` if there is none. The prefix of the connection is not added.
   * @throws RedisAwayError if Redis is away, at once if that is known; otherwise the error with which Redis answers
   */
  readonly get: (key: string) => Promise<string | null>;
}

/** Options of {@link createRedisTexts}. */
export interface RedisTextsOptions {
  redis: Redis;
}

const GET = createScript(`return redis.call('GET', KEYS[1])`);

/** Reads texts through the connection of the stores, such as the document that `watchPolicy` of `@adit/policy` follows. */
export function createRedisTexts({ redis }: RedisTextsOptions): RedisTexts {
  return {
    get: async (key) => {
      const value = (await redis.run(GET, [key], [])) as Buffer | string | null | undefined;
      return value?.toString() ?? null;
    },
  };
}
