import type { ServerState } from './server-state.ts';

/** Adds to each state what only the states before it can tell. */
export type Since = (state: ServerState) => ServerState;

/** Creates {@link Since}: when ingest of a project went away, when an envelope was lost last, how often a worker was replaced. */
export function createSince(): Since {
  let downSince: ReadonlyMap<string, number> = new Map();
  let lost = 0;
  let lastLossAt: number | null = null;
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
    if (state.lost.total > lost) lastLossAt = at;
    lost = state.lost.total;
    return {
      ...state,
      lost: { ...state.lost, lastAt: lastLossAt },
      projects: projects.map((one) => ({ ...one, downSince: downSince.get(one.project) ?? null })),
      workers: workers.map((one) => ({ ...one, restarts: restartsOf(one.worker, one.pid) })),
    };
  };
}
