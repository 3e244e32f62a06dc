import type { Clock } from '@adit/envelope';
import { addEnded, addUp, mergeStats } from '@adit/tunnel';
import { countsOf, NO_COUNTS } from './counts.ts';
import { createHistory, createSince, STEP_MS } from './history.ts';
import { createOutcomeRing, type OutcomeEntry, type OutcomeFilter } from './outcomes.ts';
import type { ProcessReport } from './reporter.ts';
import type { ServerState } from './server-state.ts';
import { buildState, pointOf, type Reading, type StateContext } from './state.ts';

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

  const receive = (reports: readonly ProcessReport[]): void => {
    for (const report of reports) {
      const before = latest.get(report.worker);
      if (before !== undefined && before.pid !== report.pid) {
        past = addEnded(past, countsOf(before));
      }
      latest.set(report.worker, report);
    }
  };
  /** Adds a reading, and builds the state. */
  const read = (reports: readonly ProcessReport[], isServerReady: boolean): ServerState => {
    const running = [...latest.values()];
    const counts = addUp([past, ...running.map(countsOf)]);
    const stats = mergeStats(
      running.map((report) => report.stats),
      context.spoolKind === 'redis',
    );
    if (running.length > 0) {
      const reading = {
        at: clock.monotonicNow(),
        counts,
        spoolBytes: stats?.spool?.bytes ?? 0,
        spoolEnvelopes: stats?.spool?.envelopes ?? 0,
      };
      readings = [...readings, reading].slice(-WINDOW_READINGS - 1);
    }
    return buildState({
      ...{ ...context, counts, stats, latest: running, readings },
      now: clock.now(),
      isReady: isServerReady,
      answered: new Set(reports.map(({ worker }) => worker)),
    });
  };
  let state = read([], false);
  let seriesAt = state.at;
  const history = createHistory(Object.keys(pointOf(state, readings)));

  const refresh = async (): Promise<void> => {
    const [reports, isServerReady] = await Promise.all([collect(), isReady()]);
    receive(reports);
    const at = clock.monotonicNow();
    const outcomes = reports.flatMap((report) => report.outcomes).sort((one, other) => one.at - other.at);
    state = since(read(reports, isServerReady), outcomes);
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
