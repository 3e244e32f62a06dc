import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mergeStats } from '@adit/operations';
import { addUp, ledgerOf, mergeLedgers, type Ledger, type TunnelStats } from '@adit/tunnel';

/** The measures of a process. Plain data, so that it can be sent to another process. */
export interface Measures {
  readonly counts: Counts;
  /** `undefined` for a process without a tunnel. */
  readonly stats?: TunnelStats | undefined;
  /** The age of the oldest stored envelope; `undefined` if it cannot be read. */
  readonly oldestAgeMs?: number | undefined;
  /** Resident memory. */
  readonly memoryBytes: number;
  /** Durations since the process started. */
  readonly uptimeS: number;
  /** The delays of the event loop since the last reading. */
  readonly loopDelayS: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Whether the spool is full, fails or cannot be used; `undefined` without a spool. */
  readonly isSpoolFailing?: boolean | undefined;
  /** Whether Redis counts as unavailable; `undefined` without one. */
  readonly isRedisAway?: boolean | undefined;
  /** Envelopes that Redis could not store; `undefined` without an insurance. */
  readonly insurance?: { readonly envelopes: number; readonly bytes: number } | undefined;
  /** The number of workers that accept envelopes; `undefined` without workers. */
  readonly workers?: number | undefined;
}

/** Numbers of processes that only grow. */
interface Counts {
  /** Processor time in seconds. */
  readonly cpuUserS: number;
  readonly cpuSystemS: number;
  /** Missing without Redis. */
  readonly redisReconnects?: number;
  /** Missing without workers. */
  readonly workerRestarts?: number;
}

/** Everything that only grows. It still counts when its process has ended. */
export interface Counted {
  readonly counts: Counts;
  readonly ledger: Ledger;
}

/** The measures of a server. A state that no running process knows is `undefined`. */
export type ServerMeasures = Measures & Counted;

/** The counts of no process. */
export const NOTHING_COUNTED: Counted = { counts: { cpuUserS: 0, cpuSystemS: 0 }, ledger: mergeLedgers([]) };

const countedBy = ({ counts, stats }: Measures): Counted => ({
  counts,
  ledger: stats === undefined ? NOTHING_COUNTED.ledger : ledgerOf(stats),
});

/** The counts of a process that ends, and of processes that ended earlier. */
export const keepCounts = (past: Counted, last: Measures): Counted => addUp([past, countedBy(last)]);

/**
 * Combines the measures of the processes of a server.
 * @param past the counts of those that have ended
 * @param isShared whether they share one spool
 */
export function mergeMeasures(
  all: readonly Measures[],
  past = NOTHING_COUNTED,
  isShared = false,
): ServerMeasures {
  const defined = <T>(of: (measures: Measures) => T | undefined): readonly T[] =>
    all.map(of).filter((value) => value !== undefined);
  const combined = <T>(
    of: (measures: Measures) => T | undefined,
    combine: (values: readonly T[]) => T,
  ): T | undefined => (defined(of).length === 0 ? undefined : combine(defined(of)));
  const some = (values: readonly boolean[]): boolean => values.includes(true);
  const most = (values: readonly number[]): number => Math.max(0, ...values);
  return {
    ...addUp([past, ...all.map(countedBy)]),
    stats: mergeStats(
      defined(({ stats }) => stats),
      isShared,
    ),
    oldestAgeMs: combined(({ oldestAgeMs }) => oldestAgeMs, most),
    memoryBytes: all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    uptimeS: most(all.map(({ uptimeS }) => uptimeS)),
    loopDelayS: {
      p50: most(all.map(({ loopDelayS }) => loopDelayS.p50)),
      p99: most(all.map(({ loopDelayS }) => loopDelayS.p99)),
      max: most(all.map(({ loopDelayS }) => loopDelayS.max)),
    },
    isSpoolFailing: combined(({ isSpoolFailing }) => isSpoolFailing, some),
    isRedisAway: combined(({ isRedisAway }) => isRedisAway, some),
    insurance: combined(({ insurance }) => insurance, addUp),
    workers: combined(({ workers }) => workers, most),
  };
}

/** How often the delay of the event loop is measured, in milliseconds. */
const LOOP_RESOLUTION_MS = 20;

const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const MS_PER_S = 1_000;

/** Measures this process. */
export interface ProcessMeter {
  readonly read: () => Measures;
  readonly stop: () => void;
}

/** Starts to measure this process. */
export function measureProcess(): ProcessMeter {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  // The histogram contains whole intervals, in nanoseconds.
  const late = (ns: number): number => Math.max(0, ns / NS_PER_S - LOOP_RESOLUTION_MS / MS_PER_S);
  return {
    read: () => {
      const { user, system } = process.cpuUsage();
      const loopDelayS = {
        p50: late(loop.percentile(50)),
        p99: late(loop.percentile(99)),
        max: late(loop.max),
      };
      loop.reset();
      return {
        memoryBytes: process.memoryUsage.rss(),
        uptimeS: process.uptime(),
        loopDelayS,
        counts: { cpuUserS: user / US_PER_S, cpuSystemS: system / US_PER_S },
      };
    },
    stop: () => loop.disable(),
  };
}
