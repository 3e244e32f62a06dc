/** From 5 ms to 10 s, in seconds: what OpenTelemetry advises for HTTP. */
export const BOUNDARIES_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** A histogram that costs a request some 20 ns; that of an SDK costs over a microsecond with its attributes. */
export interface DurationHistogram {
  readonly record: (seconds: number) => void;
  readonly read: () => DurationCounts;
}

/** Values by bucket: as many as boundaries, and one more for those beyond. */
export interface DurationCounts {
  readonly counts: readonly number[];
  readonly sum: number;
}

/** No values. */
export const NO_DURATIONS: DurationCounts = {
  counts: new Array<number>(BOUNDARIES_S.length + 1).fill(0),
  sum: 0,
};

/** Creates a {@link DurationHistogram}, empty. */
export function createDurationHistogram(): DurationHistogram {
  const counts = [...NO_DURATIONS.counts];
  let sum = 0;
  return {
    record: (seconds) => {
      let bucket = 0;
      while (bucket < BOUNDARIES_S.length && seconds > Number(BOUNDARIES_S[bucket])) bucket += 1;
      counts[bucket] = Number(counts[bucket]) + 1;
      sum += seconds;
    },
    read: () => ({ counts: [...counts], sum }),
  };
}

/**
 * Estimates a quantile by its place in its bucket, as Prometheus does.
 * @returns seconds; the last boundary if it lies beyond; `undefined` without values
 */
export function quantile(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let rank = share * total;
  for (const [bucket, count] of counts.entries()) {
    const upper = BOUNDARIES_S[bucket];
    if (upper === undefined) break;
    if (rank <= count && count > 0) {
      const lower = BOUNDARIES_S[bucket - 1] ?? 0;
      return lower + (upper - lower) * (rank / count);
    }
    rank -= count;
  }
  return BOUNDARIES_S.at(-1);
}
