/** A number that is added to the total of a key. */
export interface BudgetCount {
  /** At most 100 characters: letters, digits, `.`, `:` and `-`. */
  readonly key: string;
  /** At least 0. With 0, the total is only read. */
  readonly by: number;
  /** How long the total is kept from the first time that its key is used, in milliseconds. At most two days. */
  readonly lastsMs: number;
}

/** The totals that all replicas share. */
export interface BudgetStore {
  /**
   * Adds to the totals of at most 1 000 keys, in one step.
   * @returns the new totals, in the order of `counts`
   * @throws if the store cannot be reached. Then nothing should have been added; the budget tries again.
   */
  readonly add: (counts: readonly BudgetCount[]) => Promise<readonly number[]>;
}

/** How a {@link createMemoryBudgetStore} is set up. */
export interface MemoryBudgetStoreOptions {
  /** Milliseconds. */
  readonly clock: { now(): number };
  /** The maximum number of keys. If it is full, the oldest are forgotten. Default 100 000, each with about 150 bytes. */
  readonly maxKeys?: number;
}

interface Total {
  value: number;
  readonly untilMs: number;
}

const SWEEP_EVERY_MS = 60_000;

/** Creates a {@link BudgetStore} in memory, for the budgets of one process and for tests. */
export function createMemoryBudgetStore({ clock, maxKeys = 100_000 }: MemoryBudgetStoreOptions): BudgetStore {
  const totals = new Map<string, Total>();
  let sweptAtMs = -Infinity;

  const sweep = (nowMs: number): void => {
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    for (const [key, { untilMs }] of totals) if (untilMs <= nowMs) totals.delete(key);
  };
  const add = ({ key, by, lastsMs }: BudgetCount, nowMs: number): number => {
    const known = totals.get(key);
    if (known !== undefined && known.untilMs > nowMs) return (known.value += by);
    totals.delete(key);
    for (const oldest of totals.keys()) {
      if (totals.size < maxKeys) break;
      totals.delete(oldest);
    }
    totals.set(key, { value: by, untilMs: nowMs + lastsMs });
    return by;
  };

  return {
    add: (counts) => {
      const nowMs = clock.now();
      sweep(nowMs);
      return Promise.resolve(counts.map((count) => add(count, nowMs)));
    },
  };
}
