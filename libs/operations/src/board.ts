import type { Clock } from '@adit/envelope';
import { addUp } from '@adit/tunnel';
import { countsOf, NO_COUNTS } from './counts.ts';
import { createHistory, createSince, STEP_MS } from './history.ts';
import { createOutcomeRing, type OutcomeEntry, type OutcomeFilter } from './outcomes.ts';
import type { ProcessReport } from './reporter.ts';
import type { ServerState } from './server-state.ts';
import { allCounts, buildState, pointOf, SERIES, type Reading, type StateContext } from './state.ts';

/** The data of the admin endpoints: the state of the server each second, and the last outcomes. */
export interface Board {
  readonly state: () => ServerState;
  /** Newest first. */
  readonly outcomes: (filter?: OutcomeFilter) => readonly OutcomeEntry[];
  /**
   * The time since which all noted outcomes are kept; of earlier ones, only the first of each kind. `null` without any.
   */
  readonly outcomesSince: () => number | null;
  /**
   * Calls back once a second.
   * @returns a function that stops it
   */
  readonly subscribe: (listener: (news: BoardNews) => void) => () => void;
  /** Reads the state again. Resolves when it is read. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** The changes of a second. */
export interface BoardNews {
  readonly state: ServerState;
  /** Oldest first. */
  readonly outcomes: readonly OutcomeEntry[];
}

/** Options of {@link createBoard}. */
export interface BoardOptions extends StateContext {
  /** Asks every process that accepts envelopes. A process that does not answer is missing. */
  collect: () => Promise<readonly ProcessReport[]>;
  isReady: () => boolean | Promise<boolean>;
  clock: Clock;
}

const TICK_MS = 1_000;

/** The readings over which rates and quantiles are computed: those of a minute. Each has a ledger. */
const WINDOW_READINGS = 60;

/** Creates a {@link Board} and reads the state at once, then every second. */
export function createBoard({ collect, isReady, clock, ...context }: BoardOptions): Board {
  const ring = createOutcomeRing();
  const history = createHistory(SERIES);
  const since = createSince();
  const listeners = new Set<(news: BoardNews) => void>();
  /** The last report of each worker. */
  const latest = new Map<number, ProcessReport>();
  /** The counts of processes that have ended. */
  let past = NO_COUNTS;
  let readings: Reading[] = [];
  let pointAt = clock.monotonicNow();
  let isStopped = false;
  let timer: unknown;
  let isServerReady = false;

  const receive = (reports: readonly ProcessReport[]): void => {
    for (const report of reports) {
      const before = latest.get(report.worker);
      if (before !== undefined && before.pid !== report.pid) {
        past = addUp([past, countsOf(before)]);
      }
      latest.set(report.worker, report);
    }
  };
  const read = (reports: readonly ProcessReport[]): ServerState =>
    buildState({
      ...context,
      now: clock.now(),
      isReady: isServerReady,
      past,
      latest: [...latest.values()],
      answered: new Set(reports.map(({ worker }) => worker)),
      readings,
    });
  let reports: readonly ProcessReport[] = [];
  let state = read(reports);
  let seriesAt = state.at;

  const refresh = async (): Promise<void> => {
    [reports, isServerReady] = await Promise.all([collect(), isReady()]);
    receive(reports);
    const at = clock.monotonicNow();
    if (latest.size > 0) {
      const counts = allCounts(past, [...latest.values()]);
      const spoolBytes = read(reports).spool?.bytes ?? 0;
      readings = [...readings, { at, counts, spoolBytes }].slice(-WINDOW_READINGS - 1);
    }
    const outcomes = reports.flatMap((report) => report.outcomes).sort((one, other) => one.at - other.at);
    state = since(read(reports), outcomes);
    if (at - pointAt >= STEP_MS) {
      pointAt += STEP_MS * Math.floor((at - pointAt) / STEP_MS);
      seriesAt = state.at;
      history.add(pointOf(state, readings));
    }
    ring.add(outcomes);
    for (const listener of listeners) listener({ state, outcomes });
  };
  const tick = (): void => {
    void refresh()
      .catch(() => undefined)
      .then(() => {
        if (!isStopped) timer = clock.setTimeout(tick, TICK_MS);
      });
  };
  tick();

  return {
    state: () => ({ ...state, series: { at: seriesAt, stepMs: STEP_MS, values: history.read() } }),
    outcomes: ring.newest,
    outcomesSince: ring.since,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    stop: () => {
      isStopped = true;
      clock.clearTimeout(timer);
    },
  };
}
