import type { OutcomeEntry } from './outcome-entry.ts';

/** Chooses the outcomes that are remembered, and keeps them until the next report. */
export interface OutcomeSampler {
  /** Whether an outcome is to be noted now. Successful forwards are a sample, everything else is noted up to a bound. */
  readonly admits: (isSuccess: boolean) => boolean;
  readonly add: (entry: OutcomeEntry) => void;
  /** Takes what was added since the last call. */
  readonly take: () => SampledOutcomes;
}

/** Outcomes of one process since its last report. */
export interface SampledOutcomes {
  readonly entries: readonly OutcomeEntry[];
  /** Outcomes that were not noted, since the process began. */
  readonly skipped: number;
}

/** The most successful forwards, and the most other outcomes, that one process notes in a second. */
export const MAX_SUCCESSES_PER_S = 10;
export const MAX_OTHERS_PER_S = 100;

/** The most entries that wait for a report: those of nine seconds. */
const MAX_WAITING = 1_000;

const WINDOW_MS = 1_000;

/** Creates an {@link OutcomeSampler} on a clock that is never set, in milliseconds. */
export function createOutcomeSampler(monotonicNow: () => number): OutcomeSampler {
  let waiting: OutcomeEntry[] = [];
  let windowEnd = -Infinity;
  let successes = 0;
  let others = 0;
  let skipped = 0;
  return {
    admits: (isSuccess) => {
      const now = monotonicNow();
      if (now >= windowEnd) {
        windowEnd = now + WINDOW_MS;
        successes = 0;
        others = 0;
      }
      const isAdmitted = isSuccess ? successes < MAX_SUCCESSES_PER_S : others < MAX_OTHERS_PER_S;
      if (!isAdmitted) skipped += 1;
      else if (isSuccess) successes += 1;
      else others += 1;
      return isAdmitted;
    },
    add: (entry) => {
      if (waiting.length < MAX_WAITING) waiting.push(entry);
      else skipped += 1;
    },
    take: () => {
      const entries = waiting;
      waiting = [];
      return { entries, skipped };
    },
  };
}
