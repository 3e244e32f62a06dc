import { lossOf, type Outcome, type OutcomeDetail, type StoredOutcome } from '@adit/tunnel';

/** The stored facts about one envelope: never its payload, key or client address. */
export interface OutcomeEntry extends Omit<OutcomeDetail, 'method' | 'endpoint'> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The worker's number. */
  readonly worker: number;
  readonly outcome: (Outcome | StoredOutcome)['kind'];
  /** The reason why it was refused, stored or dropped. */
  readonly reason: string | undefined;
  /** The reason why the envelope is lost, as `adit.tunnel.lost` counts it, if it is. */
  readonly lost: string | undefined;
  /** The status of the answer, or the last status of ingest for a stored envelope. */
  readonly status: number | undefined;
  /** How long it was stored, in milliseconds. */
  readonly heldMs: number | undefined;
  /** The time until which it is stored at most, in milliseconds since the epoch. */
  readonly keptUntil: number | undefined;
}

/** The dependencies of an entry besides the outcome. */
export interface EntryContext {
  readonly worker: number;
  readonly now: () => number;
  /** The age at which stored envelopes are dropped, in milliseconds. */
  readonly spoolMaxAgeMs: number;
}

/** The reason and status of an outcome. */
function facts(
  outcome: Outcome | StoredOutcome,
): Pick<OutcomeEntry, 'reason' | 'lost' | 'status' | 'heldMs'> {
  switch (outcome.kind) {
    case 'redelivered':
      return { reason: undefined, lost: undefined, status: outcome.status, heldMs: outcome.heldMs };
    case 'given-up': {
      const { cause, status, heldMs } = outcome;
      const isLost = cause !== 'dropped';
      return { reason: cause, lost: isLost ? cause : undefined, status, heldMs };
    }
    default: {
      const reason =
        outcome.kind === 'refused' ? outcome.reason : outcome.kind === 'spooled' ? outcome.cause : undefined;
      return { reason, lost: lossOf(outcome), status: outcome.status, heldMs: undefined };
    }
  }
}

/** A copy: a substring of a long text would keep all of it in memory. */
const copyHex = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : Buffer.from(text, 'hex').toString('hex');

/** Converts an outcome to an entry. */
export function toEntry(
  outcome: Outcome | StoredOutcome,
  detail: OutcomeDetail,
  { worker, now, spoolMaxAgeMs }: EntryContext,
): OutcomeEntry {
  const at = now();
  const round = (ms: number): number => Math.round(ms * 10) / 10;
  const { heldMs, ...known } = facts(outcome);
  return {
    at,
    worker,
    outcome: outcome.kind,
    ...known,
    eventId: copyHex(detail.eventId),
    project: detail.project,
    sdk: detail.sdk,
    itemTypes: detail.itemTypes,
    bytes: detail.bytes,
    durationMs: round(detail.durationMs),
    heldMs: heldMs === undefined ? undefined : Math.round(heldMs),
    keptUntil: outcome.kind === 'spooled' ? at + spoolMaxAgeMs : undefined,
    limited: detail.limited,
    filtered: detail.filtered,
  };
}

/** Chooses the outcomes that are remembered, and keeps them until the next report. */
export interface OutcomeSampler {
  /** Whether an outcome is to be noted now. Successful forwards are sampled, everything else is noted up to a bound. */
  readonly admits: (isSuccess: boolean) => boolean;
  readonly add: (entry: OutcomeEntry) => void;
  /** Takes the entries that were added since the last call. */
  readonly take: () => SampledOutcomes;
}

/** Outcomes of one process since its last report. */
export interface SampledOutcomes {
  readonly entries: readonly OutcomeEntry[];
  /** Outcomes that were not noted since the process started. */
  readonly skipped: number;
}

/** The most successful forwards, and the most other outcomes, that one process notes per second. */
export const MAX_SUCCESSES_PER_S = 10;
export const MAX_OTHERS_PER_S = 100;

/** The most entries that wait for a report: those of nine seconds. */
const MAX_WAITING = 1_000;

const WINDOW_MS = 1_000;

/** Creates an {@link OutcomeSampler} on a monotonic clock, in milliseconds. */
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

/** The last outcomes of all processes. */
export interface OutcomeRing {
  readonly add: (entries: readonly OutcomeEntry[]) => void;
  /** Newest first. */
  readonly newest: (filter?: OutcomeFilter) => readonly OutcomeEntry[];
  /** The time since which all of them are kept; `null` without any. */
  readonly since: () => number | null;
}

/** Selects outcomes. */
export interface OutcomeFilter {
  /** 32 hexadecimal digits. */
  readonly eventId?: string | undefined;
  /** Default all. */
  readonly limit?: number;
}

/** The most outcomes that are remembered: about 1 KB each with 16 item types, so at most 1 MB. */
export const RING_LENGTH = 1_000;

/**
 * The most kinds whose first outcome is kept permanently: in a flood of losses, the first ones show how it began. A
 * kind is an outcome with its reason and status.
 */
export const MAX_KINDS = 100;

/** Creates an {@link OutcomeRing}. */
export function createOutcomeRing(length = RING_LENGTH): OutcomeRing {
  let entries: OutcomeEntry[] = [];
  /** First outcomes that are no longer in the ring. */
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
