import { callSafely } from '../call-safely.ts';
import type { PrefetchEvent, RouterEventSink } from '../events.ts';
import { requireOneOf } from '../options.ts';
import { withoutFragment } from '../url/address.ts';
import type { Admission } from './admission.ts';
import type { CacheFacts, CacheFill, CacheRead, CacheReadOptions, PrefetchCache } from './cache.ts';
import { PRIORITIES, requireKind, type PrefetchHandle, type PrefetchRun } from './job.ts';
import type { PrefetchScheduler } from './scheduler.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';

/** What one fetch asks for. */
export interface PrefetchRequest {
  /** The route: absolute where `base` is given, without a fragment. */
  readonly href: string;
  /** Whole route or segment. */
  readonly kind: PrefetchKind;
  /** `navigation` when a visitor waits for it already; anything else is a guess, and may be sent as one (`Sec-Purpose`). */
  readonly priority: PrefetchPriority;
  /** Aborts when nobody waits for the result any more, and when a navigation interrupts a guess. */
  readonly signal: AbortSignal;
}

/** Options of one prefetch. */
export interface PrefetchOptions {
  /** Default `viewport`. */
  readonly priority?: Exclude<PrefetchPriority, 'navigation'> | undefined;
  /** Default `route`. */
  readonly kind?: PrefetchKind | undefined;
  /** For the admission: the visitor touched or pressed the link. */
  readonly tapped?: boolean | undefined;
  /** For the admission: the link asks not to be prefetched. */
  readonly optOut?: boolean | undefined;
}

/** What became of a prefetch. */
export type PrefetchOutcome<Value> =
  /** Waiting or in flight, alone or shared. */
  | { readonly outcome: 'scheduled'; readonly handle: PrefetchHandle<Value> }
  /** Valid in the cache; nothing is sent. */
  | { readonly outcome: 'cached'; readonly value: Value }
  /** Nothing is sent; in case of `backing-off` not before `retryAt` (on the scale of the cache). */
  | { readonly outcome: 'refused'; readonly reason: PrefetchRefusal; readonly retryAt?: number | undefined };

/** Options of one navigation. */
export interface PrefetchNavigationOptions extends CacheReadOptions {
  /** Default `route`. */
  readonly kind?: PrefetchKind | undefined;
}

/** Where a navigation finds its answer. */
export type NavigationAnswer<Value> =
  /** At hand. `stale` only where `allowStale` asked for it. */
  | { readonly outcome: 'cached'; readonly value: Value; readonly stale: boolean }
  /** On its way; `cancel` when a newer navigation supersedes this one. */
  | { readonly outcome: 'scheduled'; readonly handle: Pick<PrefetchHandle<Value>, 'promise' | 'cancel'> };

/** Scheduler, cache and fetch in one. Its methods throw a RangeError if `kind` or `priority` is unknown. */
export interface Prefetcher<Value> {
  /** Prefetches unless the cache holds an answer or the admission refuses. */
  prefetch(href: string, options?: PrefetchOptions): PrefetchOutcome<Value>;
  /**
   * Answers a navigation: from the cache, from the prefetch that is under way (which goes first from now on), or by a fetch
   * of its own. No admission is asked and no back-off kept; a prefetch that fails under it is repeated as a navigation, once.
   */
  navigate(href: string, options?: PrefetchNavigationOptions): NavigationAnswer<Value>;
  /** What the cache holds, without counting it as used. */
  read(href: string, kind?: PrefetchKind, options?: CacheReadOptions): CacheRead<Value>;
  /** Forgets a route and its segments, and disowns what is in flight for them. */
  invalidate(href: string): void;
  /** Forgets what has the tag. What is in flight might have it, so nobody new joins that. */
  invalidateTag(tag: string): void;
  /** Forgets everything, and disowns what is in flight: its answers fill nothing and nobody new joins them. */
  clear(): void;
  /** Tells which answers nobody used. Call it when the page is left for good (`pagehide` that is not `persisted`). */
  leave(): void;
}

/** Options of {@link createPrefetcher}. */
export interface PrefetcherOptions<Value> {
  /** When to run. */
  readonly scheduler: PrefetchScheduler<Value>;
  /** What is known. Its clock times the events. */
  readonly cache: PrefetchCache<Value>;
  /** How to get one; rejects when the answer is of no use (a status that is not ok, say). A redirected answer is kept under the address that was asked for. */
  readonly fetchRoute: (request: PrefetchRequest) => Promise<Value>;
  /** Size, stale time and tags of an answer. If it throws, the answer is given but not kept. Default none. */
  readonly describe?: ((value: Value) => CacheFacts) | undefined;
  /** Who may refuse a prefetch. Default nobody. */
  readonly admission?: Pick<Admission, 'decide' | 'spent'> | undefined;
  /** The address that relative ones are resolved against. Default none: they stay as they are. */
  readonly base?: (() => string) | undefined;
  /** Told of prefetches and what they were worth. What it throws is reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}

/** What is asked for. */
interface RouteRequest {
  readonly url: string;
  readonly kind: PrefetchKind;
  /** In the cache. */
  readonly key: string;
  /** Who asks for the same under the same vary joins; a run for another vary answers another question. */
  readonly joinKey: string;
}

/** One request, from the request to its end. */
interface Job<Value> extends RouteRequest {
  readonly id: string;
  /** In the scheduler, which others may share. */
  readonly schedulerKey: string;
  /** The highest at which it was asked for as a prefetch; `navigation` if it never was one. */
  priority: PrefetchPriority;
  /** A navigation waits for it. */
  joined: boolean;
  shares: number;
  /** The attempt in flight, if one is. */
  fill: CacheFill<Value> | undefined;
  ended: boolean;
}

/** A prefetched answer. */
interface Unused {
  readonly url: string;
  readonly bytes: number | undefined;
  /** It was used, or is known to be wasted. */
  told: boolean;
}

/** Counts the jobs of all prefetchers, because several may share a scheduler. */
let jobCount = 0;

/** All that a prefetch may have. */
const PREFETCH_PRIORITIES = PRIORITIES.filter((priority) => priority !== 'navigation');

const higher = (one: PrefetchPriority, other: PrefetchPriority): PrefetchPriority =>
  PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other) ? one : other;

type Named = Pick<PrefetchEvent, 'id' | 'url' | 'kind' | 'priority'>;
type PhaseOf<Event> = Event extends unknown ? Omit<Event, keyof Named | 'type'> : never;

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
