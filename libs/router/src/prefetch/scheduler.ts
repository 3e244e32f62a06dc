import { requireInteger, requireOneOf } from '../options.ts';
import { SPEC } from '../presets.ts';
import { createJobQueue, runsBefore } from './job-queue.ts';
import {
  JobRun,
  PAST_INTENT,
  promiseOf,
  RANKS,
  requireKind,
  requirePriority,
  JobHandle,
  type Actions,
  type Count,
  type Entry,
  type Lane,
  type PrefetchJob,
} from './job.ts';
import type { PrefetchScheduler, PrefetchOrder, PrefetchSchedulerOptions } from './scheduler-types.ts';

export type * from './scheduler-types.ts';

const ORDERS: readonly PrefetchOrder[] = ['newest-first', 'oldest-first'];
const NO_RANK = -1;
const RANK_COUNT = RANKS.intent + 1;

/**
 * A prefetch queue whose limits hold under every order of schedule, bump, cancel, failure, pause and navigation. (Next's
 * former `PromiseQueue`, still in client/components/promise-queue.js, starts a bumped task past its limit.)
 *
 * Order: intent, then viewport, then background; within a class the newest first, as in Next's segment scheduler: what a
 * visitor pointed at or scrolled to last is the likeliest next click, and a guess that waits for ever costs a cache miss,
 * never a navigation. Only the newest intent job may take the slots kept free for it: the one before it drops to a place
 * between intent and viewport, as the visitor has moved on. The kinds wait in queues of their own, so segments at their
 * limit hold no route back.
 *
 * A navigation is no prefetch. It starts at once and counts towards no limit; what runs under its key becomes the
 * navigation; every other run that may be interrupted is, and waits in its former place. Prefetches go on, each from its
 * start and once, when no navigation is in flight any more.
 *
 * @throws RangeError when a limit is not an integer of at least 1 (0 for `intentReserve`), `segmentConcurrency` exceeds
 * `concurrency`, or `order` is neither of the two
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

  const guessConcurrency = Math.max(1, concurrency - intentReserve);
  const guessSegmentConcurrency = Math.max(1, segmentConcurrency - intentReserve);
  const routes: Lane<Value> = { queue: createJobQueue(RANK_COUNT), inFlight: 0, maxInFlight: 0 };
  const segments: Lane<Value> = { queue: createJobQueue(RANK_COUNT), inFlight: 0, maxInFlight: 0 };
  const navigations: Count = { inFlight: 0 };
  const runs: JobRun<Value>[] = [];
  const entries = new Map<string, Entry<Value>>();
  const sequenceStep = order === 'newest-first' ? 1 : -1;
  let maxInFlight = 0;
  let sequence = 0;
  let newestIntent: Entry<Value> | undefined;
  let paused = false;
  let pumpPending = false;

  const totalInFlight = (): number => routes.inFlight + segments.inFlight;

  /** A run that has settled counts as nothing, nor does a navigation that was given up. */
  function count(run: JobRun<Value>, as: Count | undefined): void {
    if (run.countedAs !== undefined) run.countedAs.inFlight -= 1;
    if (as !== undefined) as.inFlight += 1;
    run.countedAs = as;
  }

  function hasRoom({ lane, rank }: Entry<Value>): boolean {
    const isGuess = rank < RANKS.intent;
    if (totalInFlight() >= (isGuess ? guessConcurrency : concurrency)) return false;
    return lane === routes || lane.inFlight < (isGuess ? guessSegmentConcurrency : segmentConcurrency);
  }

  /** The first of a kind, if there is room for it; there is then none for those behind it. */
  function startable({ queue }: Lane<Value>): Entry<Value> | undefined {
    const first = queue.peek();
    return first !== undefined && hasRoom(first) ? first : undefined;
  }

  function nextEntry(): Entry<Value> | undefined {
    if (paused || navigations.inFlight > 0) return undefined;
    const route = startable(routes);
    const segment = startable(segments);
    if (route === undefined || segment === undefined) return route ?? segment;
    return runsBefore(route, segment) ? route : segment;
  }

  /** Once for each entry, since a successor may take its key while a cancelled run goes on. */
  function forget(entry: Entry<Value>): void {
    entries.delete(entry.job.key);
    entry.over = true;
    entry.lane.queue.remove(entry);
    if (newestIntent === entry) newestIntent = undefined;
  }

  function settle(run: JobRun<Value>, outcome: Promise<Value>, fulfilled: boolean): void {
    const { entry } = run;
    count(run, undefined);
    const last = runs.pop();
    if (last !== undefined && last !== run) runs[runs.indexOf(run)] = last;
    // An interrupted run that comes to an answer all the same spares its repetition.
    if (!entry.over && (entry.run === run || (fulfilled && entry.run === undefined))) {
      forget(entry);
      entry.run = undefined;
      entry.outcome = outcome;
      entry.waiters?.forEach((waiter) => waiter.resolve(outcome));
    }
    pump();
  }

  function launch(run: JobRun<Value>): void {
    runs.push(run);
    const outcome = promiseOf(run);
    outcome.then(
      () => settle(run, outcome, true),
      () => settle(run, outcome, false),
    );
  }

  function start(entry: Entry<Value>): void {
    const { lane } = entry;
    lane.queue.remove(entry);
    entry.run = new JobRun(entry);
    count(entry.run, lane);
    maxInFlight = Math.max(maxInFlight, totalInFlight());
    lane.maxInFlight = Math.max(lane.maxInFlight, lane.inFlight);
    launch(entry.run);
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

  /** Puts a running job back in its place. The slot stays taken until the run obeys. */
  function interrupt(run: JobRun<Value>): void {
    const { entry } = run;
    if (entry.over || entry.run !== run || entry.job.abortable === false) return;
    if (run.countedAs === navigations) count(run, undefined);
    entry.run = undefined;
    entry.lane.queue.add(entry);
    run.abort('A navigation goes first');
  }

  function navigate(entry: Entry<Value>): void {
    const { run: joined, lane } = entry;
    const run = joined ?? new JobRun(entry);
    entry.run = run;
    lane.queue.remove(entry);
    count(run, navigations);
    for (const each of [...runs]) if (each.countedAs !== navigations) interrupt(each);
    if (joined === undefined) launch(run);
  }

  function changeRank(entry: Entry<Value>, rank: number): void {
    const { queue } = entry.lane;
    const waited = queue.remove(entry);
    entry.rank = rank;
    if (waited) queue.add(entry);
  }

  /** Gives a job its rank, and the place of one that is scheduled now. */
  function raise(entry: Entry<Value>, priority: keyof typeof RANKS): void {
    const rank = RANKS[priority];
    // Not before: a search in a list for each of ten thousand links is felt where the browser has not warmed up.
    if (typeof rank !== 'number') requirePriority(priority);
    // Who has put the jobs in order wants none to lose its place by being asked for again.
    if (rank < entry.rank || (rank === entry.rank && order === 'oldest-first')) return;
    if (rank === RANKS.intent && newestIntent !== entry) {
      if (newestIntent !== undefined) changeRank(newestIntent, PAST_INTENT);
      newestIntent = entry;
    }
    const { queue } = entry.lane;
    queue.remove(entry);
    sequence += sequenceStep;
    entry.sequence = sequence;
    entry.rank = rank;
    if (entry.run === undefined) queue.add(entry);
    pumpSoon();
  }

  function createEntry(job: PrefetchJob<Value>): Entry<Value> {
    const kind: string = job.kind;
    if (kind !== 'route' && kind !== 'segment') requireKind(job.kind);
    const entry: Entry<Value> = {
      job,
      lane: job.kind === 'route' ? routes : segments,
      rank: NO_RANK,
      sequence: 0,
      waits: false,
      ahead: undefined,
      behind: undefined,
      shares: 0,
      navigators: 0,
      run: undefined,
      waiters: undefined,
      outcome: undefined,
      over: false,
    };
    entries.set(job.key, entry);
    return entry;
  }

  /** After a share is gone. */
  function release(entry: Entry<Value>): void {
    const { run } = entry;
    if (entry.shares === 0) {
      forget(entry);
      if (run === undefined) return;
      if (run.countedAs === navigations) count(run, undefined);
      run.abort('Everyone who asked has cancelled');
    } else if (run !== undefined && entry.navigators === 0 && run.countedAs === navigations) {
      // Those who are left only guess, and take their turn.
      interrupt(run);
    }
    pumpSoon();
  }

  const actions: Actions<Value> = { raise, navigate, release };

  return {
    schedule(job) {
      const handle = new JobHandle(entries.get(job.key) ?? createEntry(job), actions);
      try {
        handle.bump(job.priority);
      } catch (error) {
        handle.cancel();
        throw error;
      }
      return handle;
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
      maxInFlight,
      queued: routes.queue.size() + segments.queue.size(),
      navigations: navigations.inFlight,
      byKind: {
        route: { inFlight: routes.inFlight, maxInFlight: routes.maxInFlight },
        segment: { inFlight: segments.inFlight, maxInFlight: segments.maxInFlight },
      },
    }),
  };
}
