import { createDeferred, type Deferred } from '../deferred.ts';
import type { TimerHandle } from '../platform.ts';
import type { PrefetchHandle } from '../prefetch/job.ts';
import { mayBringLayouts } from './governed-layouts.ts';
import { refusal } from './refusal.ts';
import type { PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';
import type {
  GovernedRequest,
  GovernedRequests,
  GovernedRequestsOptions,
} from './governed-requests-types.ts';

export type * from './governed-requests-types.ts';

/**
 * Reasons that pass by themselves: the request is held. Next blocks a refused page for 10 seconds, also for a hover over its
 * link. A held request has no such effect; Next has no more than 4 guesses under way.
 */
const PASSING: ReadonlySet<PrefetchRefusal> = new Set(['rate', 'slow-network', 'hidden', 'offline']);

/**
 * Requests held at once; the oldest is refused for the newest. Next allows 12 for the link under the pointer
 * (`hasNetworkBandwidth` of client/components/segment-cache/scheduler.js), and the visitor may point at another one. No
 * option: with more, a link that is pointed at may find no place in Next, and with fewer, guesses fail that only had to wait.
 */
const MAX_HELD = 8;

/**
 * How soon a guess that came too fast is checked again. No option: `guessesPerSecond` limits the guesses, and a shorter
 * interval sends none sooner.
 */
const RATE_CHECK_MS = 250;

interface PendingRequest extends GovernedRequest {
  readonly id: string;
  readonly answer: Deferred<Response>;
  priority: PrefetchPriority;
  /** What it waits for outside the queue. */
  held: PrefetchRefusal | undefined;
  /** Its refusal is on its way. */
  refusing: boolean;
  /** Its place in the queue. */
  handle: PrefetchHandle<unknown> | undefined;
  started: boolean;
  /** A navigation may be waiting for it. */
  awaited: boolean;
}

type Phase =
  | { readonly phase: 'queued' | 'started' | 'cancelled' }
  | { readonly phase: 'refused'; readonly reason: PrefetchRefusal }
  | { readonly phase: 'done'; readonly durationMs: number; readonly bytes: number | undefined }
  | { readonly phase: 'failed'; readonly durationMs: number };

/** Reads a body to its end, which is when the server is done with the request, and counts it. */
async function drain(response: Response): Promise<number> {
  const reader = response.body?.getReader();
  let bytes = 0;
  if (reader === undefined) return bytes;
  for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.byteLength;
  return bytes;
}

/** A body that is being read cannot be copied; the slot is then free once the headers are here. */
const canCopy = (response: Response): boolean => !response.bodyUsed && response.body?.locked !== true;

/** Holds, queues, sends and refuses the framework's prefetches. */
export function createGovernedRequests({
  scheduler,
  clock,
  isEnabled,
  isAimedAt,
  isDestination,
  judge,
  onAnswer,
  onEvent,
}: GovernedRequestsOptions): GovernedRequests {
  const open = new Set<PendingRequest>();
  /** Sections whose layouts have arrived. */
  const known = new Set<string>();
  const refused: Partial<Record<PrefetchRefusal, number>> = {};
  let lastId = 0;
  let rateTimer: TimerHandle;

  const heldRequests = (): readonly PendingRequest[] =>
    [...open].filter(({ held, refusing }) => held !== undefined && !refusing);

  function report({ id, url, kind, priority }: PendingRequest, phase: Phase): void {
    onEvent({ type: 'prefetch', id, url, kind, priority, ...phase });
  }

  function deny(pending: PendingRequest, reason: PrefetchRefusal): void {
    open.delete(pending);
    refused[reason] = (refused[reason] ?? 0) + 1;
    report(pending, { phase: 'refused', reason });
    pending.answer.resolve(refusal(reason));
  }

  /**
   * Denies in a task of its own: Next goes through a page of 500 links in microtasks, and nothing is painted between two.
   * Until then a navigation may still claim the request.
   */
  function refuse(pending: PendingRequest, reason: PrefetchRefusal): void {
    pending.held = reason;
    if (pending.refusing) return;
    pending.refusing = true;
    clock.setTimeout(() => {
      pending.refusing = false;
      if (open.has(pending) && pending.held !== undefined) deny(pending, pending.held);
    }, 0);
  }

  async function send(pending: PendingRequest): Promise<void> {
    if (!isEnabled() && !pending.awaited) {
      deny(pending, 'kill-switch');
      return;
    }
    const startedAt = clock.now();
    pending.started = true;
    report(pending, { phase: 'started' });
    try {
      const response = await pending.proceed();
      const copy = canCopy(response) ? response.clone() : undefined;
      pending.answer.resolve(response);
      const bytes = copy === undefined ? undefined : await drain(copy);
      onAnswer(pending, bytes ?? 0, response.ok);
      if (response.ok && pending.section !== undefined) known.add(pending.section);
      const durationMs = clock.now() - startedAt;
      report(pending, response.ok ? { phase: 'done', durationMs, bytes } : { phase: 'failed', durationMs });
    } catch (reason) {
      // If the body breaks off, the caller has its response already, and its own copy fails as well.
      pending.answer.reject(reason);
      report(pending, { phase: 'failed', durationMs: clock.now() - startedAt });
    } finally {
      open.delete(pending);
    }
  }

  function queue(pending: PendingRequest, priority: PrefetchPriority): void {
    pending.priority = priority;
    pending.held = undefined;
    // Each request gets a response of its own, so no two share a run.
    const { id, kind } = pending;
    if (pending.handle !== undefined) pending.handle.bump(priority);
    else
      pending.handle = scheduler.schedule({
        key: id,
        kind,
        priority,
        abortable: false,
        run: () => send(pending),
      });
  }

  function claim(pending: PendingRequest, priority: 'navigation' | 'intent'): void {
    pending.awaited = true;
    queue(pending, priority);
  }

  function hold(pending: PendingRequest, reason: PrefetchRefusal): void {
    pending.held = reason;
    const held = heldRequests();
    const [oldest] = held;
    if (held.length > MAX_HELD && oldest?.held !== undefined) refuse(oldest, oldest.held);
    if (reason === 'rate') rateTimer ??= clock.setTimeout(checkRate, RATE_CHECK_MS);
  }

  function consider(pending: PendingRequest): void {
    // The navigation is under way, and asks for nothing of this itself.
    if (pending.full && isDestination(pending.url)) {
      claim(pending, 'navigation');
      return;
    }
    if (isAimedAt(pending.url)) {
      pending.priority = 'intent';
      bringLayouts(pending);
    }
    const reason = judge(pending, pending.priority, firstOf(pending.section) === pending);
    if (reason === undefined) queue(pending, pending.priority);
    else if (PASSING.has(reason)) hold(pending, reason);
    else refuse(pending, reason);
  }

  /**
   * The request that brings a section's layouts, until they are here. Next asks for them together with the first page of the
   * section, and for the other pages without (`prefetchInlining`).
   */
  function firstOf(section: string | undefined): PendingRequest | undefined {
    if (section === undefined || known.has(section)) return undefined;
    return [...open].find((pending) => pending.section === section);
  }

  /** Without them, a hover brings half of what its click needs. */
  function bringLayouts({ section, url }: PendingRequest): void {
    const first = firstOf(section);
    if (first === undefined || first.url === url || first.started) return;
    if (first.held === undefined || judge(first, 'intent', true) === undefined) queue(first, 'intent');
  }

  const reconsider = (): void => heldRequests().forEach(consider);

  function checkRate(): void {
    rateTimer = undefined;
    reconsider();
  }

  return {
    answer(request, signal) {
      lastId += 1;
      const pending: PendingRequest = {
        ...request,
        id: String(lastId),
        answer: createDeferred(),
        priority: isAimedAt(request.url) ? 'intent' : 'viewport',
        held: undefined,
        refusing: false,
        handle: undefined,
        started: false,
        awaited: false,
      };
      const giveUp = (): void => {
        // Once in flight, `fetch` itself obeys the signal.
        if (pending.started || !open.delete(pending)) return;
        pending.handle?.cancel();
        report(pending, { phase: 'cancelled' });
        pending.answer.reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      open.add(pending);
      report(pending, { phase: 'queued' });
      consider(pending);
      return pending.answer.promise;
    },
    reconsider,
    prefer(url) {
      for (const pending of open) {
        if (pending.url !== url || pending.started) continue;
        if (pending.held === undefined) queue(pending, 'intent');
        else consider(pending);
      }
    },
    release(url) {
      for (const pending of open) {
        if (pending.url === url) claim(pending, 'navigation');
        else if (pending.full && !pending.started && mayBringLayouts(pending.tree, pending.url, url))
          claim(pending, 'intent');
      }
    },
    isPending: (url) => [...open].some((pending) => pending.url === url && pending.held === undefined),
    letGo() {
      for (const pending of heldRequests()) queue(pending, pending.priority);
    },
    stats() {
      const held: Partial<Record<PrefetchRefusal, number>> = {};
      for (const { held: reason } of heldRequests())
        if (reason !== undefined) held[reason] = (held[reason] ?? 0) + 1;
      return { held, refused: { ...refused } };
    },
  };
}
