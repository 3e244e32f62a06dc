import { callSafely } from '../call-safely.ts';
import type { PrefetchEvent } from '../events.ts';
import { requireOneOf } from '../options.ts';
import { withoutFragment } from '../url/address.ts';
import type { CacheFacts, CacheFill } from './cache.ts';
import { PRIORITIES, requireKind, type PrefetchHandle, type PrefetchRun } from './job.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';
import type {
  Prefetcher,
  PrefetcherOptions,
  RouteRequest,
  Job,
  Unused,
  PhaseOf,
  Named,
} from './prefetcher-types.ts';

export type * from './prefetcher-types.ts';

/** Counts the jobs of all prefetchers, because several may share a scheduler. */
let jobCount = 0;

/** All that a prefetch may have. */
const PREFETCH_PRIORITIES = PRIORITIES.filter((priority) => priority !== 'navigation');

const higher = (one: PrefetchPriority, other: PrefetchPriority): PrefetchPriority =>
  PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other) ? one : other;

/** Ties scheduler and cache together: one request for each route and kind, its answer kept or its failure remembered. */
export function createPrefetcher<Value>({
  scheduler,
  cache,
  fetchRoute,
  describe,
  admission,
  base,
  onEvent,
}: PrefetcherOptions<Value>): Prefetcher<Value> {
  const jobs = new Map<string, Job<Value>>();
  const unused = new Map<string, Unused>();
  let lastId = 0;

  const nextId = (): string => String((lastId += 1));

  function addressOf(href: string): string {
    try {
      return withoutFragment(new URL(href, callSafely(base)).href);
    } catch {
      return href;
    }
  }

  function requestFor(href: string, kind: PrefetchKind): RouteRequest {
    requireKind(kind);
    const url = addressOf(href);
    const key = `${kind} ${url}`;
    return { url, kind, key, joinKey: `${key}\n${cache.vary()}` };
  }

  const report = ({ id, url, kind, priority }: Named, phase: PhaseOf<PrefetchEvent>): void =>
    callSafely(onEvent, { type: 'prefetch', id, url, kind, priority, ...phase });

  function reportWasted(answer: Unused): void {
    if (answer.told) return;
    answer.told = true;
    callSafely(onEvent, { type: 'prefetch-wasted', url: answer.url, bytes: answer.bytes });
  }

  function raise(job: Job<Value>, priority: PrefetchPriority): void {
    if (priority !== 'navigation') job.priority = higher(job.priority, priority);
    else if (!job.joined) {
      job.joined = true;
      callSafely(onEvent, { type: 'prefetch-late', url: job.url });
    }
  }

  function end(job: Job<Value>): void {
    job.ended = true;
    if (jobs.get(job.joinKey) === job) jobs.delete(job.joinKey);
  }

  function keep(
    { key, url, joined }: Job<Value>,
    fill: CacheFill<Value>,
    value: Value,
    facts: CacheFacts,
  ): void {
    // A navigation that waited for this answer has reported it already.
    const answer: Unused = { url, bytes: facts.bytes, told: joined };
    fill.fulfil(value, facts, () => {
      if (unused.get(key) === answer) unused.delete(key);
      reportWasted(answer);
    });
    if (!answer.told) unused.set(key, answer);
  }

  async function run(job: Job<Value>, attempt: PrefetchRun): Promise<Value> {
    const { key, url, kind } = job;
    const known = cache.read(key);
    // The job was disowned and interrupted, and a later caller has fetched the answer.
    if (known.state === 'valid') {
      end(job);
      report(job, { phase: 'cancelled' });
      return known.value;
    }
    const fill = cache.begin(key);
    const startedAt = cache.now();
    // An interrupted run may outlive its job, and settle after its own repetition has begun.
    const isCurrent = (): boolean => !job.ended && job.fill === fill;
    job.fill = fill;
    report(job, { phase: 'started' });
    try {
      const value = await fetchRoute({
        href: url,
        kind,
        priority: job.joined ? 'navigation' : job.priority,
        get signal() {
          return attempt.signal;
        },
      });
      const facts = describe === undefined ? {} : callSafely(describe, value);
      if (isCurrent()) {
        end(job);
        report(job, { phase: 'done', durationMs: cache.now() - startedAt, bytes: facts?.bytes });
        if (facts?.bytes !== undefined) callSafely(admission?.spent, facts.bytes);
        if (facts === undefined) fill.abandon();
        else keep(job, fill, value, facts);
      }
      return value;
    } catch (reason) {
      if (isCurrent()) {
        if (attempt.signal.aborted) {
          job.fill = undefined;
          fill.abandon();
          report(job, { phase: 'queued' });
        } else {
          end(job);
          fill.reject();
          report(job, { phase: 'failed', durationMs: cache.now() - startedAt });
        }
      }
      throw reason;
    }
  }

  /** A class, so that thousands of handles share their methods. */
  class SharedHandle implements PrefetchHandle<Value> {
    private readonly job: Job<Value>;
    private readonly handle: PrefetchHandle<Value>;
    private cancelled = false;

    constructor(job: Job<Value>, priority: PrefetchPriority) {
      this.job = job;
      job.shares += 1;
      this.handle = scheduler.schedule({
        key: job.schedulerKey,
        kind: job.kind,
        priority,
        run: (attempt) => run(job, attempt),
      });
    }

    get promise(): Promise<Value> {
      return this.handle.promise;
    }

    cancel(): void {
      const { job } = this;
      if (this.cancelled || job.ended) return;
      this.cancelled = true;
      job.shares -= 1;
      if (job.shares === 0) {
        end(job);
        job.fill?.abandon();
        report(job, { phase: 'cancelled' });
      }
      this.handle.cancel();
    }

    bump(priority: PrefetchPriority): void {
      if (this.cancelled || this.job.ended) return;
      raise(this.job, priority);
      this.handle.bump(priority);
    }
  }

  function join(
    { url, kind, key, joinKey }: RouteRequest,
    priority: PrefetchPriority,
  ): PrefetchHandle<Value> {
    const known = jobs.get(joinKey);
    if (known !== undefined) {
      raise(known, priority);
      return new SharedHandle(known, priority);
    }
    const job: Job<Value> = {
      url,
      kind,
      key,
      joinKey,
      id: nextId(),
      schedulerKey: `adit-prefetch ${(jobCount += 1)}`,
      priority,
      joined: priority === 'navigation',
      shares: 0,
      fill: undefined,
      ended: false,
    };
    jobs.set(joinKey, job);
    report(job, { phase: 'queued' });
    return new SharedHandle(job, priority);
  }

  /** Separates jobs in flight from later callers: a later call starts a job of its own. */
  function disown(key?: string): void {
    for (const job of jobs.values()) {
      if (job.fill !== undefined && (key === undefined || key === job.key)) jobs.delete(job.joinKey);
    }
  }

  return {
    prefetch(href, { priority = 'viewport', kind = 'route', tapped, optOut } = {}) {
      requireOneOf('priority', priority, PREFETCH_PRIORITIES);
      const request = requestFor(href, kind);
      const { url, key, joinKey } = request;
      const known = cache.read(key);
      if (known.state === 'valid') return { outcome: 'cached', value: known.value };
      if (!jobs.has(joinKey)) {
        const retryAt = known.state === 'rejected' ? known.retryAt : undefined;
        const reason =
          retryAt === undefined
            ? callSafely(admission?.decide, { url, priority, tapped, optOut })
            : 'backing-off';
        if (reason !== undefined) {
          report({ id: nextId(), url, kind, priority }, { phase: 'refused', reason });
          return { outcome: 'refused', reason, retryAt };
        }
      }
      return { outcome: 'scheduled', handle: join(request, priority) };
    },
    navigate(href, { kind = 'route', allowStale } = {}) {
      const request = requestFor(href, kind);
      const { url, key, joinKey } = request;
      const known = cache.read(key, { allowStale });
      if (known.state === 'valid' || known.state === 'stale') {
        const answer = unused.get(key);
        if (answer !== undefined) {
          unused.delete(key);
          answer.told = true;
          callSafely(onEvent, { type: 'prefetch-used', url, ageMs: known.ageMs, bytes: answer.bytes });
        }
        return { outcome: 'cached', value: known.value, stale: known.state === 'stale' };
      }
      const guess = jobs.get(joinKey)?.joined === false;
      let handle = join(request, 'navigation');
      let cancelled = false;
      // A server may shed guesses and still answer visitors.
      const promise = guess
        ? handle.promise.catch((reason: unknown) => {
            if (cancelled) throw reason;
            handle = join(request, 'navigation');
            return handle.promise;
          })
        : handle.promise;
      promise.catch(() => undefined);
      return {
        outcome: 'scheduled',
        handle: {
          promise,
          cancel() {
            cancelled = true;
            handle.cancel();
          },
        },
      };
    },
    read: (href, kind = 'route', options) => cache.read(requestFor(href, kind).key, options),
    invalidate(href) {
      for (const kind of ['route', 'segment'] as const) {
        const { key } = requestFor(href, kind);
        disown(key);
        cache.invalidate(key);
      }
    },
    invalidateTag(tag) {
      disown();
      cache.invalidateTag(tag);
    },
    clear() {
      disown();
      cache.clear();
    },
    leave() {
      unused.forEach(reportWasted);
      unused.clear();
    },
  };
}
