import { runsBefore } from './job-queue.ts';
import {
  JobRun,
  PAST_INTENT,
  promiseOf,
  RANKS,
  requireKind,
  requirePriority,
  type Count,
  type Entry,
  type Lane,
  type PrefetchJob,
} from './job.ts';
import type { PrefetchOrder } from './scheduler-types.ts';

/** The limits, the queues and the runs of one scheduler. Every step takes it. */
export interface SchedulerContext<Value> {
  readonly concurrency: number;
  readonly segmentConcurrency: number;
  /** The same limits for every job but the newest intent. */
  readonly guessConcurrency: number;
  readonly guessSegmentConcurrency: number;
  readonly order: PrefetchOrder;
  readonly routes: Lane<Value>;
  readonly segments: Lane<Value>;
  readonly navigations: Count;
  readonly runs: JobRun<Value>[];
  /** The jobs that are not over, by key. */
  readonly entries: Map<string, Entry<Value>>;
  maxInFlight: number;
  /** Of the job that was scheduled or raised last. */
  sequence: number;
  newestIntent: Entry<Value> | undefined;
  paused: boolean;
  pumpPending: boolean;
}

const NO_RANK = -1;

/** Prefetches of both kinds in flight. */
export const totalInFlight = <Value>({ routes, segments }: SchedulerContext<Value>): number =>
  routes.inFlight + segments.inFlight;

/** A settled run is not counted, and neither is a navigation that was given up. */
function count<Value>(run: JobRun<Value>, as: Count | undefined): void {
  if (run.countedAs !== undefined) run.countedAs.inFlight -= 1;
  if (as !== undefined) as.inFlight += 1;
  run.countedAs = as;
}

function hasRoom<Value>(context: SchedulerContext<Value>, { lane, rank }: Entry<Value>): boolean {
  const isGuess = rank < RANKS.intent;
  if (totalInFlight(context) >= (isGuess ? context.guessConcurrency : context.concurrency)) return false;
  if (lane === context.routes) return true;
  return lane.inFlight < (isGuess ? context.guessSegmentConcurrency : context.segmentConcurrency);
}

/** The first of a kind, if there is a slot for it. If not, there is none for those behind it. */
function startable<Value>(
  context: SchedulerContext<Value>,
  { queue }: Lane<Value>,
): Entry<Value> | undefined {
  const first = queue.peek();
  return first !== undefined && hasRoom(context, first) ? first : undefined;
}

function nextEntry<Value>(context: SchedulerContext<Value>): Entry<Value> | undefined {
  if (context.paused || context.navigations.inFlight > 0) return undefined;
  const route = startable(context, context.routes);
  const segment = startable(context, context.segments);
  if (route === undefined || segment === undefined) return route ?? segment;
  return runsBefore(route, segment) ? route : segment;
}

/** Once for each entry, because a successor may take its key while a cancelled run continues. */
function forget<Value>(context: SchedulerContext<Value>, entry: Entry<Value>): void {
  context.entries.delete(entry.job.key);
  entry.over = true;
  entry.lane.queue.remove(entry);
  if (context.newestIntent === entry) context.newestIntent = undefined;
}

function settle<Value>(
  context: SchedulerContext<Value>,
  run: JobRun<Value>,
  outcome: Promise<Value>,
  fulfilled: boolean,
): void {
  const { runs } = context;
  const { entry } = run;
  count(run, undefined);
  const last = runs.pop();
  if (last !== undefined && last !== run) runs[runs.indexOf(run)] = last;
  // If an interrupted run still succeeds, it is not repeated.
  if (!entry.over && (entry.run === run || (fulfilled && entry.run === undefined))) {
    forget(context, entry);
    entry.run = undefined;
    entry.outcome = outcome;
    entry.waiters?.forEach((waiter) => waiter.resolve(outcome));
  }
  pump(context);
}

function launch<Value>(context: SchedulerContext<Value>, run: JobRun<Value>): void {
  context.runs.push(run);
  const outcome = promiseOf(run);
  outcome.then(
    () => settle(context, run, outcome, true),
    () => settle(context, run, outcome, false),
  );
}

function start<Value>(context: SchedulerContext<Value>, entry: Entry<Value>): void {
  const { lane } = entry;
  lane.queue.remove(entry);
  entry.run = new JobRun(entry);
  count(entry.run, lane);
  context.maxInFlight = Math.max(context.maxInFlight, totalInFlight(context));
  lane.maxInFlight = Math.max(lane.maxInFlight, lane.inFlight);
  launch(context, entry.run);
}

function pump<Value>(context: SchedulerContext<Value>): void {
  for (let entry = nextEntry(context); entry !== undefined; entry = nextEntry(context)) start(context, entry);
}

/** One pass for everything scheduled in the same task, in order of priority instead of arrival. */
export function pumpSoon<Value>(context: SchedulerContext<Value>): void {
  if (context.pumpPending) return;
  context.pumpPending = true;
  void Promise.resolve().then(() => {
    context.pumpPending = false;
    pump(context);
  });
}

/** Returns a running job to its place. The slot stays taken until the run ends. */
function interrupt<Value>({ navigations }: SchedulerContext<Value>, run: JobRun<Value>): void {
  const { entry } = run;
  if (entry.over || entry.run !== run || entry.job.abortable === false) return;
  if (run.countedAs === navigations) count(run, undefined);
  entry.run = undefined;
  entry.lane.queue.add(entry);
  run.abort('A navigation goes first');
}

/** Makes a job the navigation. */
export function navigate<Value>(context: SchedulerContext<Value>, entry: Entry<Value>): void {
  const { navigations, runs } = context;
  const { run: joined, lane } = entry;
  const run = joined ?? new JobRun(entry);
  entry.run = run;
  lane.queue.remove(entry);
  count(run, navigations);
  for (const each of [...runs]) if (each.countedAs !== navigations) interrupt(context, each);
  if (joined === undefined) launch(context, run);
}

function changeRank<Value>(entry: Entry<Value>, rank: number): void {
  const { queue } = entry.lane;
  const waited = queue.remove(entry);
  entry.rank = rank;
  if (waited) queue.add(entry);
}

/** Gives a job its rank, and the place of a newly scheduled one. */
export function raise<Value>(
  context: SchedulerContext<Value>,
  entry: Entry<Value>,
  priority: keyof typeof RANKS,
): void {
  const { newestIntent, order } = context;
  const rank = RANKS[priority];
  // Not earlier: searching a list for each of ten thousand links is noticeable in a cold browser.
  if (typeof rank !== 'number') requirePriority(priority);
  // A caller that has ordered its jobs does not want one to lose its place by a repeated request.
  if (rank < entry.rank || (rank === entry.rank && order === 'oldest-first')) return;
  if (rank === RANKS.intent && newestIntent !== entry) {
    if (newestIntent !== undefined) changeRank(newestIntent, PAST_INTENT);
    context.newestIntent = entry;
  }
  const { queue } = entry.lane;
  queue.remove(entry);
  context.sequence += order === 'newest-first' ? 1 : -1;
  entry.sequence = context.sequence;
  entry.rank = rank;
  if (entry.run === undefined) queue.add(entry);
  pumpSoon(context);
}

/** Registers a job without a rank and without callers. Throws a RangeError if its kind is unknown. */
export function createEntry<Value>(
  { routes, segments, entries }: SchedulerContext<Value>,
  job: PrefetchJob<Value>,
): Entry<Value> {
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

/** Called after a share is given up. */
export function release<Value>(context: SchedulerContext<Value>, entry: Entry<Value>): void {
  const { navigations } = context;
  const { run } = entry;
  if (entry.shares === 0) {
    forget(context, entry);
    if (run === undefined) return;
    if (run.countedAs === navigations) count(run, undefined);
    run.abort('Everyone who asked has cancelled');
  } else if (run !== undefined && entry.navigators === 0 && run.countedAs === navigations) {
    // The remaining callers only guess, and wait for their turn.
    interrupt(context, run);
  }
  pumpSoon(context);
}
