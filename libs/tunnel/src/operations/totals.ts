import type { TunnelStats } from '../stats.ts';
import type { DurationCounts } from './durations.ts';
import type { ErrorCounts } from './ingest-errors.ts';
import type { ProcessReport } from './process-report.ts';

/** A tree of numbers. */
interface Counts {
  readonly [name: string]: number | Counts;
}

/** How a request of a client ended. */
type RequestFate =
  'forwarded' | 'spooled' | 'refused' | 'aborted' | 'unreachable' | 'timed-out' | 'invalid-answer';

/** The counts of all processes since the server began, also of those that have ended. */
export interface Totals {
  readonly requests: Readonly<Record<RequestFate, number>>;
  readonly refused: TunnelStats['refused'];
  readonly lost: TunnelStats['lost'];
  readonly redelivered: number;
  readonly givenUp: TunnelStats['givenUp'];
  readonly discarded: TunnelStats['discarded'];
  readonly clientDiscarded: TunnelStats['clientDiscarded'];
  readonly receivedBytes: number;
  readonly forwardedBytes: number;
  readonly faults: TunnelStats['faults'];
  readonly projects: Readonly<Record<string, ProjectTotals>>;
  /** What ingest answered with an error. */
  readonly ingestErrors: ErrorCounts;
  readonly skippedOutcomes: number;
  readonly durations: ProcessReport['durations'];
}

/** A reading of the counts. */
export interface Reading {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  readonly totals: Totals;
  readonly spoolBytes: number;
}

/** Envelopes of one project by fate. */
export type ProjectTotals = Pick<
  TunnelStats['projects'][string],
  'forwarded' | 'refused' | 'spooled' | 'redelivered' | 'lost'
>;

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** The counts of one process. */
export function totalsOf({ stats, durations, ingestErrors, skippedOutcomes }: ProcessReport): Totals {
  const { refused, lost, redelivered, givenUp, discarded, clientDiscarded, faults } = stats;
  return {
    requests: {
      forwarded: stats.forwarded,
      spooled: stats.spooled,
      refused: sum(refused),
      aborted: stats.aborted,
      unreachable: stats.unreachable,
      'timed-out': stats.timedOut,
      'invalid-answer': stats.invalidAnswers,
    },
    ...{ refused, lost, redelivered, givenUp, discarded, clientDiscarded, faults },
    receivedBytes: stats.receivedBytes,
    forwardedBytes: stats.forwardedBytes,
    projects: Object.fromEntries(
      Object.entries(stats.projects).map(
        ([name, { forwarded, refused: no, spooled, redelivered: again, lost: gone }]) => [
          name,
          { forwarded, refused: no, spooled, redelivered: again, lost: gone },
        ],
      ),
    ),
    ingestErrors,
    skippedOutcomes,
    durations,
  };
}

/** Adds the counts of several processes. */
export function addTotals(all: readonly Totals[]): Totals | undefined {
  return all.reduce<Totals | undefined>((added, { durations, ...counts }) => {
    if (added === undefined) return { ...counts, durations };
    const { durations: before, ...others } = added;
    return {
      ...(addCounts(others, counts) as unknown as Omit<Totals, 'durations'>),
      durations: {
        server: addDurations(before.server, durations.server),
        ingest: addDurations(before.ingest, durations.ingest),
      },
    };
  }, undefined);
}

/** The values that came after another reading of the same histogram. */
export function durationsSince(now: DurationCounts, before: DurationCounts): readonly number[] {
  return now.counts.map((count, bucket) => Math.max(0, count - Number(before.counts[bucket])));
}

/** All requests that were answered or ended. */
export const requestsOf = ({ requests }: Totals): number => sum(requests);

/** All envelopes that ingest answered with an error. */
export const ingestErrorsOf = ({ ingestErrors }: Totals): number =>
  Object.values(ingestErrors).reduce((total, statuses) => total + sum(statuses), 0);

/** All envelopes that are lost. */
export const lostOf = ({ lost }: Totals): number => sum(lost);

function addDurations(one: DurationCounts, other: DurationCounts): DurationCounts {
  return {
    counts: one.counts.map((count, bucket) => count + Number(other.counts[bucket])),
    sum: one.sum + other.sum,
  };
}

function addCounts(one: Counts, other: Counts): Counts {
  const added: Record<string, number | Counts> = Object.fromEntries(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const before = Object.hasOwn(added, name) ? added[name] : undefined;
    if (typeof value === 'number') added[name] = value + (typeof before === 'number' ? before : 0);
    else added[name] = addCounts(typeof before === 'object' ? before : {}, value);
  }
  return added;
}
