import type { Clock } from '../clock/clock.ts';
import { createHistory, STEP_MS } from './history.ts';
import { createOutcomeRing, type OutcomeFilter } from './outcome-ring.ts';
import type { OutcomeEntry } from './outcome-entry.ts';
import type { ProcessReport } from './process-report.ts';
import type { ServerState } from './server-state.ts';
import { createSince } from './since.ts';
import { buildState, pointOf, SERIES, type StateContext } from './state.ts';
import { addTotals, totalsOf, type Reading, type Totals } from './totals.ts';

/** What the admin endpoints know of the server: its state each second, and the last outcomes. */
export interface Board {
  readonly state: () => ServerState;
  /** The newest first. */
  readonly outcomes: (filter?: OutcomeFilter) => readonly OutcomeEntry[];
  /** From when on all noted outcomes are kept; of those before, the first of each kind. `null` without any. */
  readonly outcomesSince: () => number | null;
  /**
   * Calls back once a second.
   * @returns stops it
   */
  readonly subscribe: (listener: (news: BoardNews) => void) => () => void;
  /** Reads the state once more. Resolves when it is read. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** What is new after a second. */
export interface BoardNews {
  readonly state: ServerState;
  /** The oldest first. */
  readonly outcomes: readonly OutcomeEntry[];
}

/** Options of {@link createBoard}. */
export interface BoardOptions extends StateContext {
  /** Asks every process that takes envelopes. One that does not answer is missing. */
  collect: () => Promise<readonly ProcessReport[]>;
  isReady: () => boolean | Promise<boolean>;
  clock: Clock;
}

const TICK_MS = 1_000;

/** Readings that rates and quantiles are taken over: those of a minute. */
const WINDOW_READINGS = 60;

/** Creates a {@link Board} and reads the state at once, then each second. */
export function createBoard({ collect, isReady, clock, ...context }: BoardOptions): Board {
  const ring = createOutcomeRing();
  const history = createHistory(SERIES);
  const since = createSince();
  const listeners = new Set<(news: BoardNews) => void>();
  /** The last report of each worker. */
  const latest = new Map<number, ProcessReport>();
  /** The counts of processes that have ended. */
  let past: Totals | undefined;
  let readings: Reading[] = [];
  let pointAt = clock.monotonicNow();
  let isStopped = false;
  let timer: unknown;
  let isServerReady = false;

  const receive = (reports: readonly ProcessReport[]): void => {
    for (const report of reports) {
      const before = latest.get(report.worker);
      if (before !== undefined && before.pid !== report.pid) {
        past = addTotals([...(past === undefined ? [] : [past]), totalsOf(before)]);
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
    const totals = addTotals([...(past === undefined ? [] : [past]), ...[...latest.values()].map(totalsOf)]);
    if (totals !== undefined) {
      const { spool } = read(reports);
      readings = [...readings, { at, totals, spoolBytes: spool?.bytes ?? 0 }].slice(-WINDOW_READINGS - 1);
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
