import type { Deferred } from '../deferred.ts';
import type { TimerHandle } from '../platform.ts';
import type { PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';
import type { PrefetchHandle } from '../prefetch/job.ts';
import type { GovernedRequest, GovernedRequestsOptions } from './governed-requests-types.ts';
import { refusal } from './refusal.ts';

/**
 * Reasons that pass by themselves, so the request is held. Next blocks a refused page for 10 seconds, even for a hover
 * over its link. A held request has no such effect; Next has at most 4 guesses under way.
 */
const PASSING: ReadonlySet<PrefetchRefusal> = new Set(['rate', 'slow-network', 'hidden', 'offline']);

/**
 * The maximum number of held requests; the oldest is refused for the newest. Next allows 12 for the link under the
 * pointer (`hasNetworkBandwidth` of client/components/segment-cache/scheduler.js), and the visitor may point at another
 * one. Not an option: with more, a link that is pointed at may find no slot in Next, and with fewer, guesses fail that
 * only had to wait.
 */
const MAX_HELD = 8;

/**
 * The time until a guess that came too fast is checked again, in milliseconds. Not an option: `guessesPerSecond` limits
 * the guesses, and a shorter interval sends none sooner.
 */
const RATE_CHECK_MS = 250;

/** A request of the framework that is not over. */
export interface PendingRequest extends GovernedRequest {
  readonly id: string;
  readonly answer: Deferred<Response>;
  priority: PrefetchPriority;
  /** The reason why it waits outside the queue. */
  held: PrefetchRefusal | undefined;
  /** Whether its refusal is under way. */
  refusing: boolean;
  /** Its place in the queue. */
  handle: PrefetchHandle<unknown> | undefined;
  started: boolean;
  /** Whether a navigation may be waiting for it. */
  awaited: boolean;
}

type Phase =
  | { readonly phase: 'queued' | 'started' | 'cancelled' }
  | { readonly phase: 'refused'; readonly reason: PrefetchRefusal }
  | { readonly phase: 'done'; readonly durationMs: number; readonly bytes: number | undefined }
  | { readonly phase: 'failed'; readonly durationMs: number };

/** Reads a body to its end, when the server is done with the request, and counts its bytes. */
async function drain(response: Response): Promise<number> {
  const reader = response.body?.getReader();
  let bytes = 0;
  if (reader === undefined) return bytes;
  for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.byteLength;
  return bytes;
}

/** A body that is being read cannot be copied; the slot is then free once the headers have arrived. */
const canCopy = (response: Response): boolean => !response.bodyUsed && response.body?.locked !== true;

/** The options and the open requests. Every step takes it. */
export interface RequestsContext extends GovernedRequestsOptions {
  readonly open: Set<PendingRequest>;
  /** Sections whose layouts have arrived. */
  readonly known: Set<string>;
  readonly refused: Partial<Record<PrefetchRefusal, number>>;
  lastId: number;
  rateTimer: TimerHandle;
}

/** The requests that wait outside the queue, the oldest first. */
export const heldRequests = ({ open }: RequestsContext): readonly PendingRequest[] =>
  [...open].filter(({ held, refusing }) => held !== undefined && !refusing);

/** Reports an event of a request. */
export function report({ onEvent }: RequestsContext, pending: PendingRequest, phase: Phase): void {
  const { id, url, kind, priority } = pending;
  onEvent({ type: 'prefetch', id, url, kind, priority, ...phase });
}

function deny(context: RequestsContext, pending: PendingRequest, reason: PrefetchRefusal): void {
  const { open, refused } = context;
  open.delete(pending);
  refused[reason] = (refused[reason] ?? 0) + 1;
  report(context, pending, { phase: 'refused', reason });
  pending.answer.resolve(refusal(reason));
}

/**
 * Refuses in a separate task: Next handles a page of 500 links in microtasks, and nothing is painted in between.
 * Until then a navigation may still claim the request.
 */
function refuse(context: RequestsContext, pending: PendingRequest, reason: PrefetchRefusal): void {
  pending.held = reason;
  if (pending.refusing) return;
  pending.refusing = true;
  context.clock.setTimeout(() => {
    pending.refusing = false;
    if (context.open.has(pending) && pending.held !== undefined) deny(context, pending, pending.held);
  }, 0);
}

async function send(context: RequestsContext, pending: PendingRequest): Promise<void> {
  const { clock, known, isEnabled, onAnswer } = context;
  if (!isEnabled() && !pending.awaited) {
    deny(context, pending, 'kill-switch');
    return;
  }
  const startedAt = clock.now();
  pending.started = true;
  report(context, pending, { phase: 'started' });
  try {
    const response = await pending.proceed();
    const copy = canCopy(response) ? response.clone() : undefined;
    pending.answer.resolve(response);
    const bytes = copy === undefined ? undefined : await drain(copy);
    onAnswer(pending, bytes ?? 0, response.ok);
    if (response.ok && pending.section !== undefined) known.add(pending.section);
    const durationMs = clock.now() - startedAt;
    report(
      context,
      pending,
      response.ok ? { phase: 'done', durationMs, bytes } : { phase: 'failed', durationMs },
    );
  } catch (reason) {
    // If the body fails, the caller already has its response, and its own copy fails as well.
    pending.answer.reject(reason);
    report(context, pending, { phase: 'failed', durationMs: clock.now() - startedAt });
  } finally {
    context.open.delete(pending);
  }
}

/** Gives a request a place in the queue, or a better one. */
export function queue(context: RequestsContext, pending: PendingRequest, priority: PrefetchPriority): void {
  const { id, kind, handle } = pending;
  pending.priority = priority;
  pending.held = undefined;
  if (handle !== undefined) {
    handle.bump(priority);
    return;
  }
  // Each request gets its own response, so no two share a run.
  pending.handle = context.scheduler.schedule({
    key: id,
    kind,
    priority,
    abortable: false,
    run: () => send(context, pending),
  });
}

/** Queues a request that a navigation may be waiting for. */
export function claim(
  context: RequestsContext,
  pending: PendingRequest,
  priority: 'navigation' | 'intent',
): void {
  pending.awaited = true;
  queue(context, pending, priority);
}

function hold(context: RequestsContext, pending: PendingRequest, reason: PrefetchRefusal): void {
  pending.held = reason;
  const held = heldRequests(context);
  const [oldest] = held;
  if (held.length > MAX_HELD && oldest?.held !== undefined) refuse(context, oldest, oldest.held);
  if (reason !== 'rate') return;
  context.rateTimer ??= context.clock.setTimeout(() => {
    context.rateTimer = undefined;
    reconsider(context);
  }, RATE_CHECK_MS);
}

/** Queues, holds or refuses a request. */
export function consider(context: RequestsContext, pending: PendingRequest): void {
  const { isAimedAt, isDestination, judge } = context;
  // The navigation is under way, and does not request this data itself.
  if (pending.full && isDestination(pending.url)) {
    claim(context, pending, 'navigation');
    return;
  }
  if (isAimedAt(pending.url)) {
    pending.priority = 'intent';
    bringLayouts(context, pending);
  }
  const reason = judge(pending, pending.priority, firstOf(context, pending.section) === pending);
  if (reason === undefined) queue(context, pending, pending.priority);
  else if (PASSING.has(reason)) hold(context, pending, reason);
  else refuse(context, pending, reason);
}

/** Considers each held request again. */
export const reconsider = (context: RequestsContext): void =>
  heldRequests(context).forEach((pending) => consider(context, pending));

/**
 * The request that brings a section's layouts, until they have arrived. Next requests them together with the first
 * page of the section, and the other pages without them (`prefetchInlining`).
 */
function firstOf({ known, open }: RequestsContext, section: string | undefined): PendingRequest | undefined {
  if (section === undefined || known.has(section)) return undefined;
  return [...open].find((pending) => pending.section === section);
}

/** Without the layouts, a hover brings only half of what its click needs. */
function bringLayouts(context: RequestsContext, { section, url }: PendingRequest): void {
  const first = firstOf(context, section);
  if (first === undefined || first.url === url || first.started) return;
  if (first.held === undefined || context.judge(first, 'intent', true) === undefined)
    queue(context, first, 'intent');
}
