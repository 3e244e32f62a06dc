import type { PrefetchHandle, PrefetchJob } from './job.ts';
import type { PrefetchKind } from '../prefetch-types.ts';

/** The current state of the scheduler. */
export interface PrefetchStats {
  /** Prefetches in flight now. */
  readonly inFlight: number;
  /** The most prefetches ever in flight together. */
  readonly maxInFlight: number;
  /** Jobs waiting. */
  readonly queued: number;
  /** Navigations in flight now; no prefetch starts while there is one. */
  readonly navigations: number;
  /** The prefetches, kind by kind. */
  readonly byKind: Readonly<
    Record<PrefetchKind, { readonly inFlight: number; readonly maxInFlight: number }>
  >;
}

/** Runs prefetches within the limits, and navigations before them. */
export interface PrefetchScheduler<Value> {
  /**
   * Queues a job, or joins the one with the same key. Everything scheduled in one task is ordered before the first
   * starts. Throws a RangeError if `kind` or `priority` is unknown.
   */
  schedule(job: PrefetchJob<Value>): PrefetchHandle<Value>;
  /** Starts no prefetch until `resume`; those in flight continue. Use it, for example, while a navigation renders. */
  pause(): void;
  /** Ends a pause. */
  resume(): void;
  /** Counters for tests and telemetry. */
  stats(): PrefetchStats;
}

/** The order within a priority class. */
export type PrefetchOrder = 'newest-first' | 'oldest-first';

/** Options of {@link createPrefetchScheduler}. */
export interface PrefetchSchedulerOptions {
  /** Prefetches in flight at once. Default 5. */
  readonly concurrency?: number | undefined;
  /** Segment prefetches in flight at once, part of `concurrency`. Default 3, or `concurrency` if that is less. */
  readonly segmentConcurrency?: number | undefined;
  /** Slots of either limit that only the newest `intent` job may take, at most all but one. Default 1. */
  readonly intentReserve?: number | undefined;
  /** Default `newest-first`. `oldest-first` suits a caller that has already ordered its jobs. */
  readonly order?: PrefetchOrder | undefined;
}
