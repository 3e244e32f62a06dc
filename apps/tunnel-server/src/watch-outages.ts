import type { Outcome } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** How long no failure may have been seen before a success ends an outage, in milliseconds. */
const QUIET_MS = 5_000;

/** What Relay takes for a network error as well. */
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
 * Makes two lines of an outage of ingest, however many envelopes it meets. It ends with the first answer after five
 * seconds without a failure, so that one project's trouble beside another's health is one outage rather than hundreds.
 */
export function createOutageWatch(log: Log, monotonicNow: () => number): (outcome: Outcome) => void {
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
