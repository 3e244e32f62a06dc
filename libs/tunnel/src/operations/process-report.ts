import type { TunnelStats } from '../stats.ts';
import type { DurationCounts } from './durations.ts';
import type { ErrorCounts } from './ingest-errors.ts';
import type { OutcomeEntry } from './outcome-entry.ts';

/** What a process that takes envelopes says of itself once a second. Plain data, so that it can be sent to another process. */
export interface ProcessReport {
  /** The worker's number. Its replacement has the same number and another `pid`. */
  readonly worker: number;
  readonly pid: number;
  readonly stats: TunnelStats;
  /** Whether envelopes can be stored; `undefined` without a spool. */
  readonly isSpoolHealthy: boolean | undefined;
  /** Age of the oldest stored envelope, in milliseconds; `undefined` if it cannot be read. */
  readonly oldestAgeMs: number | undefined;
  /** Since the process began. */
  readonly durations: { readonly server: DurationCounts; readonly ingest: DurationCounts };
  /** Errors that ingest answered, since the process began. */
  readonly ingestErrors: ErrorCounts;
  /** Outcomes since the last report. */
  readonly outcomes: readonly OutcomeEntry[];
  /** Outcomes that were not noted, since the process began. */
  readonly skippedOutcomes: number;
  /** Since the last report. */
  readonly load: ProcessLoad;
}

/** How busy a process is. */
export interface ProcessLoad {
  /** Processor time as a share of one core. */
  readonly cpuShare: number;
  /** Resident memory. */
  readonly memoryBytes: number;
  /** 99 of 100 turns of the event loop came at most so late. */
  readonly loopDelayP99Ms: number;
}
