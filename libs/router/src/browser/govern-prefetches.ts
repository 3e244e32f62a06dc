import { createDeferred } from '../deferred.ts';
import { createPrefetchScheduler, type PrefetchKind, type PrefetchStats } from '../prefetch/scheduler.ts';
import { SPEC, type Preset } from '../presets.ts';
import { classifyRequest, signalOf, type RequestKind } from './classify-request.ts';
import { wrapFetch, type FetchTarget } from './wrap-fetch.ts';

/** Keeps the framework's prefetches within the preset's limits. */
export interface PrefetchGovernor {
  /** What is in flight and waiting. */
  stats(): PrefetchStats;
  /** Restores `fetch`. What waits is still sent, within the limits; what comes after passes unseen. */
  stop(): void;
}

/** Options of {@link governPrefetches}. */
export interface GovernPrefetchesOptions {
  /** Whose `fetch` to wrap. Default `globalThis`. */
  readonly target?: FetchTarget | undefined;
  /** Whose limits to keep. Default `presets.spec`: 5 requests, 3 of them for segments (S28, S29). */
  readonly preset?: Pick<Preset, 'prefetchConcurrency' | 'segmentPrefetchConcurrency'> | undefined;
}

/** One governor for each target, or the limits of two would add up. */
const governors = new WeakMap<FetchTarget, PrefetchGovernor>();

const PREFETCH_KINDS: Readonly<Record<RequestKind, PrefetchKind | undefined>> = {
  navigation: undefined,
  other: undefined,
  'route-prefetch': 'route',
  'segment-prefetch': 'segment',
};

/** Reads a body to its end, which is when the server is done with the request. */
async function drain(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  for (let read = await reader.read(); !read.done; read = await reader.read());
}

/** A body somebody has begun to read cannot be copied; the slot is then free once the headers are here. */
const canCopy = (response: Response): boolean => !response.bodyUsed && response.body?.locked !== true;

/**
 * Wraps `fetch` once and sends the framework's own prefetches through a scheduler: at most 5 in flight, at most 3 of
 * them for segments. Navigations, server actions and every other request pass untouched and at once.
 *
 * The caller receives the very `Response` that `fetch` gave (its `url` and `redirected` would not survive a new one). A
 * clone is read to its end in the background, and only then is the slot free: the server works for as long, and the
 * framework neither reads nor cancels the bodies it has no use for (`fetchPrefetchResponse` returns `null` for them).
 *
 * Requests wait in the order they are made, because Next's segment scheduler has ranked them already and keeps at most
 * 12 outstanding. They are never dropped: a navigation may be waiting for one of them.
 *
 * A second call for the same target returns the same governor.
 */
export function governPrefetches({
  target = globalThis,
  preset = SPEC,
}: GovernPrefetchesOptions = {}): PrefetchGovernor {
  const existing = governors.get(target);
  if (existing !== undefined) return existing;

  const scheduler = createPrefetchScheduler({
    concurrency: preset.prefetchConcurrency,
    segmentConcurrency: preset.segmentPrefetchConcurrency,
    order: 'oldest-first',
  });
  let requests = 0;

  function admit(
    kind: PrefetchKind,
    signal: AbortSignal | undefined,
    proceed: () => Promise<Response>,
  ): Promise<Response> {
    const answer = createDeferred<Response>();

    async function run(): Promise<void> {
      signal?.removeEventListener('abort', giveUp);
      try {
        const response = await proceed();
        const copy = canCopy(response) ? response.clone() : undefined;
        answer.resolve(response);
        if (copy !== undefined) await drain(copy);
      } catch (reason) {
        // Where the body breaks off, the caller has its response already and meets the failure in its own copy.
        answer.reject(reason);
      }
    }

    // Each request gets a response of its own, so no two share a run.
    requests += 1;
    const handle = scheduler.schedule({ key: String(requests), kind, priority: 'viewport', run });

    // Once in flight, `fetch` itself obeys the signal.
    function giveUp(): void {
      handle.cancel();
      answer.reject(signal?.reason);
    }
    signal?.addEventListener('abort', giveUp, { once: true });
    return answer.promise;
  }

  const restore = wrapFetch(target, (input, init, proceed) => {
    const kind = PREFETCH_KINDS[classifyRequest(input, init)];
    const signal = signalOf(input, init);
    return kind === undefined || signal?.aborted === true ? proceed() : admit(kind, signal, proceed);
  });

  const governor: PrefetchGovernor = {
    stats: () => scheduler.stats(),
    stop() {
      governors.delete(target);
      restore();
    },
  };
  governors.set(target, governor);
  return governor;
}
