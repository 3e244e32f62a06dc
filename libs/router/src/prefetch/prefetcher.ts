import { callSafely } from '../call-safely.ts';
import { requireOneOf } from '../options.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';
import { withoutFragment } from '../url/address.ts';
import { PRIORITIES, requireKind, type PrefetchHandle } from './job.ts';
import type {
  NavigationAnswer,
  Prefetcher,
  PrefetcherOptions,
  PrefetchNavigationOptions,
  PrefetchOptions,
  PrefetchOutcome,
} from './prefetcher-types.ts';
import {
  raiseJob,
  reportPhase,
  reportWasted,
  type Job,
  type PrefetcherContext,
  type RouteRequest,
} from './run-job.ts';
import { SharedHandle } from './shared-handle.ts';

export type * from './prefetcher-types.ts';

/** Counts the jobs of all prefetchers, because several may share a scheduler. */
let jobCount = 0;

const PREFETCH_PRIORITIES = PRIORITIES.filter((priority) => priority !== 'navigation');

/** Names a job, or a refusal, in the events of this prefetcher. */
function nextId<Value>(context: PrefetcherContext<Value>): string {
  context.lastId += 1;
  return String(context.lastId);
}

function absoluteUrl<Value>({ base }: PrefetcherContext<Value>, href: string): string {
  try {
    return withoutFragment(new URL(href, callSafely(base)).href);
  } catch {
    return href;
  }
}

function requestFor<Value>(
  context: PrefetcherContext<Value>,
  href: string,
  kind: PrefetchKind,
): RouteRequest {
  requireKind(kind);
  const url = absoluteUrl(context, href);
  const key = `${kind} ${url}`;
  return { url, kind, key, joinKey: `${key}\n${context.cache.vary()}` };
}

/** A share in the job for a request; starts the job if there is none. */
function join<Value>(
  context: PrefetcherContext<Value>,
  { url, kind, key, joinKey }: RouteRequest,
  priority: PrefetchPriority,
): PrefetchHandle<Value> {
  const { jobs } = context;
  const known = jobs.get(joinKey);
  if (known !== undefined) {
    raiseJob(context, known, priority);
    return new SharedHandle(context, known, priority);
  }
  const job: Job<Value> = {
    url,
    kind,
    key,
    joinKey,
    id: nextId(context),
    schedulerKey: `adit-prefetch ${(jobCount += 1)}`,
    priority,
    joined: priority === 'navigation',
    shares: 0,
    fill: undefined,
    ended: false,
  };
  jobs.set(joinKey, job);
  reportPhase(context, job, { phase: 'queued' });
  return new SharedHandle(context, job, priority);
}

function prefetch<Value>(
  context: PrefetcherContext<Value>,
  href: string,
  { priority = 'viewport', kind = 'route', tapped, optOut }: PrefetchOptions = {},
): PrefetchOutcome<Value> {
  requireOneOf('priority', priority, PREFETCH_PRIORITIES);
  const request = requestFor(context, href, kind);
  const { url, key, joinKey } = request;
  const known = context.cache.read(key);
  if (known.state === 'valid') return { outcome: 'cached', value: known.value };
  if (!context.jobs.has(joinKey)) {
    const retryAt = known.state === 'rejected' ? known.retryAt : undefined;
    const reason =
      retryAt === undefined
        ? callSafely(context.admission?.decide, { url, priority, tapped, optOut })
        : 'backing-off';
    if (reason !== undefined) {
      reportPhase(context, { id: nextId(context), url, kind, priority }, { phase: 'refused', reason });
      return { outcome: 'refused', reason, retryAt };
    }
  }
  return { outcome: 'scheduled', handle: join(context, request, priority) };
}

/** A navigation's share. If a prefetch that it joined fails, it fetches once more: a server may shed guesses only. */
function joinAsNavigation<Value>(
  context: PrefetcherContext<Value>,
  request: RouteRequest,
): Pick<PrefetchHandle<Value>, 'promise' | 'cancel'> {
  const isGuess = context.jobs.get(request.joinKey)?.joined === false;
  let handle = join(context, request, 'navigation');
  let cancelled = false;
  const promise = isGuess
    ? handle.promise.catch((reason: unknown) => {
        if (cancelled) throw reason;
        handle = join(context, request, 'navigation');
        return handle.promise;
      })
    : handle.promise;
  promise.catch(() => undefined);
  return {
    promise,
    cancel() {
      cancelled = true;
      handle.cancel();
    },
  };
}

function navigate<Value>(
  context: PrefetcherContext<Value>,
  href: string,
  { kind = 'route', allowStale }: PrefetchNavigationOptions = {},
): NavigationAnswer<Value> {
  const { cache, onEvent, unused } = context;
  const request = requestFor(context, href, kind);
  const { url, key } = request;
  const known = cache.read(key, { allowStale });
  if (known.state === 'valid' || known.state === 'stale') {
    const answer = unused.get(key);
    if (answer !== undefined) {
      unused.delete(key);
      answer.reported = true;
      callSafely(onEvent, { type: 'prefetch-used', url, ageMs: known.ageMs, bytes: answer.bytes });
    }
    return { outcome: 'cached', value: known.value, stale: known.state === 'stale' };
  }
  return { outcome: 'scheduled', handle: joinAsNavigation(context, request) };
}

/** Separates jobs in flight from later callers: a later call starts a job of its own. */
function disown<Value>({ jobs }: PrefetcherContext<Value>, key?: string): void {
  for (const job of jobs.values()) {
    if (job.fill !== undefined && (key === undefined || key === job.key)) jobs.delete(job.joinKey);
  }
}

/** Ties scheduler and cache together: one request for each route and kind, its answer kept or its failure remembered. */
export function createPrefetcher<Value>(options: PrefetcherOptions<Value>): Prefetcher<Value> {
  const { cache } = options;
  const context: PrefetcherContext<Value> = {
    ...options,
    jobs: new Map(),
    unused: new Map(),
    lastId: 0,
  };
  return {
    prefetch: (href, options) => prefetch(context, href, options),
    navigate: (href, options) => navigate(context, href, options),
    read: (href, kind = 'route', options) => cache.read(requestFor(context, href, kind).key, options),
    invalidate(href) {
      for (const kind of ['route', 'segment'] as const) {
        const { key } = requestFor(context, href, kind);
        disown(context, key);
        cache.invalidate(key);
      }
    },
    invalidateTag(tag) {
      disown(context);
      cache.invalidateTag(tag);
    },
    clear() {
      disown(context);
      cache.clear();
    },
    leave() {
      for (const answer of context.unused.values()) reportWasted(context, answer);
      context.unused.clear();
    },
  };
}
