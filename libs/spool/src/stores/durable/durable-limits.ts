import type { RateLimits } from '@adit/envelope';
import { createMemoryLimits } from '../memory-limits.ts';
import type { LimitStore } from '../stores.ts';
import { checkStorage, type DurableStorage } from './durable-storage.ts';

/** How limits in a Durable Object are set up. */
export interface DurableLimitsOptions {
  /** `ctx.storage` of the object. */
  storage: DurableStorage;
}

const PREFIX = 'adit/limits/';

/**
 * Rate limits that outlive the memory of their Durable Object. It holds no more than there are configured DSNs.
 * @throws TypeError if the storage has no SQLite
 */
export function createDurableLimits({ storage }: DurableLimitsOptions): LimitStore {
  checkStorage('createDurableLimits', storage);
  const { kv } = storage;
  const known = createMemoryLimits();
  for (const [key, limits] of kv.list({ prefix: PREFIX })) {
    known.set(key.slice(PREFIX.length), limits as RateLimits);
  }
  return {
    get: known.get,
    set: (dsn, limits) => {
      known.set(dsn, limits);
      if (limits.length === 0) kv.delete(PREFIX + dsn);
      else kv.put(PREFIX + dsn, limits);
    },
  };
}
