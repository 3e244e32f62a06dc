import type { OutcomeEntry } from './outcome-entry.ts';
import type { ServerState, Times } from './server-state.ts';
import { isMany, type Share } from './share.ts';

/** Adds to each state what only the states and outcomes before it can tell. */
export type Since = (state: ServerState, outcomes?: readonly OutcomeEntry[]) => ServerState;

/** A run of losses ends after so long without one, in milliseconds. */
const QUIET_MS = 60_000;

/** What an outage may come from. Envelopes that are not even sent, because it is known, are stored for `outage`. */
const CAUSES = new Set(['unreachable', 'timed-out', 'unavailable']);

/**
 * Creates {@link Since}: when ingest of a project went away and why, when envelopes were lost and requests refused, when a part failed
 * last, how often a worker was replaced. All of it has bounds: projects and workers are configured, reasons are a fixed list.
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
  /** The process of each worker, and how many it has had before. */
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
      lastFaultAt: lastFault(
        Object.values(counts.faults).reduce((sum, count) => sum + count, 0),
        at,
      ).lastAt,
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

/** Since when something holds of each project of which it holds. */
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

/** When the last run of rises of a count began, and when the count rose last; `null` if it never did. */
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

/** When each of several counts rose first and last. */
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
