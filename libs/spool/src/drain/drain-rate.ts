import type { Clock } from '@adit/envelope';

/** How fast stored envelopes are delivered. */
export interface DrainRate {
  readonly note: () => void;
  /** Deliveries a second in the last half minute, or since the first in it. */
  readonly perSecond: () => number;
}

const WINDOW_S = 30;

/** Creates a {@link DrainRate}. It keeps a count for each of the last 30 seconds. */
export function createDrainRate({ monotonicNow }: Pick<Clock, 'monotonicNow'>): DrainRate {
  const counts: { readonly second: number; count: number }[] = [];
  const prune = (nowMs: number): void => {
    while (counts[0] !== undefined && nowMs - counts[0].second * 1_000 > WINDOW_S * 1_000) counts.shift();
  };
  return {
    note: () => {
      const now = monotonicNow();
      prune(now);
      const second = Math.floor(now / 1_000);
      const last = counts.at(-1);
      if (last?.second === second) last.count += 1;
      else counts.push({ second, count: 1 });
    },
    perSecond: () => {
      const now = monotonicNow();
      prune(now);
      const [first] = counts;
      if (first === undefined) return 0;
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      return total / Math.max(1, now / 1_000 - first.second);
    },
  };
}
