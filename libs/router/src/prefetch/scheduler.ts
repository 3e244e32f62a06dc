import { requireInteger, requireOneOf } from '../options.ts';
import { SPEC } from '../presets.ts';
import { createJobQueue } from './job-queue.ts';
import { JobHandle, RANKS, type Actions, type Lane } from './job.ts';
import {
  createEntry,
  navigate,
  pumpSoon,
  raise,
  release,
  totalInFlight,
  type SchedulerContext,
} from './scheduler-steps.ts';
import type {
  PrefetchOrder,
  PrefetchScheduler,
  PrefetchSchedulerOptions,
  PrefetchStats,
} from './scheduler-types.ts';

export type * from './scheduler-types.ts';

const ORDERS: readonly PrefetchOrder[] = ['newest-first', 'oldest-first'];
const RANK_COUNT = RANKS.intent + 1;

const createLane = <Value>(): Lane<Value> => ({
  queue: createJobQueue(RANK_COUNT),
  inFlight: 0,
  maxInFlight: 0,
});

/**
 * A prefetch queue whose limits hold under every order of schedule, bump, cancel, failure, pause and navigation.
 * (Next's former `PromiseQueue`, still in client/components/promise-queue.js, starts a bumped task past its limit.)
 *
 * Order: intent, then viewport, then background; within a class the newest first, as in Next's segment scheduler. The
 * link that a visitor pointed at or scrolled to last is the likeliest next click, and a guess that never runs costs a
 * cache miss, never a navigation. Only the newest intent job may take the slots reserved for it: the previous one drops
 * to a place between intent and viewport, because the visitor has moved on. Each kind has its own queue, so segments at
 * their limit do not block routes.
 *
 * A navigation is not a prefetch. It starts at once and counts towards no limit. A run under its key becomes the
 * navigation. Every other abortable run is interrupted and returns to its former place. Prefetches continue when no
 * navigation is in flight any more; each interrupted one starts again once.
 *
 * @throws RangeError if a limit is not an integer of at least 1 (0 for `intentReserve`), `segmentConcurrency` exceeds
 * `concurrency`, or `order` is unknown
 */
export function createPrefetchScheduler<Value = unknown>({
  concurrency = SPEC.prefetchConcurrency,
  segmentConcurrency = Math.min(SPEC.segmentPrefetchConcurrency, concurrency),
  intentReserve = 1,
  order = 'newest-first',
}: PrefetchSchedulerOptions = {}): PrefetchScheduler<Value> {
  requireInteger('concurrency', concurrency, 1);
  requireInteger('segmentConcurrency', segmentConcurrency, 1);
  requireInteger('intentReserve', intentReserve, 0);
  requireOneOf('order', order, ORDERS);
  if (segmentConcurrency > concurrency) {
    throw new RangeError(
      `segmentConcurrency is ${segmentConcurrency}; accepted: at most concurrency, ${concurrency}`,
    );
  }

  const context: SchedulerContext<Value> = {
    concurrency,
    segmentConcurrency,
    guessConcurrency: Math.max(1, concurrency - intentReserve),
    guessSegmentConcurrency: Math.max(1, segmentConcurrency - intentReserve),
    order,
    routes: createLane(),
    segments: createLane(),
    navigations: { inFlight: 0 },
    runs: [],
    entries: new Map(),
    maxInFlight: 0,
    sequence: 0,
    newestIntent: undefined,
    paused: false,
    pumpPending: false,
  };
  const actions: Actions<Value> = {
    raise: (entry, priority) => raise(context, entry, priority),
    navigate: (entry) => navigate(context, entry),
    release: (entry) => release(context, entry),
  };

  return {
    schedule(job) {
      const handle = new JobHandle(context.entries.get(job.key) ?? createEntry(context, job), actions);
      try {
        handle.bump(job.priority);
      } catch (error) {
        handle.cancel();
        throw error;
      }
      return handle;
    },
    pause() {
      context.paused = true;
    },
    resume() {
      context.paused = false;
      pumpSoon(context);
    },
    stats: () => statsOf(context),
  };
}

function statsOf<Value>(context: SchedulerContext<Value>): PrefetchStats {
  const { routes, segments, navigations, maxInFlight } = context;
  return {
    inFlight: totalInFlight(context),
    maxInFlight,
    queued: routes.queue.size() + segments.queue.size(),
    navigations: navigations.inFlight,
    byKind: {
      route: { inFlight: routes.inFlight, maxInFlight: routes.maxInFlight },
      segment: { inFlight: segments.inFlight, maxInFlight: segments.maxInFlight },
    },
  };
}
