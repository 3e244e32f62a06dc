import { longestByCategory, type RateLimits } from '@adit/envelope';
import { ledgerSince, quantile, type Durations, type TunnelStats } from '@adit/tunnel';
import {
  countErrors,
  errorsIn,
  ingestDurations,
  lostOf,
  refusalsIn,
  rejectionsIn,
  requestDurations,
  requestsByFate,
  requestsOf,
  type Counts,
} from './counts.ts';
import { mergePolicies } from './policy/merge-policies.ts';
import { recordedIn } from './recorded.ts';
import type { ProcessReport } from './reporter.ts';
import type { ProjectState, Rates, ServerState, SpoolState } from './server-state.ts';

/** A reading of the counts. */
export interface Reading {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  readonly counts: Counts;
  readonly spoolBytes: number;
  readonly spoolEnvelopes: number;
}

/** Facts that do not change while the server runs. */
export interface StateContext {
  readonly server: ServerState['server'];
  readonly spoolKind: string;
}

interface StateSources extends StateContext {
  readonly now: number;
  readonly isReady: boolean;
  /** The counts of ended and running processes. */
  readonly counts: Counts;
  /** The stats of all running processes; `undefined` without any. */
  readonly stats: TunnelStats | undefined;
  /** The last report of each worker. */
  readonly latest: readonly ProcessReport[];
  readonly answered: ReadonlySet<number>;
  readonly readings: readonly Reading[];
}

const MS_PER_S = 1_000;

/** Builds the state from the reports of all processes. */
export function buildState(sources: StateSources): ServerState {
  const { server, now, isReady, counts, latest, answered, readings } = sources;
  const { refused, redelivered, givenUp, discarded, clientDiscarded, faults } = counts;
  const { receivedBytes, forwardedBytes, skippedOutcomes } = counts;
  const counted = countedIn(readings);
  return {
    format: 1,
    at: now,
    server,
    isReady,
    lost: { total: lostOf(counts), byReason: counts.lost, lastAt: null, since: null, times: {} },
    refusals: { ...refusalsIn(counted), times: {} },
    lastFaultAt: null,
    counts: {
      requests: requestsByFate(counts),
      ...{ refused, redelivered, givenUp, discarded, clientDiscarded, faults },
      ...{ receivedBytes, forwardedBytes, ingestErrors: errorsIn(counts), skippedOutcomes },
    },
    recorded: recordedIn(counts),
    projects: projectsOf(sources, counted),
    spool: spoolOf(sources),
    policy: mergePolicies(latest.flatMap(({ policy }) => policy ?? [])),
    rates: ratesOf(readings),
    workers: latest.map(({ worker, pid, stats, load }) => ({
      worker,
      pid,
      restarts: 0,
      isAnswering: answered.has(worker),
      inFlight: stats.inFlight,
      ...load,
    })),
  };
}

/** The values that a state adds to the series. */
export function pointOf(state: ServerState, readings: readonly Reading[]): Readonly<Record<string, number>> {
  const recent = ratesOf(readings.slice(-POINT_READINGS - 1));
  return {
    requestsPerS: recent.requestsPerS,
    forwardedPerS: recent.forwardedPerS,
    refusedPerS: recent.refusedPerS,
    spooledPerS: recent.spooledPerS,
    redeliveredPerS: recent.redeliveredPerS,
    lost: state.lost.total,
    spoolBytes: state.spool?.bytes ?? 0,
    spoolEnvelopes: state.spool?.envelopes ?? 0,
    oldestAgeMs: state.spool?.oldestAgeMs ?? 0,
    ingestP50Ms: recent.ingestP50Ms ?? 0,
    ingestP99Ms: recent.ingestP99Ms ?? 0,
    limits: state.projects.reduce((sum, { limits }) => sum + limits.length, 0),
  };
}

/** The number of readings of a point: those of ten seconds. */
const POINT_READINGS = 10;

/** The number of readings from which the end of the delivery is estimated: those of half a minute. */
const DRAIN_READINGS = 30;

/** The counts between the first and the last of these readings; `undefined` without any. */
function countedIn(readings: readonly Reading[]): Counts | undefined {
  const [oldest, newest] = [readings[0], readings.at(-1)];
  return oldest && newest && ledgerSince(newest.counts, oldest.counts);
}

const projectsOf = (
  { counts, stats, now }: StateSources,
  counted: Counts | undefined,
): readonly ProjectState[] =>
  Object.entries(counts.projects).map(([project, fates]) => ({
    project,
    ...fates,
    isUp: stats?.projects[project]?.isOut !== true,
    downSince: null,
    downCause: null,
    rejections: rejectionsIn(counted, project),
    limits: limitsOf(stats?.projects[project]?.limits ?? [], now),
  }));

const limitsOf = (limits: RateLimits, now: number): ProjectState['limits'] =>
  longestByCategory(limits)
    .filter(({ untilMs }) => untilMs > now)
    .map(({ category, reasonCode: reason, untilMs: endsAt }) => ({
      ...{ category, reason, endsAt },
      remainingMs: endsAt - now,
    }));

function spoolOf({ stats, latest, spoolKind, readings }: StateSources): SpoolState | null {
  if (stats?.spool === undefined) return null;
  const { spool } = stats;
  const { bytes, maxBytes = null } = spool;
  const ages = latest.flatMap(({ oldestAgeMs }) => oldestAgeMs ?? []);
  return {
    ...spool,
    kind: spoolKind,
    maxBytes,
    fill: maxBytes === null ? null : bytes / maxBytes,
    fullInMs: maxBytes === null ? null : timeToFull(maxBytes - bytes, readings),
    oldestAgeMs: ages.length === 0 ? null : Math.max(...ages),
    emptyInMs: spool.isOut || spool.isPaused ? null : timeToEmpty(readings.slice(-DRAIN_READINGS - 1)),
    pausedSince: null,
    isHealthy: latest.every(({ isSpoolHealthy }) => isSpoolHealthy !== false),
  };
}

function timeToFull(leftBytes: number, readings: readonly Reading[]): number | null {
  const [oldest, newest] = [readings[0], readings.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  // It may have stopped growing within that minute.
  const lately = readings.at(-POINT_READINGS - 1);
  if (lately !== undefined && newest.spoolBytes <= lately.spoolBytes) return null;
  const grownBytes = newest.spoolBytes - oldest.spoolBytes;
  if (grownBytes <= 0) return null;
  return Math.round((Math.max(0, leftBytes) * (newest.at - oldest.at)) / grownBytes);
}

/**
 * The time until the spool is empty. It follows what the spool holds, not what this server delivers: on Redis another one
 * may deliver it.
 */
function timeToEmpty(readings: readonly Reading[]): number | null {
  // Envelopes stored until the outage ended, say, tell nothing about the pace since.
  const most = Math.max(...readings.map(({ spoolEnvelopes }) => spoolEnvelopes));
  const first = readings.filter(({ spoolEnvelopes }) => spoolEnvelopes === most).at(-1);
  const last = readings.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return Math.round((last.spoolEnvelopes * (last.at - first.at)) / (most - last.spoolEnvelopes));
}

function ratesOf(readings: readonly Reading[]): Rates {
  const counted = countedIn(readings);
  const windowMs = (readings.at(-1)?.at ?? 0) - (readings[0]?.at ?? 0);
  const perS = (of: (counts: Counts) => number): number =>
    counted === undefined || windowMs <= 0 ? 0 : (of(counted) * MS_PER_S) / windowMs;
  const ms = (of: (counts: Counts) => readonly Durations[], share: number): number | null => {
    const seconds = counted && quantile(of(counted), share);
    return seconds === undefined ? null : Math.round(seconds * MS_PER_S * 10) / 10;
  };
  return {
    windowMs: Math.round(windowMs),
    requestsPerS: perS(requestsOf),
    forwardedPerS: perS(({ forwarded }) => forwarded),
    refusedPerS: perS((counts) => requestsByFate(counts).refused),
    spooledPerS: perS(({ spooled }) => spooled),
    redeliveredPerS: perS(({ redelivered }) => redelivered),
    lostPerS: perS(lostOf),
    ingestErrorsPerS: perS(countErrors),
    receivedBytesPerS: perS(({ receivedBytes }) => receivedBytes),
    serverP50Ms: ms(requestDurations, 0.5),
    serverP99Ms: ms(requestDurations, 0.99),
    ingestP50Ms: ms(ingestDurations, 0.5),
    ingestP99Ms: ms(ingestDurations, 0.99),
  };
}
