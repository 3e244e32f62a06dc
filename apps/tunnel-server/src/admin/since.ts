import type { ServerState } from './server-state.ts';

/** Adds to each state what only the states before it can tell. */
export type Since = (state: ServerState) => ServerState;

/** Creates {@link Since}: when ingest of a project went away, when an envelope was lost and a part failed last, how often a worker was replaced. */
export function createSince(): Since {
  let downSince: ReadonlyMap<string, number> = new Map();
  const lastLoss = createLastRise();
  const lastFault = createLastRise();
  /** The process of each worker, and how many it has had before. */
  const processes = new Map<number, { readonly pid: number; readonly restarts: number }>();

  const restartsOf = (worker: number, pid: number): number => {
    const before = processes.get(worker);
    if (before?.pid === pid) return before.restarts;
    const restarts = before === undefined ? 0 : before.restarts + 1;
    processes.set(worker, { pid, restarts });
    return restarts;
  };

  return (state) => {
    const { at, projects, workers } = state;
    downSince = new Map(
      projects.flatMap(({ project, isUp }) =>
        isUp ? [] : [[project, downSince.get(project) ?? at] as const],
      ),
    );
    return {
      ...state,
      lost: { ...state.lost, lastAt: lastLoss(state.lost.total, at) },
      lastFaultAt: lastFault(
        Object.values(state.counts.faults).reduce((sum, count) => sum + count, 0),
        at,
      ),
      projects: projects.map((one) => ({ ...one, downSince: downSince.get(one.project) ?? null })),
      workers: workers.map((one) => ({ ...one, restarts: restartsOf(one.worker, one.pid) })),
    };
  };
}

/** When a count rose last; `null` if it never did. */
function createLastRise(): (count: number, at: number) => number | null {
  let before = 0;
  let risenAt: number | null = null;
  return (count, at) => {
    if (count > before) risenAt = at;
    before = count;
    return risenAt;
  };
}
