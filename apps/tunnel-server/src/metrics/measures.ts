import { mergeDocumentMeasures, type DocumentMeasure, type ProcessReading } from '@adit/operations';
import {
  addEnded,
  addUp,
  ledgerOf,
  mergeLedgers,
  mergeStats,
  type Ledger,
  type TunnelStats,
} from '@adit/tunnel';

/** The measures of a process. Plain data, so that it can be sent to another process. */
export interface Measures extends ProcessReading {
  readonly counts: Counts;
  /** `undefined` for a process without a tunnel. */
  readonly stats?: TunnelStats | undefined;
  /** The age of the oldest stored envelope; `undefined` if it cannot be read. */
  readonly oldestAgeMs?: number | undefined;
  /** The document of the rules; `undefined` if none is followed. */
  readonly policy?: DocumentMeasure | undefined;
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
type Counts = ProcessReading['counts'] & {
  /** Missing without Redis. */
  readonly redisReconnects?: number;
  /** Missing without workers. */
  readonly workerRestarts?: number;
};

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
export function keepCounts(past: Counted, last: Measures): Counted {
  const { counts, ledger } = countedBy(last);
  return { counts: addUp([past.counts, counts]), ledger: addEnded(past.ledger, ledger) };
}

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
    policy: combined(({ policy }) => policy, mergeDocumentMeasures),
    isSpoolFailing: combined(({ isSpoolFailing }) => isSpoolFailing, some),
    isRedisAway: combined(({ isRedisAway }) => isRedisAway, some),
    insurance: combined(({ insurance }) => insurance, addUp),
    workers: combined(({ workers }) => workers, most),
  };
}
