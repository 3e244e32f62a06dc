import type { RateLimits } from '@adit/envelope';
import type { LimitStore } from './stores.ts';

/** Creates a {@link LimitStore} in this process's memory. It holds no more than there are configured DSNs. */
export function createMemoryLimits(): LimitStore {
  const limitsByDsn = new Map<string, RateLimits>();
  return {
    get: (dsn) => limitsByDsn.get(dsn),
    set: (dsn, limits) => {
      if (limits.length === 0) limitsByDsn.delete(dsn);
      else limitsByDsn.set(dsn, limits);
    },
  };
}
