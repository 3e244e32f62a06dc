import { createDeferred } from '../deferred.ts';
import type { PrefetchRefusal } from '../prefetch-types.ts';
import { mayBringLayouts } from './governed-layouts.ts';
import {
  claim,
  consider,
  heldRequests,
  queue,
  reconsider,
  report,
  type PendingRequest,
  type RequestsContext,
} from './governed-request-steps.ts';
import type {
  GovernedRequest,
  GovernedRequests,
  GovernedRequestsOptions,
} from './governed-requests-types.ts';

export type * from './governed-requests-types.ts';

/** Creates {@link GovernedRequests}: holds, queues, sends and refuses the framework's prefetches. */
export function createGovernedRequests(options: GovernedRequestsOptions): GovernedRequests {
  const context: RequestsContext = {
    ...options,
    open: new Set(),
    known: new Set(),
    refused: {},
    lastId: 0,
    rateTimer: undefined,
  };
  const { open } = context;
  return {
    answer: (request, signal) => answer(context, request, signal),
    reconsider: () => reconsider(context),
    prefer(url) {
      for (const pending of open) {
        if (pending.url !== url || pending.started) continue;
        if (pending.held === undefined) queue(context, pending, 'intent');
        else consider(context, pending);
      }
    },
    release(url) {
      for (const pending of open) {
        if (pending.url === url) claim(context, pending, 'navigation');
        else if (pending.full && !pending.started && mayBringLayouts(pending.tree, pending.url, url))
          claim(context, pending, 'intent');
      }
    },
    isPending: (url) => [...open].some((pending) => pending.url === url && pending.held === undefined),
    letGo() {
      for (const pending of heldRequests(context)) queue(context, pending, pending.priority);
    },
    stats() {
      const held: Partial<Record<PrefetchRefusal, number>> = {};
      for (const { held: reason } of heldRequests(context))
        if (reason !== undefined) held[reason] = (held[reason] ?? 0) + 1;
      return { held, refused: { ...context.refused } };
    },
  };
}

function answer(
  context: RequestsContext,
  request: GovernedRequest,
  signal: AbortSignal | undefined,
): Promise<Response> {
  context.lastId += 1;
  const pending: PendingRequest = {
    ...request,
    id: String(context.lastId),
    answer: createDeferred(),
    priority: context.isAimedAt(request.url) ? 'intent' : 'viewport',
    held: undefined,
    refusing: false,
    handle: undefined,
    started: false,
    awaited: false,
  };
  const giveUp = (): void => {
    // Once in flight, `fetch` itself obeys the signal.
    if (pending.started || !context.open.delete(pending)) return;
    pending.handle?.cancel();
    report(context, pending, { phase: 'cancelled' });
    pending.answer.reject(signal?.reason);
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  context.open.add(pending);
  report(context, pending, { phase: 'queued' });
  consider(context, pending);
  return pending.answer.promise;
}
