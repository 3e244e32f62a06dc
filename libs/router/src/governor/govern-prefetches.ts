import { callSafely } from '../call-safely.ts';
import type { RouterEventSink } from '../events.ts';
import type { Clock } from '../platform.ts';
import type { PrefetchConditions } from '../prefetch/admission-rules.ts';
import { createAdmission, type AdmissionOptions } from '../prefetch/admission.ts';
import { createPrefetchScheduler, type PrefetchStats } from '../prefetch/scheduler.ts';
import { requireInteger } from '../options.ts';
import { SPEC, type Preset } from '../presets.ts';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { addressOf, classifyRequest, pageOfRequest, type RequestKind } from './classify-request.ts';
import { sectionOf, signalOf, treeOf } from './request-details.ts';
import { createGovernedRequests, type CountByRefusal, type GovernedRequest } from './governed-requests.ts';
import { readPrefetchConditions } from '../browser/prefetch-conditions.ts';
import { createPrefetchLedger } from './prefetch-ledger.ts';
import { createOptOuts } from './governed-opt-outs.ts';
import { watchGovernedPage, type GovernedAim } from './watch-governed-page.ts';
import { wrapFetch, type FetchTarget } from '../browser/wrap-fetch.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';

/** What the governor is doing, and what it has done. */
export interface GovernorStats extends PrefetchStats {
  /** Requests let through. */
  readonly requests: number;
  /** Bytes of their answers' bodies, decoded. */
  readonly bytes: number;
  /** Requests that wait, by reason. */
  readonly held: CountByRefusal;
  /** Requests that were refused without asking the server, by reason. */
  readonly refused: CountByRefusal;
}

/** Keeps the framework's prefetches within the limits. */
export interface PrefetchGovernor {
  /** Counters for tests and telemetry. */
  stats(): GovernorStats;
  /** The kill switch: `false` refuses every prefetch that has not started. */
  setEnabled(enabled: boolean): void;
  /**
   * Reports that a navigation to this absolute address begins: waiting requests for its page are sent at once, outside the
   * limits. The governor notices link clicks, navigation requests and `onRouterTransitionStart` by itself.
   */
  navigating(address: string): void;
  /** Restores `fetch`. Waiting requests are still sent, within the limits; later requests are not limited. */
  stop(): void;
}

/** Options of {@link governPrefetches}. */
export interface GovernPrefetchesOptions {
  /** The object whose `fetch` is wrapped. Default `globalThis`. */
  readonly target?: FetchTarget | undefined;
  /** The limits. Default `presets.spec`: 5 requests in flight, 3 of them for segments. */
  readonly preset?:
    Pick<Preset, 'prefetchConcurrency' | 'segmentPrefetchConcurrency' | 'prefetchStaleTimeMs'> | undefined;
  /** A kill switch, read for each request. Default always `true`. */
  readonly enabled?: (() => boolean) | undefined;
  /** Returns the conditions for prefetching: network, visibility, Save-Data. Default: those that the browser reports. */
  readonly conditions?: (() => PrefetchConditions) | undefined;
  /** The absolute address of the current page. Default `location.href`. */
  readonly page?: (() => string) | undefined;
  /**
   * Budgets and rates, counted in requests, of which a page takes one or more. Defaults as in `createAdmission`, but for
   * `guessesPerSecond`, which is 2 here.
   */
  readonly budget?: Omit<AdmissionOptions, 'conditions' | 'page' | 'now' | 'enabled'> | undefined;
  /**
   * Guesses (prefetches that nobody pointed at) for each page view on a connection that the browser calls 3g (a round trip of
   * 270 ms or more). Default 2, so that the line is free when the visitor points at a link. The first page of a section, which
   * brings the layouts, is not counted.
   */
  readonly slowNetworkGuesses?: number | undefined;
  /**
   * Slots of either limit that are kept free for the newest link that the visitor points at. Guesses then take at most 4 of 5
   * slots, and 2 of 3 for segments. Default 1; 0 keeps none free.
   */
  readonly intentReserve?: number | undefined;
  /** Time. Default the browser's. */
  readonly clock?: Clock | undefined;
  /** Called with every prefetch, and with whether it was used. What it throws is reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}

/** One governor for each target, or the limits of two would add up. */
const governors = new WeakMap<FetchTarget, PrefetchGovernor>();

const PREFETCH_KINDS: Readonly<Record<RequestKind, PrefetchKind | undefined>> = {
  navigation: undefined,
  other: undefined,
  'full-prefetch': 'route',
  'route-prefetch': 'route',
  'segment-prefetch': 'segment',
};

/** With a burst of 50, some 70 of the 500 requests that Next makes for 500 links in sight within ten seconds. */
const GUESSES_PER_SECOND = 2;

/**
 * Wraps `fetch` once and sends the framework's own prefetches through an admission and a scheduler: at most 5 in flight, at
 * most 3 of them for segments, within the session's budget and the rate of guesses, and none where a switch, the visitor or
 * the network speaks against it. Navigations, server actions and every other request pass untouched and at once.
 *
 * The caller receives the very `Response` that `fetch` gave (its `url` and `redirected` would not survive a new one). A
 * clone is read to its end in the background, and only then is the slot free: the server works for as long, and the
 * framework neither reads nor cancels the bodies it has no use for (`fetchPrefetchResponse` returns `null` for them).
 *
 * Requests wait in the order they are made, because Next's segment scheduler has ranked them already; those for the link
 * under the pointer go first. What cannot be sent for the moment is held. What is not to be sent is answered with status
 * 503, which Next takes for a prefetch that failed: it rests for 10 seconds, and a click fetches for itself. A navigation
 * pauses all that waits until it is answered, except what is for its own page: that starts at once, outside the limits. Full
 * prefetches of other pages that may bring layouts it waits for go next, within the limits.
 *
 * A page is refused (`opt-out`) while a link to it is in the document that says `data-prefetch="off"`, or is inside of what
 * says so, unless the visitor points at another link to it.
 *
 * A second call for the same target returns the same governor.
 *
 * @throws RangeError when a number is not an integer in its range
 */
export function governPrefetches({
  target = globalThis,
  preset = SPEC,
  enabled,
  conditions: givenConditions,
  page: givenPage,
  budget = {},
  slowNetworkGuesses = 2,
  intentReserve = 1,
  clock = createBrowserPlatform().clock,
  onEvent: sink,
}: GovernPrefetchesOptions = {}): PrefetchGovernor {
  const existing = governors.get(target);
  if (existing !== undefined) return existing;
  requireInteger('slowNetworkGuesses', slowNetworkGuesses, 0);

  let switchedOn = true;
  /** Counts navigations; only the newest holds anything up, as an older one may never be answered. */
  let newest = 0;
  /** Where the newest navigation leads. A click that the application cancels does no harm here. */
  let destination: string | undefined;
  let aim: GovernedAim = { page: '', tapped: false, optOut: false };
  let slowGuesses = { page: '', count: 0 };

  const isEnabled = (): boolean => switchedOn && callSafely(enabled) !== false;
  const conditions = (): PrefetchConditions => callSafely(givenConditions) ?? readPrefetchConditions();
  const page = (): string => callSafely(givenPage) ?? window.location.href;
  const onEvent: RouterEventSink = (event) => {
    callSafely(sink, event);
  };
  const now = (): number => clock.now();
  const scheduler = createPrefetchScheduler({
    concurrency: preset.prefetchConcurrency,
    segmentConcurrency: preset.segmentPrefetchConcurrency,
    intentReserve,
    order: 'oldest-first',
  });
  const admission = createAdmission({
    guessesPerSecond: GUESSES_PER_SECOND,
    ...budget,
    conditions,
    page,
    now,
    enabled: isEnabled,
  });
  const ledger = createPrefetchLedger({ now, onEvent, staleTimeMs: preset.prefetchStaleTimeMs });

  function hasSlowGuess(): boolean {
    const here = pageOfRequest(new URL(page()));
    if (slowGuesses.page !== here) slowGuesses = { page: here, count: 0 };
    return slowGuesses.count < slowNetworkGuesses;
  }

  /**
   * On 3g, where admission requires a tap, a hover is enough: it is there that the head start is worth most. And what brings
   * a section's layouts is no guess at a single page.
   */
  function judge(
    { url, address }: GovernedRequest,
    priority: PrefetchPriority,
    bringsLayouts: boolean,
  ): PrefetchRefusal | undefined {
    const isGuess = priority !== 'intent' && !bringsLayouts;
    const { saveData, effectiveType } = conditions();
    const is3g = effectiveType === '3g' && !saveData;
    const isAimedAt = url === aim.page;
    const tapped = (isAimedAt && aim.tapped) || (is3g && (!isGuess || hasSlowGuess()));
    const optOut = isAimedAt ? aim.optOut : hasOptedOut(url);
    const reason = admission.decide({ url: address, priority, tapped, optOut });
    if (reason === undefined && is3g && isGuess) slowGuesses.count += 1;
    return reason;
  }

  const hasOptedOut = typeof document === 'undefined' ? () => false : createOptOuts(clock);

  const requests = createGovernedRequests({
    scheduler,
    clock,
    isEnabled,
    isAimedAt: (url) => url === aim.page,
    isDestination: (url) => url === destination,
    judge,
    onAnswer({ url }, bytes, ok) {
      admission.spent(bytes);
      if (ok) ledger.done(url, bytes);
    },
    onEvent,
  });

  const count = (url: string): void => ledger.visited(url, requests.isPending(url));

  function release(url: string): void {
    destination = url;
    requests.release(url);
  }

  function visit(url: string): void {
    count(url);
    release(url);
  }

  function navigate(url: string, proceed: () => Promise<Response>): Promise<Response> {
    // First of all, so that nothing sent for its sake is in front of it.
    const answer = proceed();
    visit(url);
    newest += 1;
    const own = newest;
    scheduler.pause();
    const answered = (): void => {
      if (own !== newest) return;
      scheduler.resume();
      requests.reconsider();
    };
    answer.then(answered, answered);
    return answer;
  }

  const restore = wrapFetch(target, (input, init, proceed) => {
    const requestKind = classifyRequest(input, init);
    if (requestKind === 'other') return proceed();
    const address = addressOf(input, page());
    const url = pageOfRequest(address);
    const kind = PREFETCH_KINDS[requestKind];
    if (kind === undefined) return navigate(url, proceed);
    const signal = signalOf(input, init);
    if (signal?.aborted === true) return proceed();
    const full = requestKind === 'full-prefetch';
    const section = sectionOf(input, init);
    const tree = full ? treeOf(input, init) : undefined;
    return requests.answer({ url, address: address.href, kind, section, full, tree, proceed }, signal);
  });

  const unwatch =
    typeof document === 'undefined'
      ? undefined
      : watchGovernedPage({
          onAim(next) {
            const isSame = next.page === aim.page && next.optOut === aim.optOut;
            if (isSame && (aim.tapped || !next.tapped)) return;
            aim = next;
            requests.prefer(next.page);
          },
          onClick: release,
          onVisit: visit,
          onArrival: count,
          onChange: () => requests.reconsider(),
          onLeave: () => ledger.closed(),
        });

  const governor: PrefetchGovernor = {
    stats() {
      const { requests: admitted, bytes } = admission.stats();
      return { ...scheduler.stats(), requests: admitted, bytes, ...requests.stats() };
    },
    setEnabled(value) {
      switchedOn = value;
      requests.reconsider();
    },
    navigating: (address) => visit(pageOfRequest(addressOf(address, page()))),
    stop() {
      governors.delete(target);
      restore();
      unwatch?.();
      requests.letGo();
    },
  };
  governors.set(target, governor);
  return governor;
}
