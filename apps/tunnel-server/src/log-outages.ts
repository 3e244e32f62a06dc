import type { Outcome } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** A success ends an outage if there was no failure for this long, in milliseconds. */
const QUIET_MS = 5_000;

/** Relay treats these as network errors too. */
const AWAY_STATUSES = new Set([502, 503, 504]);

interface Outage {
  readonly startedAt: number;
  lastFailureAt: number;
  envelopes: number;
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
  return 'cause' in outcome && outcome.cause !== undefined ? describeError(outcome.cause) : undefined;
}

/**
 * Creates a function that logs the beginning and the end of an outage of ingest. An outage ends with the first answer
 * after five seconds without a failure: if one project fails while another works, that is one outage.
 */
export function createOutageLog(log: Log, monotonicNow: () => number): (outcome: Outcome) => void {
  let outage: Outage | undefined;
  return (outcome) => {
    if (isFailure(outcome)) {
      if (outage === undefined) {
        log.warn('outage-began', { outcome: outcome.kind, cause: causeOf(outcome) });
        outage = { startedAt: monotonicNow(), lastFailureAt: monotonicNow(), envelopes: 0 };
      }
      outage.lastFailureAt = monotonicNow();
      outage.envelopes += 1;
    } else if (
      outage !== undefined &&
      outcome.kind === 'forwarded' &&
      monotonicNow() - outage.lastFailureAt >= QUIET_MS
    ) {
      log.info('outage-ended', {
        durationMs: monotonicNow() - outage.startedAt,
        envelopes: outage.envelopes,
      });
      outage = undefined;
    }
  };
}
