import {
  noteSaid,
  saidOf,
  type Fact,
  type Fault,
  type OutcomeDetail,
  type RejectionState,
} from '@adit/tunnel';
import { describeError, type Log } from './log.ts';
import type { RecurringWarnings } from './recurring-warnings.ts';

/** Options of {@link createFactLog}. */
interface FactLogOptions {
  log: Log;
  warnings: RecurringWarnings;
  /** A monotonic clock, in milliseconds. */
  monotonicNow: () => number;
}

/** Refusals that are only counted in the metrics: an operator cannot prevent them. */
const UNREMARKABLE: ReadonlySet<string> = new Set([
  'closing',
  'method-not-allowed',
  'path-not-found',
  'rate-limited',
]);

type Outcome = Exclude<Fact, Fault>;

/** Logs the facts that an operator should know, except outages. */
export function createFactLog({ log, warnings, monotonicNow }: FactLogOptions) {
  const rejections: RejectionState = new Map();

  /** Once for each project and kind of rejection, then once an hour. */
  const logRejection = (outcome: Outcome, { project = 'unknown' }: OutcomeDetail): void => {
    const said = saidOf(outcome);
    // The usual request: without an earlier rejection there is nothing to end.
    if (said === undefined || (said === 'taken' && rejections.size === 0)) return;
    const line = noteSaid(rejections, said, project, { nowMs: monotonicNow(), dsns: 'ADIT_DSNS' });
    if (line === undefined) return;
    const { kind, status, said: words, count, message } = line;
    if (kind === 'accepted') log.info('ingest-accepts', { project, count, message });
    else log.warn('ingest-rejects', { project, status, said: words, count, message });
  };

  return (fact: Fact, detail: OutcomeDetail): void => {
    if (fact.kind === 'fault') {
      const { part, error, count } = fact;
      const cause = describeError(error);
      if (part === 'spool') log.warn('spool-error', { cause, count });
      else log.warn('part-failed', { part, cause, count });
      return;
    }
    logRejection(fact, detail);
    if (fact.kind === 'given-up' && fact.cause === 'failing') {
      const { project } = detail;
      warnings.warn('envelope-given-up', `${project}`, { project, status: fact.status });
    }
    if (fact.kind === 'refused' && !UNREMARKABLE.has(fact.reason)) {
      const { reason, status } = fact;
      const { endpoint } = detail;
      warnings.warn('requests-refused', `${reason} ${endpoint}`, { reason, status, endpoint });
    }
  };
}
