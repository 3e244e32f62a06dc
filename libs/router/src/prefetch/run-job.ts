import { callSafely } from '../call-safely.ts';
import type { PrefetchEvent } from '../events.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';
import type { CacheFacts, CacheFill } from './cache-types.ts';
import { PRIORITIES, type PrefetchRun } from './job.ts';
import type { PrefetcherOptions } from './prefetcher-types.ts';

/** The options of a prefetcher, its jobs, and the answers that no navigation has used. Every step takes it. */
export interface PrefetcherContext<Value> extends PrefetcherOptions<Value> {
  /** By `joinKey`; a job leaves when it ends, or when later callers must not join it. */
  readonly jobs: Map<string, Job<Value>>;
  /** By `key`. */
  readonly unused: Map<string, UnusedAnswer>;
  lastId: number;
}

/** A route and kind to fetch. */
export interface RouteRequest {
  readonly url: string;
  readonly kind: PrefetchKind;
  /** Names the answer in the cache. */
  readonly key: string;
  /** The key and the `vary` of the cache: callers with the same `joinKey` share a job. */
  readonly joinKey: string;
}

/** One request, from the first caller to its end. */
export interface Job<Value> extends RouteRequest {
  readonly id: string;
  /** In the scheduler, which other prefetchers may use as well. */
  readonly schedulerKey: string;
  /** The highest priority of a caller that prefetches; `navigation` if the first caller navigates. */
  priority: PrefetchPriority;
  /** Whether a navigation waits for it. */
  joined: boolean;
  /** Callers that have not cancelled. */
  shares: number;
  /** The cache entry of the run in flight, if any. */
  fill: CacheFill<Value> | undefined;
  ended: boolean;
}

/** A prefetched answer. */
export interface UnusedAnswer {
  readonly url: string;
  readonly bytes: number | undefined;
  /** Whether its use or its waste has been reported. */
  reported: boolean;
}

type Subject = Pick<PrefetchEvent, 'id' | 'url' | 'kind' | 'priority'>;
type PhaseOf<Event> = Event extends unknown ? Omit<Event, keyof Subject | 'type'> : never;

/** Reports one phase of a job. */
export function reportPhase<Value>(
  { onEvent }: PrefetcherContext<Value>,
  { id, url, kind, priority }: Subject,
  phase: PhaseOf<PrefetchEvent>,
): void {
  callSafely(onEvent, { type: 'prefetch', id, url, kind, priority, ...phase });
}

/** Reports an answer as wasted, unless its use or waste was reported before. */
export function reportWasted<Value>({ onEvent }: PrefetcherContext<Value>, answer: UnusedAnswer): void {
  if (answer.reported) return;
  answer.reported = true;
  callSafely(onEvent, { type: 'prefetch-wasted', url: answer.url, bytes: answer.bytes });
}

/** Raises the priority of a job; the first navigation to join it is reported. */
export function raiseJob<Value>(
  { onEvent }: PrefetcherContext<Value>,
  job: Job<Value>,
  priority: PrefetchPriority,
): void {
  if (priority !== 'navigation') {
    if (PRIORITIES.indexOf(priority) < PRIORITIES.indexOf(job.priority)) job.priority = priority;
  } else if (!job.joined) {
    job.joined = true;
    callSafely(onEvent, { type: 'prefetch-late', url: job.url });
  }
}

/** Ends a job: later callers start another one. */
export function endJob<Value>({ jobs }: PrefetcherContext<Value>, job: Job<Value>): void {
  job.ended = true;
  if (jobs.get(job.joinKey) === job) jobs.delete(job.joinKey);
}

/** Stores an answer, and reports it as wasted if it leaves the cache unused. */
function keepAnswer<Value>(
  context: PrefetcherContext<Value>,
  { key, url, joined }: Job<Value>,
  fill: CacheFill<Value>,
  value: Value,
  facts: CacheFacts,
): void {
  const { unused } = context;
  // A navigation that waited for this answer has been reported already.
  const answer: UnusedAnswer = { url, bytes: facts.bytes, reported: joined };
  fill.fulfil(value, facts, () => {
    if (unused.get(key) === answer) unused.delete(key);
    reportWasted(context, answer);
  });
  if (!answer.reported) unused.set(key, answer);
}

/** Fetches the route of a job and stores the answer. The scheduler calls it again after an interruption. */
export async function runJob<Value>(
  context: PrefetcherContext<Value>,
  job: Job<Value>,
  run: PrefetchRun,
): Promise<Value> {
  const { admission, cache, describe, fetchRoute } = context;
  const { key, url, kind } = job;
  const known = cache.read(key);
  // The job was disowned and interrupted, and a later caller has fetched the answer.
  if (known.state === 'valid') {
    endJob(context, job);
    reportPhase(context, job, { phase: 'cancelled' });
    return known.value;
  }
  const fill = cache.begin(key);
  const startedAt = cache.now();
  // An interrupted run may outlive its job, and settle after its own repetition has begun.
  const isCurrent = (): boolean => !job.ended && job.fill === fill;
  job.fill = fill;
  reportPhase(context, job, { phase: 'started' });
  try {
    const value = await fetchRoute({
      href: url,
      kind,
      priority: job.joined ? 'navigation' : job.priority,
      get signal() {
        return run.signal;
      },
    });
    const facts = describe === undefined ? {} : callSafely(describe, value);
    if (isCurrent()) {
      endJob(context, job);
      reportPhase(context, job, {
        phase: 'done',
        durationMs: cache.now() - startedAt,
        bytes: facts?.bytes,
      });
      if (facts?.bytes !== undefined) callSafely(admission?.spent, facts.bytes);
      if (facts === undefined) fill.abandon();
      else keepAnswer(context, job, fill, value, facts);
    }
    return value;
  } catch (reason) {
    if (isCurrent()) {
      if (run.signal.aborted) {
        job.fill = undefined;
        fill.abandon();
        reportPhase(context, job, { phase: 'queued' });
      } else {
        endJob(context, job);
        fill.reject();
        reportPhase(context, job, { phase: 'failed', durationMs: cache.now() - startedAt });
      }
    }
    throw reason;
  }
}
