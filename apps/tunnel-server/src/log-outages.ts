import type { Outcome, TunnelStats } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** An outage ends if there was no failure for this long, in milliseconds. */
const QUIET_MS = 5_000;

/** Relay treats these as network errors too. */
const AWAY_STATUSES = new Set([502, 503, 504]);

/** The tunnel's counts and state that are needed. */
type Stats = Pick<TunnelStats, 'redelivered' | 'givenUp' | 'spool'>;

/** Options of {@link createOutageLog}. */
interface OutageLogOptions {
  log: Log;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  stats: () => Stats;
}

/** Logs the beginning and the end of outages of ingest, and that the spool is empty again. */
export interface OutageLog {
  /** Takes the fate of a request. */
  readonly record: (outcome: Outcome) => void;
  /** Looks at what became of stored envelopes. It is called once a second. */
  readonly check: () => void;
}

interface Outage {
  readonly startedAt: number;
  lastFailureAt: number;
  /** Of the first success since the last failure. */
  successAt: number | undefined;
  envelopes: number;
}

/** What has been counted when the spool began to fill. */
interface Backlog {
  readonly startedAt: number;
  readonly delivered: number;
  readonly dropped: number;
}

function isFailure(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'spooled':
      return true;
    case 'forwarded':
      return AWAY_STATUSES.has(outcome.status);
    default:
      return false;
  }
}

function causeOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'forwarded') return `status ${outcome.status}`;
  if (outcome.kind === 'spooled' && outcome.cause === 'outage') return 'stored envelopes cannot be delivered';
  return 'cause' in outcome && outcome.cause !== undefined ? describeError(outcome.cause) : undefined;
}

const droppedIn = ({ givenUp }: Stats): number =>
  Object.values(givenUp).reduce((sum, count) => sum + count, 0);

/**
 * Creates an {@link OutageLog}. An outage ends if ingest takes a new or a stored envelope and five seconds pass without
 * a failure: if one project fails while another works, that is one outage.
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
      } else if (outage !== undefined && outcome.kind === 'forwarded') {
        noteSuccess();
        endOutage(stats());
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
