import { createDeferred, type Deferred } from '../deferred.ts';
import { requireInteger } from '../options.ts';
import { SPEC } from '../presets.ts';
import { createJobQueue, runsBefore } from './job-queue.ts';

/** A whole route, or one segment of its tree. */
export type PrefetchKind = 'route' | 'segment';

/** Why something is prefetched: the visitor points at it, can see it, or might need it. */
export type PrefetchPriority = 'intent' | 'viewport' | 'background';

/** One prefetch to run when there is room. */
export interface PrefetchJob<Value> {
  /** Jobs with the same key, waiting or in flight, share one run. */
  readonly key: string;
  /** Which limit applies besides the common one. */
  readonly kind: PrefetchKind;
  /** Who goes first. */
  readonly priority: PrefetchPriority;
  /** Does the work. The slot is held until the promise settles; the signal aborts when everyone who asked has cancelled. */
  readonly run: (signal: AbortSignal) => Promise<Value>;
}

/** One caller's share in a job. */
export interface PrefetchHandle<Value> {
  /** Settles as the run does; rejects with an `AbortError` after `cancel`. Never reported as unhandled. */
  readonly promise: Promise<Value>;
  /** Gives up this share. The last share to go takes a waiting job out of the queue and aborts a running one. */
  cancel(): void;
  /** Raises the priority and counts the job as scheduled anew. It changes the order only, never the limits. */
  bump(priority: PrefetchPriority): void;
}

/** What the scheduler is doing. */
export interface PrefetchStats {
  /** Runs in flight now. */
  readonly inFlight: number;
  /** The most runs ever in flight together. */
  readonly maxInFlight: number;
  /** Jobs waiting. */
  readonly queued: number;
  /** The same, kind by kind. */
  readonly byKind: Readonly<
    Record<PrefetchKind, { readonly inFlight: number; readonly maxInFlight: number }>
  >;
}

/** Runs prefetches within the limits. */
export interface PrefetchScheduler<Value> {
  /** Queues a job, or joins the one with the same key. Everything scheduled in one task is ordered before the first starts. */
  schedule(job: PrefetchJob<Value>): PrefetchHandle<Value>;
  /** Starts nothing more; what is in flight goes on. For the time of a navigation. */
  pause(): void;
  /** Ends a pause. */
  resume(): void;
  /** Counters for tests and telemetry. */
  stats(): PrefetchStats;
}

/** Who goes first within a priority class. */
export type PrefetchOrder = 'newest-first' | 'oldest-first';

/** Options of {@link createPrefetchScheduler}. */
export interface PrefetchSchedulerOptions {
  /** Runs in flight at once. Default 5 (S28). */
  readonly concurrency?: number | undefined;
  /** Segment runs in flight at once, part of `concurrency`. Default 3 (S29), or `concurrency` where that is less. */
  readonly segmentConcurrency?: number | undefined;
  /** Default `newest-first`. `oldest-first` suits a caller that has put its jobs in order already. */
  readonly order?: PrefetchOrder | undefined;
}

const RANKS: Readonly<Record<PrefetchPriority, number>> = { intent: 2, viewport: 1, background: 0 };

interface Entry<Value> {
  readonly job: PrefetchJob<Value>;
  readonly controller: AbortController;
  readonly result: Deferred<Value>;
  rank: number;
  sequence: number;
  position: number;
  shares: number;
  running: boolean;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/**
 * A prefetch queue whose limits hold under every order of schedule, bump, cancel and failure. (Next's former
 * `PromiseQueue`, still in client/components/promise-queue.js, starts a bumped task past its limit.)
 *
 * Order: intent, then viewport, then background; within a class the newest first, as in Next's segment scheduler: what a
 * visitor pointed at or scrolled to last is the likeliest next click, and a guess that waits for ever costs a cache miss,
 * never a navigation. The kinds wait in queues of their own, so segments at their limit hold no route back.
 *
 * @throws RangeError when a limit is not an integer of at least 1, or `segmentConcurrency` exceeds `concurrency`
 */
export function createPrefetchScheduler<Value = unknown>({
  concurrency = SPEC.prefetchConcurrency,
  segmentConcurrency = Math.min(SPEC.segmentPrefetchConcurrency, concurrency),
  order = 'newest-first',
}: PrefetchSchedulerOptions = {}): PrefetchScheduler<Value> {
  requireInteger('concurrency', concurrency, 1);
  requireInteger('segmentConcurrency', segmentConcurrency, 1);
  if (segmentConcurrency > concurrency) {
    throw new RangeError(
      `segmentConcurrency is ${segmentConcurrency}; accepted: at most concurrency, ${concurrency}`,
    );
  }

  const queues = { route: createJobQueue<Entry<Value>>(), segment: createJobQueue<Entry<Value>>() };
  const inFlight: Record<PrefetchKind, number> = { route: 0, segment: 0 };
  const maxInFlight = { total: 0, route: 0, segment: 0 };
  const entries = new Map<string, Entry<Value>>();
  const sequenceStep = order === 'newest-first' ? 1 : -1;
  let sequence = 0;
  let paused = false;
  let pumpPending = false;

  const totalInFlight = (): number => inFlight.route + inFlight.segment;

  function nextEntry(): Entry<Value> | undefined {
    if (paused || totalInFlight() >= concurrency) return undefined;
    const route = queues.route.peek();
    const segment = inFlight.segment < segmentConcurrency ? queues.segment.peek() : undefined;
    if (route === undefined || segment === undefined) return route ?? segment;
    return runsBefore(route, segment) ? route : segment;
  }

  /** A cancelled run may outlive its entry, and a successor may have taken its key. */
  function forget(entry: Entry<Value>): void {
    if (entries.get(entry.job.key) === entry) entries.delete(entry.job.key);
  }

  async function run({ job, controller, result }: Entry<Value>): Promise<void> {
    try {
      result.resolve(await job.run(controller.signal));
    } catch (reason) {
      result.reject(reason);
    }
  }

  function start(entry: Entry<Value>): void {
    const { kind } = entry.job;
    queues[kind].remove(entry);
    entry.running = true;
    inFlight[kind] += 1;
    maxInFlight.total = Math.max(maxInFlight.total, totalInFlight());
    maxInFlight[kind] = Math.max(maxInFlight[kind], inFlight[kind]);
    void run(entry).then(() => {
      inFlight[kind] -= 1;
      forget(entry);
      pump();
    });
  }

  function pump(): void {
    for (let entry = nextEntry(); entry !== undefined; entry = nextEntry()) start(entry);
  }

  /** One pass for all that is scheduled in the same task, in order of priority rather than of arrival. */
  function pumpSoon(): void {
    if (pumpPending) return;
    pumpPending = true;
    void Promise.resolve().then(() => {
      pumpPending = false;
      pump();
    });
  }

  /** Puts a waiting entry where its priority says, as if it were scheduled now. */
  function place(entry: Entry<Value>, rank: number): void {
    const queue = queues[entry.job.kind];
    queue.remove(entry);
    sequence += sequenceStep;
    entry.rank = rank;
    entry.sequence = sequence;
    queue.add(entry);
  }

  function createEntry(job: PrefetchJob<Value>): Entry<Value> {
    const entry: Entry<Value> = {
      job,
      controller: new AbortController(),
      result: createDeferred(),
      rank: 0,
      sequence: 0,
      position: 0,
      shares: 0,
      running: false,
    };
    // Every share may be gone before the run fails; the failure is then nobody's business.
    entry.result.promise.catch(() => undefined);
    entries.set(job.key, entry);
    place(entry, RANKS[job.priority]);
    pumpSoon();
    return entry;
  }

  function bump(entry: Entry<Value>, priority: PrefetchPriority): void {
    if (!entry.running && RANKS[priority] >= entry.rank) place(entry, RANKS[priority]);
  }

  function release(entry: Entry<Value>): void {
    entry.shares -= 1;
    if (entry.shares > 0) return;
    forget(entry);
    queues[entry.job.kind].remove(entry);
    entry.controller.abort();
  }

  function share(entry: Entry<Value>): PrefetchHandle<Value> {
    entry.shares += 1;
    const cancellation = new AbortController();
    const promise = Promise.race([entry.result.promise, rejectOnAbort(cancellation.signal)]);
    // A handle may be kept only to cancel or to bump.
    promise.catch(() => undefined);
    return {
      promise,
      cancel() {
        if (cancellation.signal.aborted) return;
        cancellation.abort();
        release(entry);
      },
      bump(priority) {
        if (!cancellation.signal.aborted) bump(entry, priority);
      },
    };
  }

  return {
    schedule(job) {
      const joined = entries.get(job.key);
      if (joined === undefined) return share(createEntry(job));
      bump(joined, job.priority);
      return share(joined);
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      pumpSoon();
    },
    stats: () => ({
      inFlight: totalInFlight(),
      maxInFlight: maxInFlight.total,
      queued: queues.route.size() + queues.segment.size(),
      byKind: {
        route: { inFlight: inFlight.route, maxInFlight: maxInFlight.route },
        segment: { inFlight: inFlight.segment, maxInFlight: maxInFlight.segment },
      },
    }),
  };
}
