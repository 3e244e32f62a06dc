import type { OutcomeEntry } from './outcome-entry.ts';

/** The last outcomes of all processes. */
export interface OutcomeRing {
  readonly add: (entries: readonly OutcomeEntry[]) => void;
  /** The newest first. */
  readonly newest: (filter?: OutcomeFilter) => readonly OutcomeEntry[];
  /** From when on all of them are kept; `null` without any. */
  readonly since: () => number | null;
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

/**
 * Kinds whose first outcome is kept for good: in a flood of losses, the first ones say how it began. A kind is an outcome with its
 * reason and status.
 */
export const MAX_KINDS = 100;

/** Creates an {@link OutcomeRing}. */
export function createOutcomeRing(length = RING_LENGTH): OutcomeRing {
  let entries: OutcomeEntry[] = [];
  /** Those that the ring has no more. */
  const firsts = new Map<string, OutcomeEntry>();
  return {
    add: (added) => {
      if (added.length === 0) return;
      const all = [...entries, ...added];
      entries = all.slice(-length);
      for (const entry of all.slice(0, -length)) {
        const kind = `${entry.outcome} ${entry.reason} ${entry.status}`;
        if (!firsts.has(kind) && firsts.size < MAX_KINDS) firsts.set(kind, entry);
      }
    },
    newest: ({ eventId, limit = Infinity } = {}) =>
      [...firsts.values(), ...entries]
        .filter((entry) => eventId === undefined || entry.eventId === eventId)
        .reverse()
        .slice(0, limit),
    since: () => entries[0]?.at ?? null,
  };
}
