import { requireInteger } from '../options.ts';
import type { Clock } from '../platform.ts';
import type { PrefetchHandle, PrefetchJob } from './job.ts';
import type { PrefetchScheduler } from './scheduler.ts';

/** Options of {@link scheduleInSlices}. */
export interface ScheduleInSlicesOptions {
  /** Time and timers. */
  readonly clock: Pick<Clock, 'now' | 'setTimeout'>;
  /** How long a slice may take before the page gets its turn. Default 5 ms, which React's scheduler takes too (`frameYieldMs`). */
  readonly sliceMs?: number | undefined;
}

/** Jobs on their way into a scheduler. */
export interface SlicedSchedule<Value> {
  /** One handle for each job, once the last is queued, or fewer after `cancel`. Rejects with what `jobs` or a job throws. */
  readonly handles: Promise<readonly PrefetchHandle<Value>[]>;
  /** Queues no more, and cancels what was queued. */
  cancel(): void;
}

/**
 * Queues many jobs without a long task: what one loop takes grows with the jobs, and ten thousand keep a slow phone from
 * answering for a tenth of a second. The first slice is queued at once, and what it starts does not wait for the rest;
 * `jobs` may be a generator, which then makes each job in its slice.
 *
 * @throws RangeError when `sliceMs` is not a whole number of at least 1
 */
export function scheduleInSlices<Value>(
  scheduler: Pick<PrefetchScheduler<Value>, 'schedule'>,
  jobs: Iterable<PrefetchJob<Value>>,
  { clock, sliceMs = 5 }: ScheduleInSlicesOptions,
): SlicedSchedule<Value> {
  requireInteger('sliceMs', sliceMs, 1);
  const handles: PrefetchHandle<Value>[] = [];
  let cancelled = false;

  async function queue(): Promise<readonly PrefetchHandle<Value>[]> {
    let endsAt = clock.now() + sliceMs;
    for (const job of jobs) {
      handles.push(scheduler.schedule(job));
      if (clock.now() < endsAt) continue;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 0));
      if (cancelled) break;
      endsAt = clock.now() + sliceMs;
    }
    return handles;
  }

  return {
    handles: queue(),
    cancel() {
      cancelled = true;
      for (const handle of handles) handle.cancel();
    },
  };
}
