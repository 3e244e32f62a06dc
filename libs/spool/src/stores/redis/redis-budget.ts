import { ADD_COUNTS } from './budget-script.ts';
import type { Redis } from './redis.ts';

/** How totals of budgets are shared by all replicas. */
export interface RedisBudgetStoreOptions {
  redis: Redis;
}

/** A number that is added to the total of a key. */
export interface RedisBudgetCount {
  readonly key: string;
  /** A whole number of at least 0. With 0, the total is only read. */
  readonly by: number;
  /** How long the total is kept from its first use, in milliseconds. At most two days. */
  readonly lastsMs: number;
}

/** Totals that all replicas share. It is a `BudgetStore` of `@adit/policy`. */
export interface RedisBudgetStore {
  /**
   * Adds to totals in one step of Redis, and returns them in the order of `counts`.
   * @throws RangeError for more than 1 000 keys; otherwise the error with which Redis fails, with nothing added. If Redis was too late,
   * the counts may have been added all the same.
   */
  readonly add: (counts: readonly RedisBudgetCount[]) => Promise<readonly number[]>;
}

/** The keys of one call: Redis takes a few milliseconds for them, in which it does nothing else. */
const MAX_KEYS = 1_000;

const MAX_LASTS_MS = 2 * 24 * 3_600_000;

/**
 * Creates a store for the budgets of replicas. In a cluster, its keys are on one node. Each key expires, also one that is counted all the
 * time: a replica has at most 1 000 new ones in a second, each with about 100 bytes, most of them for two minutes.
 */
export function createRedisBudgetStore({ redis }: RedisBudgetStoreOptions): RedisBudgetStore {
  return {
    add: async (counts) => {
      if (counts.length > MAX_KEYS) {
        throw new RangeError(`add: there are ${counts.length} counts; accepted are at most ${MAX_KEYS}.`);
      }
      if (counts.length === 0) return [];
      const keys = counts.map(({ key }) => `${redis.prefix}{budget}:${key}`);
      const args = counts.flatMap(({ by, lastsMs }) => [String(by), String(Math.min(lastsMs, MAX_LASTS_MS))]);
      const totals = (await redis.run(ADD_COUNTS, keys, args)) as readonly unknown[];
      return totals.map(Number);
    },
  };
}
