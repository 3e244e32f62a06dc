import type { OutcomeEntry } from './outcome-entry.ts';

/** The last outcomes of all processes. */
export interface OutcomeRing {
  readonly add: (entries: readonly OutcomeEntry[]) => void;
  /** The newest first. */
  readonly newest: (filter?: OutcomeFilter) => readonly OutcomeEntry[];
}

/** Which outcomes are wanted. */
export interface OutcomeFilter {
  /** 32 hexadecimal digits. */
  readonly eventId?: string | undefined;
  /** Default all. */
  readonly limit?: number;
}

/** Outcomes that are remembered: with 16 item types each some 1 KB, so 1 MB at most. */
export const RING_LENGTH = 1_000;

/** Creates an {@link OutcomeRing}. */
export function createOutcomeRing(length = RING_LENGTH): OutcomeRing {
  let entries: OutcomeEntry[] = [];
  return {
    add: (added) => {
      if (added.length > 0) entries = [...entries, ...added].slice(-length);
    },
    newest: ({ eventId, limit = length } = {}) =>
      entries
        .filter((entry) => eventId === undefined || entry.eventId === eventId)
        .slice(-limit)
        .reverse(),
  };
}
