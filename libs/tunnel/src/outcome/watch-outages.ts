import type { GiveUpCause } from '@adit/spool';
import type { StoredOutcome } from './outcome-detail.ts';
import type { Outcome } from './outcomes.ts';

/** An outage ends if there was no failure for this long, in milliseconds. */
const QUIET_MS = 5_000;

/** From this status on, ingest or a proxy in front of it has failed: such a status ends no outage. */
const FIRST_FAILED_STATUS = 500;

/** The tunnel's counts and state that are needed. */
interface Stats {
  readonly redelivered: number;
  readonly givenUp: Readonly<Record<GiveUpCause, number>>;
  readonly spool?: { readonly envelopes: number; readonly isOut: boolean } | undefined;
}

/**
 * The beginning or the end of an outage of ingest, or that the spool is empty again. The cause is a text, or the thrown
 * value; `undefined` if unknown.
 */
export type OutageNews =
  | {
      readonly kind: 'began';
      readonly outcome: Outcome['kind'] | StoredOutcome['kind'];
      readonly cause: unknown;
    }
  | { readonly kind: 'ended'; readonly durationMs: number; readonly envelopes: number }
  | {
      readonly kind: 'delivered';
      readonly delivered: number;
      readonly dropped: number;
      readonly durationMs: number;
    };

/** Options of {@link watchOutages}. */
export interface OutageWatchOptions {
  /** Is told the news. */
  tell: (news: OutageNews) => void;
  /** A monotonic clock, in milliseconds. */
  monotonicNow: () => number;
  stats: () => Stats;
}

/** Tells the beginning and the end of outages of ingest, and that the spool is empty again: once each, however much fails. */
export interface OutageWatch {
  /** Records the end of a request. Those of stored envelopes are ignored: they are counted. */
  readonly record: (outcome: Outcome | StoredOutcome) => void;
  /** Checks whether the outage has ended, and the fate of stored envelopes. Call it once a second. */
  readonly check: () => void;
}

interface Outage {
  readonly startedAt: number;
  lastFailureAt: number;
  /** The time of the first success since the last failure. */
  successAt: number | undefined;
  envelopes: number;
}

/** The counts when the spool began to fill. */
interface Backlog {
  readonly startedAt: number;
  readonly delivered: number;
  readonly dropped: number;
}

function isFailure(outcome: Outcome | StoredOutcome): boolean {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'spooled':
      return true;
    case 'forwarded':
      return outcome.status >= FIRST_FAILED_STATUS;
    default:
      return false;
  }
}

function causeOf(outcome: Outcome | StoredOutcome): unknown {
  if (outcome.kind === 'forwarded') return `status ${outcome.status}`;
  if (outcome.kind === 'spooled' && outcome.cause === 'outage') return 'stored envelopes cannot be delivered';
  return 'cause' in outcome ? outcome.cause : undefined;
}

const droppedIn = ({ givenUp }: Stats): number =>
  Object.values(givenUp).reduce((sum, count) => sum + count, 0);

/**
 * Creates an {@link OutageWatch}. An outage ends if ingest accepts a new or a stored envelope and five seconds pass
 * without a failure: if one project fails while another works, that is one outage.
 */
export function watchOutages({ tell, monotonicNow, stats }: OutageWatchOptions): OutageWatch {
  let outage: Outage | undefined;
  let { redelivered } = stats();
  const startBacklog = (now: Stats): Backlog => ({
    startedAt: monotonicNow(),
    delivered: now.redelivered,
    dropped: droppedIn(now),
  });
  let backlog = stats().spool?.envelopes ? startBacklog(stats()) : undefined;

  const endOutage = ({ spool }: Stats): void => {
    if (outage?.successAt === undefined || spool?.isOut === true) return;
    if (monotonicNow() - outage.lastFailureAt < QUIET_MS) return;
    tell({
      kind: 'ended',
      durationMs: Math.round(outage.successAt - outage.startedAt),
      envelopes: outage.envelopes,
    });
    outage = undefined;
  };
  const noteSuccess = (): void => {
    if (outage !== undefined) outage.successAt ??= monotonicNow();
  };

  return {
    record: (outcome) => {
      if (isFailure(outcome)) {
        const now = monotonicNow();
        if (outage === undefined) tell({ kind: 'began', outcome: outcome.kind, cause: causeOf(outcome) });
        outage = {
          startedAt: outage?.startedAt ?? now,
          lastFailureAt: now,
          successAt: undefined,
          envelopes: (outage?.envelopes ?? 0) + 1,
        };
        if (outcome.kind === 'spooled') backlog ??= startBacklog(stats());
      } else if (outcome.kind === 'forwarded') {
        noteSuccess();
      }
    },
    check: () => {
      if (outage === undefined && backlog === undefined) return;
      const now = stats();
      if (now.redelivered > redelivered) noteSuccess();
      redelivered = now.redelivered;
      endOutage(now);
      if (outage !== undefined || backlog === undefined || now.spool?.envelopes !== 0) return;
      tell({
        kind: 'delivered',
        delivered: now.redelivered - backlog.delivered,
        dropped: droppedIn(now) - backlog.dropped,
        durationMs: Math.round(monotonicNow() - backlog.startedAt),
      });
      backlog = undefined;
    },
  };
}
