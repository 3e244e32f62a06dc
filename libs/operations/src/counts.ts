import { countOf, ledgerOf, mergeLedgers, type Durations, type Ledger } from '@adit/tunnel';
import type { ProcessReport } from './reporter.ts';

/** The counts of a process, or of several. */
export interface Counts extends Ledger {
  /** Outcomes that were not noted. */
  readonly skippedOutcomes: number;
}

/** The result of a client's request. */
type RequestFate =
  | 'forwarded'
  | 'spooled'
  | 'filtered'
  | 'refused'
  | 'aborted'
  | 'unreachable'
  | 'timed-out'
  | 'invalid-answer';

/** Errors that ingest answered to forwarded envelopes, by project, then by status. Rate limits are not errors. */
export type ErrorCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const FIRST_ERROR = 400;
const RATE_LIMITED = 429;

/** Whether ingest rejected the envelope that it answered with this status. A 429 is a rate limit. */
export const isRejection = (status: number): boolean => status >= FIRST_ERROR && status !== RATE_LIMITED;

/** All of these counts together. */
export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** The counts of a server before the first event. */
export const NO_COUNTS: Counts = Object.assign(mergeLedgers([]), { skippedOutcomes: 0 });

/** The counts of one process. */
export const countsOf = ({ stats, skippedOutcomes }: ProcessReport): Counts => ({
  ...ledgerOf(stats),
  skippedOutcomes,
});

/** The requests of clients by their fate. */
export const requestsByFate = (ledger: Ledger): Readonly<Record<RequestFate, number>> => ({
  forwarded: ledger.forwarded,
  spooled: ledger.spooled,
  filtered: ledger.filtered,
  refused: totalOf(ledger.refused),
  aborted: ledger.aborted,
  unreachable: ledger.unreachable,
  'timed-out': ledger.timedOut,
  'invalid-answer': ledger.invalidAnswers,
});

/** All requests that were answered or ended. */
export const requestsOf = (ledger: Ledger): number => totalOf(requestsByFate(ledger));

/** All envelopes that are lost. */
export const lostOf = ({ lost }: Pick<Ledger, 'lost'>): number => totalOf(lost);

/** Errors that ingest answered. */
export const errorsIn = ({ answers }: Ledger): ErrorCounts =>
  Object.fromEntries(
    Object.entries(answers)
      .map(([project, byResult]) => [project || 'unknown', errorsOf(byResult)] as const)
      .filter(([, errors]) => Object.keys(errors).length > 0),
  );

/** The number of errors that ingest answered. */
export const countErrors = (ledger: Ledger): number =>
  Object.values(errorsIn(ledger)).reduce((total, errors) => total + totalOf(errors), 0);

function errorsOf(byResult: Readonly<Record<string, Durations>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(byResult)
      .filter(([result]) => isRejection(Number(result)))
      .map(([status, durations]) => [status, countOf(durations)]),
  );
}

/** The durations of clients' requests. */
export const requestDurations = ({ requests }: Ledger): readonly Durations[] => Object.values(requests);

/** The durations of requests to ingest, including those for stored envelopes. */
export const ingestDurations = ({ answers, redeliveries }: Ledger): readonly Durations[] =>
  [answers, redeliveries].flatMap((all) => Object.values(all)).flatMap((byResult) => Object.values(byResult));

/** Requests or envelopes of the last minute that did not arrive although the tunnel lost none of them. */
export interface Share {
  readonly count: number;
  /** The total of which they are a part. */
  readonly of: number;
  /** Counts by the reason of the refusal, or the status of ingest's answer. */
  readonly by: Readonly<Record<string, number>>;
  /** The time since which they are many; `null` while they are few. */
  readonly since: number | null;
}

/**
 * Up to this number in a minute, or up to this share, come from scanners and broken clients, which every tunnel sees.
 */
export const FEW = 5;
export const FEW_SHARE = 0.05;

/** Whether they are more than stray ones, and thus a trouble. */
export const isMany = ({ count, of }: Pick<Share, 'count' | 'of'>): boolean =>
  count > FEW && count > FEW_SHARE * of;

/** Refusals that are reported elsewhere: losses, rate limits of Sentry, and those of a stopping server. */
const TOLD_ELSEWHERE = new Set(['spool-unavailable', 'internal-error', 'rate-limited', 'closing']);

const NONE: Share = { count: 0, of: 0, by: {}, since: null };

/** The requests that the tunnel refused. */
export const refusalsIn = (counted: Ledger | undefined): Share =>
  counted === undefined
    ? NONE
    : shareOf(counted.refused, requestsOf(counted), (reason) => !TOLD_ELSEWHERE.has(reason));

/** The envelopes of a project that ingest has answered with an error. A 429 is a rate limit. */
export const rejectionsIn = (counted: Ledger | undefined, project: string): Share =>
  counted === undefined
    ? NONE
    : shareOf(errorsOf(counted.answers[project] ?? {}), counted.projects[project]?.forwarded ?? 0);

function shareOf(
  counts: Readonly<Record<string, number>>,
  of: number,
  isCounted: (name: string) => boolean = () => true,
): Share {
  const by = Object.fromEntries(
    Object.entries(counts).filter(([name, count]) => count > 0 && isCounted(name)),
  );
  const count = totalOf(by);
  return { count, of: Math.max(count, of), by, since: null };
}
