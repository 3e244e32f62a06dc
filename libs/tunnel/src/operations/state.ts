import type { RateLimits } from '../protocol/rate-limits.ts';
import type { TunnelStats } from '../stats.ts';
import { quantile } from './durations.ts';
import type { ProcessReport } from './process-report.ts';
import type { ProjectState, Rates, ServerState, SpoolState } from './server-state.ts';
import { refusalsBetween, rejectionsBetween } from './share.ts';
import {
  addTotals,
  durationsSince,
  ingestErrorsOf,
  lostOf,
  requestsOf,
  totalsOf,
  type Reading,
  type Totals,
} from './totals.ts';

/** Facts that do not change while the server runs. */
export interface StateContext {
  readonly server: ServerState['server'];
  readonly spoolKind: string;
}

/** The names of the series of the last hour. */
export const SERIES = [
  'requestsPerS',
  'forwardedPerS',
  'refusedPerS',
  'spooledPerS',
  'redeliveredPerS',
  'lost',
  'spoolBytes',
  'spoolEnvelopes',
  'oldestAgeMs',
  'ingestP50Ms',
  'ingestP99Ms',
  'limits',
] as const;

interface StateSources extends StateContext {
  readonly now: number;
  readonly isReady: boolean;
  readonly past: Totals | undefined;
  readonly latest: readonly ProcessReport[];
  readonly answered: ReadonlySet<number>;
  readonly readings: readonly Reading[];
}

type SpoolStats = NonNullable<TunnelStats['spool']>;

const MS_PER_S = 1_000;

/** Builds the state from the reports of all processes. */
export function buildState(sources: StateSources): ServerState {
  const { server, now, isReady, past, latest, answered, readings } = sources;
  const totals = addTotals([...(past === undefined ? [] : [past]), ...latest.map(totalsOf)]) ?? NO_TOTALS;
  const { requests, refused, redelivered, givenUp, discarded, clientDiscarded, faults } = totals;
  const { receivedBytes, forwardedBytes, ingestErrors, skippedOutcomes } = totals;
  return {
    format: 1,
    at: now,
    server,
    isReady,
    lost: { total: lostOf(totals), byReason: totals.lost, lastAt: null, since: null, times: {} },
    refusals: { ...refusalsBetween(readings[0]?.totals, readings.at(-1)?.totals), times: {} },
    lastFaultAt: null,
    counts: {
      ...{ requests, refused, redelivered, givenUp, discarded, clientDiscarded, faults },
      ...{ receivedBytes, forwardedBytes, ingestErrors, skippedOutcomes },
    },
    projects: projectsOf(totals, sources),
    spool: spoolOf(sources),
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

/** Readings of a point: those of ten seconds. */
const POINT_READINGS = 10;

/** Before the first report. */
const NO_TOTALS = {
  requests: {},
  lost: {},
  projects: {},
  refused: {},
  redelivered: 0,
  givenUp: {},
  discarded: {},
  clientDiscarded: {},
  receivedBytes: 0,
  forwardedBytes: 0,
  faults: {},
  ingestErrors: {},
  skippedOutcomes: 0,
} as unknown as Totals;

function projectsOf({ projects }: Totals, { latest, now, readings }: StateSources): readonly ProjectState[] {
  return Object.entries(projects).map(([project, counts]) => {
    const states = latest.flatMap(({ stats }) => stats.projects[project] ?? []);
    return {
      project,
      ...counts,
      isUp: states.every(({ isOut }) => !isOut),
      downSince: null,
      downCause: null,
      rejections: rejectionsBetween(readings[0]?.totals, readings.at(-1)?.totals, project),
      limits: limitsOf(
        states.flatMap(({ limits }) => limits),
        now,
      ),
    };
  });
}

/** The longest limit of each category. */
function limitsOf(limits: RateLimits, now: number): ProjectState['limits'] {
  const longest = new Map<string, ProjectState['limits'][number]>();
  for (const { category, reasonCode, untilMs } of limits) {
    if (untilMs <= Math.max(now, longest.get(category)?.endsAt ?? 0)) continue;
    longest.set(category, { category, reason: reasonCode, endsAt: untilMs, remainingMs: untilMs - now });
  }
  return [...longest.values()];
}

function spoolOf({ latest, spoolKind, readings }: StateSources): SpoolState | null {
  const spools = latest.flatMap(({ stats }) => stats.spool ?? []);
  const [first] = spools;
  if (first === undefined) return null;
  // In Redis, each worker sees what all have stored.
  const isShared = spoolKind === 'redis';
  const combine = (one: number, other: number): number => (isShared ? Math.max(one, other) : one + other);
  const all = (of: (spool: SpoolStats) => number): number => spools.map(of).reduce(combine);
  const bytes = all((spool) => spool.bytes);
  const bounds = spools.flatMap((spool) => spool.maxBytes ?? []);
  const maxBytes = bounds.length === 0 ? null : bounds.reduce(combine);
  const ages = latest.flatMap(({ oldestAgeMs }) => oldestAgeMs ?? []);
  return {
    kind: spoolKind,
    envelopes: all((spool) => spool.envelopes),
    bytes,
    maxBytes,
    fill: maxBytes === null ? null : bytes / maxBytes,
    fullInMs: maxBytes === null ? null : timeToFull(maxBytes - bytes, readings),
    oldestAgeMs: ages.length === 0 ? null : Math.max(...ages),
    maxAgeMs: first.maxAgeMs,
    isOut: spools.some(({ isOut }) => isOut),
    isPaused: spools.some(({ isPaused }) => isPaused),
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

function ratesOf(readings: readonly Reading[]): Rates {
  const [oldest, newest] = [readings[0], readings.at(-1)];
  const windowMs = oldest === undefined || newest === undefined ? 0 : newest.at - oldest.at;
  const perS = (of: (totals: Totals) => number): number =>
    oldest === undefined || newest === undefined || windowMs <= 0
      ? 0
      : (Math.max(0, of(newest.totals) - of(oldest.totals)) * MS_PER_S) / windowMs;
  const ms = (which: 'server' | 'ingest', share: number): number | null => {
    if (oldest === undefined || newest === undefined) return null;
    const counts = durationsSince(newest.totals.durations[which], oldest.totals.durations[which]);
    const seconds = quantile(counts, share);
    return seconds === undefined ? null : Math.round(seconds * MS_PER_S * 10) / 10;
  };
  return {
    windowMs: Math.round(windowMs),
    requestsPerS: perS(requestsOf),
    forwardedPerS: perS(({ requests }) => requests.forwarded),
    refusedPerS: perS(({ requests }) => requests.refused),
    spooledPerS: perS(({ requests }) => requests.spooled),
    redeliveredPerS: perS(({ redelivered }) => redelivered),
    lostPerS: perS(lostOf),
    ingestErrorsPerS: perS(ingestErrorsOf),
    receivedBytesPerS: perS(({ receivedBytes }) => receivedBytes),
    serverP50Ms: ms('server', 0.5),
    serverP99Ms: ms('server', 0.99),
    ingestP50Ms: ms('ingest', 0.5),
    ingestP99Ms: ms('ingest', 0.99),
  };
}
