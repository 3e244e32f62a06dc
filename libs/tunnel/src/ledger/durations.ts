/** From 5 ms to 10 s, in seconds: the buckets that OpenTelemetry recommends for HTTP. */
export const BOUNDARIES_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** A histogram of durations. */
export interface Durations {
  /** Values by bucket: one for each boundary, and one for the values beyond. */
  readonly counts: readonly number[];
  /** In seconds. */
  readonly sum: number;
}

const MS_PER_S = 1_000;

/** A histogram without values. */
export const noDurations = (): Durations => ({ counts: BOUNDARIES_S.map(() => 0).concat(0), sum: 0 });

/** Adds a value to the histogram under a key. */
export function addDuration(all: Record<string, Durations>, key: string | number, durationMs: number): void {
  const durations = (all[key] ??= noDurations()) as { counts: number[]; sum: number };
  const seconds = durationMs / MS_PER_S;
  let bucket = 0;
  while (bucket < BOUNDARIES_S.length && seconds > Number(BOUNDARIES_S[bucket])) bucket += 1;
  durations.counts[bucket] = Number(durations.counts[bucket]) + 1;
  durations.sum += seconds;
}

/** The number of values. */
export const countOf = ({ counts }: Durations): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Estimates a quantile over several histograms by its place in its bucket, as Prometheus does.
 * @returns seconds; the last boundary if it lies beyond; `undefined` without values
 */
export function quantile(all: readonly Durations[], share: number): number | undefined {
  const total = all.reduce((sum, durations) => sum + countOf(durations), 0);
  if (total === 0) return undefined;
  let rank = share * total;
  for (const [bucket, upper] of BOUNDARIES_S.entries()) {
    const count = all.reduce((sum, { counts }) => sum + Number(counts[bucket]), 0);
    if (rank <= count && count > 0) {
      const lower = BOUNDARIES_S[bucket - 1] ?? 0;
      return lower + (upper - lower) * (rank / count);
    }
    rank -= count;
  }
  return BOUNDARIES_S.at(-1);
}
