import { isMany, totalOf, type Share } from './counts.ts';
import type { OutcomeEntry } from './outcomes.ts';
import type { ServerState, Times } from './server-state.ts';

/** The time between two points of a series, in milliseconds. */
export const STEP_MS = 10_000;

/** The number of points of a series: those of the last hour. */
export const SERIES_LENGTH = 360;

/** The last hour of each series, with a number for each step. Its memory does not grow. */
export interface History {
  readonly add: (values: Readonly<Record<string, number>>) => void;
  /** Oldest first; fewer than 360 points if the server is younger than an hour. */
  readonly read: () => Readonly<Record<string, readonly number[]>>;
}

/** Creates a {@link History} of these series. */
export function createHistory(names: readonly string[], length = SERIES_LENGTH): History {
  const series = new Map(names.map((name) => [name, new Float64Array(length)]));
  let added = 0;
  return {
    add: (values) => {
      for (const [name, points] of series) points[added % length] = values[name] ?? 0;
      added += 1;
    },
    read: () =>
      Object.fromEntries(
        [...series].map(([name, points]) => {
          const cut = added % length;
          return [
            name,
            added <= length
              ? [...points.subarray(0, added)]
              : [...points.subarray(cut), ...points.subarray(0, cut)],
          ];
        }),
      ),
  };
}

/** Adds to each state the facts that only earlier states and outcomes can tell. */
export type Since = (state: ServerState, outcomes?: readonly OutcomeEntry[]) => ServerState;

/** A run of losses ends after this time without one, in milliseconds. */
const QUIET_MS = 60_000;

/**
 * Possible causes of an outage. Envelopes that are not even sent, because the outage is known, are stored for `outage`.
 */
const CAUSES = new Set(['unreachable', 'timed-out', 'unavailable']);

/**
 * Creates {@link Since}: when and why ingest of a project became unavailable, when envelopes were lost and requests
 * refused, when a part last failed, and how often a worker was replaced. Its memory is bounded: projects and workers
 * are configured, and reasons are a fixed list.
 */
export function createSince(): Since {
  let downSince: ReadonlyMap<string, number> = new Map();
  let rejecting: ReadonlyMap<string, number> = new Map();
  const causes = new Map<string, string>();
  const lossTimes = createTimes();
  const refusalTimes = createTimes();
  const lossRun = createRun();
  const lastFault = createRun();
  let refusing: number | null = null;
  let pausedSince: number | null = null;
  /** The process of each worker, and the number of its earlier processes. */
  const processes = new Map<number, { readonly pid: number; readonly restarts: number }>();

  const restartsOf = (worker: number, pid: number): number => {
    const before = processes.get(worker);
    if (before?.pid === pid) return before.restarts;
    const restarts = before === undefined ? 0 : before.restarts + 1;
    processes.set(worker, { pid, restarts });
    return restarts;
  };
  const noteCauses = (outcomes: readonly OutcomeEntry[]): void => {
    for (const { project, outcome, reason = outcome } of outcomes) {
      if (project !== undefined && CAUSES.has(reason)) causes.set(project, reason);
    }
  };

  return (state, outcomes = []) => {
    const { at, projects, workers, lost, refusals, counts, spool } = state;
    noteCauses(outcomes);
    downSince = sinceOf(state, downSince, ({ isUp }) => !isUp);
    rejecting = sinceOf(state, rejecting, ({ rejections }) => isMany(rejections));
    refusing = isMany(refusals) ? (refusing ?? at) : null;
    pausedSince = spool?.isPaused === true ? (pausedSince ?? at) : null;
    const { startedAt, lastAt } = lossRun(lost.total, at);
    return {
      ...state,
      lost: { ...lost, lastAt, since: startedAt, times: lossTimes(lost.byReason, at) },
      refusals: { ...refusals, since: refusing, times: refusalTimes(counts.refused, at) },
      lastFaultAt: lastFault(totalOf(counts.faults), at).lastAt,
      spool: spool && { ...spool, pausedSince },
      projects: projects.map((one) => ({
        ...one,
        downSince: downSince.get(one.project) ?? null,
        downCause: one.isUp ? null : (causes.get(one.project) ?? null),
        rejections: withSince(one.rejections, rejecting.get(one.project)),
      })),
      workers: workers.map((one) => ({ ...one, restarts: restartsOf(one.worker, one.pid) })),
    };
  };
}

const withSince = (share: Share, since: number | undefined): Share => ({ ...share, since: since ?? null });

/** The time since which a condition holds, for each project where it holds. */
function sinceOf(
  { projects, at }: ServerState,
  before: ReadonlyMap<string, number>,
  holds: (project: ServerState['projects'][number]) => boolean,
): ReadonlyMap<string, number> {
  return new Map(projects.filter(holds).map(({ project }) => [project, before.get(project) ?? at] as const));
}

interface Run {
  readonly startedAt: number | null;
  readonly lastAt: number | null;
}

/** The time when the last run of rises of a count began, and when the count last rose; `null` if it never did. */
function createRun(): (count: number, at: number) => Run {
  let before = 0;
  let run: Run = { startedAt: null, lastAt: null };
  return (count, at) => {
    if (count > before) {
      const isNew = run.lastAt === null || at - run.lastAt > QUIET_MS;
      run = { startedAt: isNew ? at : run.startedAt, lastAt: at };
    }
    before = count;
    return run;
  };
}

/** The first and last time that each of several counts rose. */
function createTimes(): (counts: Readonly<Record<string, number>>, at: number) => Times {
  const times = new Map<string, { count: number; firstAt: number; lastAt: number }>();
  return (counts, at) => {
    for (const [name, count] of Object.entries(counts)) {
      const before = times.get(name);
      if (count > (before?.count ?? 0))
        times.set(name, { count, firstAt: before?.firstAt ?? at, lastAt: at });
    }
    return Object.fromEntries([...times].map(([name, { firstAt, lastAt }]) => [name, { firstAt, lastAt }]));
  };
}
