import type { Outcome, StoredOutcome, TunnelStats } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** An outage ends if there was no failure for this long, in milliseconds. */
const QUIET_MS = 5_000;

/** From this status on, ingest or a proxy in front of it has failed: such a status ends no outage. */
const FIRST_FAILED_STATUS = 500;

/** The tunnel's counts and state that are needed. */
type Stats = Pick<TunnelStats, 'redelivered' | 'givenUp' | 'spool'>;

/** Options of {@link createOutageLog}. */
interface OutageLogOptions {
  log: Log;
  /** A monotonic clock, in milliseconds. */
  monotonicNow: () => number;
  stats: () => Stats;
}

/** Logs the beginning and the end of outages of ingest, and that the spool is empty again. */
export interface OutageLog {
  /** Records the end of a request. Those of stored envelopes are ignored: they are counted. */
  readonly record: (outcome: Outcome | StoredOutcome) => void;
  /** Checks whether the outage has ended, and the fate of stored envelopes. It is called once a second. */
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

function causeOf(outcome: Outcome | StoredOutcome): string | undefined {
  if (outcome.kind === 'forwarded') return `status ${outcome.status}`;
  if (outcome.kind === 'spooled' && outcome.cause === 'outage') return 'stored envelopes cannot be delivered';
  return 'cause' in outcome && outcome.cause !== undefined ? describeError(outcome.cause) : undefined;
}

const droppedIn = ({ givenUp }: Stats): number =>
  Object.values(givenUp).reduce((sum, count) => sum + count, 0);

/**
 * Creates an {@link OutageLog}. An outage ends if ingest accepts a new or a stored envelope and five seconds pass
 * without a failure: if one project fails while another works, that is one outage.
 */
export function createOutageLog({ log, monotonicNow, stats }: OutageLogOptions): OutageLog {
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
    log.info('outage-ended', {
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
        if (outage === undefined)
          log.warn('outage-began', { outcome: outcome.kind, cause: causeOf(outcome) });
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
      log.info('spool-delivered', {
        delivered: now.redelivered - backlog.delivered,
        dropped: droppedIn(now) - backlog.dropped,
        durationMs: Math.round(monotonicNow() - backlog.startedAt),
      });
      backlog = undefined;
    },
  };
}
