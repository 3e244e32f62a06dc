import type { EventOutcome } from '@adit/monitoring-config';

/** An outcome and where it was decided. */
export interface JournalEntry {
  readonly side: 'browser' | 'server';
  readonly outcome: EventOutcome;
}

/** One occurrence of a fault, with the outcomes until the next one. */
export interface FaultRun {
  readonly faultId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly entries: readonly JournalEntry[];
}

/** The time at which each fault was raised, oldest first. */
export type FaultStarts = readonly Pick<FaultRun, 'faultId' | 'at'>[];

/** Traces and sessions occur on every page. Only a dropped trace of a missing page belongs to a fault. */
const isRoutine = ({ outcome }: JournalEntry): boolean =>
  outcome.type !== 'error' &&
  !(outcome.kind === 'dropped' && outcome.ruleId === 'not-found-page-transaction');

/** Attributes each outcome to the fault raised last before it. */
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
