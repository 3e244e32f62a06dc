import type { EventOutcome } from '@adit/monitoring-config';

/** An outcome, and where it was decided. */
export interface JournalEntry {
  readonly side: 'browser' | 'server';
  readonly outcome: EventOutcome;
}

/** One time a fault was raised, with all that monitoring did until the next one. */
export interface FaultRun {
  readonly faultId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly entries: readonly JournalEntry[];
}

/** When each fault was raised, oldest first. */
export type FaultStarts = readonly Pick<FaultRun, 'faultId' | 'at'>[];

/** Traces and sessions accompany every page and say nothing of a fault; but that a page's trace was noise is news. */
const isRoutine = ({ outcome }: JournalEntry): boolean =>
  outcome.type !== 'error' &&
  !(outcome.kind === 'dropped' && outcome.ruleId === 'not-found-page-transaction');

/** Attributes outcomes to the fault raised last before them; the newest run of each fault wins. */
export function attributeOutcomes(
  starts: FaultStarts,
  entries: readonly JournalEntry[],
): Map<string, FaultRun> {
  return new Map(
    starts.map(({ faultId, at }, index) => {
      const end = starts[index + 1]?.at ?? Infinity;
      const own = entries
        .filter((entry) => entry.outcome.at >= at && entry.outcome.at < end && !isRoutine(entry))
        .sort((a, b) => a.outcome.at - b.outcome.at);
      return [faultId, { faultId, at, entries: own }];
    }),
  );
}
