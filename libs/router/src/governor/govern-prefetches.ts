import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { readPrefetchConditions } from '../browser/prefetch-conditions.ts';
import type { FetchTarget } from '../browser/wrap-fetch.ts';
import { callSafely } from '@adit/common';
import type { RouterEventSink } from '../events.ts';
import { requireInteger } from '../options.ts';
import type { PrefetchConditions } from '../prefetch/admission-rules.ts';
import { createAdmission } from '../prefetch/admission.ts';
import { createPrefetchScheduler } from '../prefetch/scheduler.ts';
import { SPEC } from '../presets.ts';
import { addressOf, pageOfRequest } from './classify-request.ts';
import type { GovernPrefetchesOptions, PrefetchGovernor } from './govern-prefetches-types.ts';
import { createOptOuts } from './governed-opt-outs.ts';
import { createGovernedRequests } from './governed-requests.ts';
import { governFetch, visit, watchPage, type GovernorContext } from './governor-steps.ts';
import { judgeRequest, type JudgeContext } from './judge-request.ts';
import { createPrefetchLedger } from './prefetch-ledger.ts';

export type * from './govern-prefetches-types.ts';

/** One governor for each target, because the limits of two would add up. */
const governors = new WeakMap<FetchTarget, PrefetchGovernor>();

/** With a burst of 50, about 70 of the 500 requests that Next makes for 500 links in view within ten seconds. */
const GUESSES_PER_SECOND = 2;

/**
 * Wraps `fetch` once and sends the framework's own prefetches through an admission and a scheduler: at most 5 in
 * flight, at most 3 of them for segments, within the session's budget and the rate of guesses, and none if a switch,
 * the visitor or the network forbids it. Navigations, server actions and every other request pass unchanged and at
 * once.
 *
 * The caller receives the same `Response` that `fetch` returned (a new one would lose `url` and `redirected`). A clone
 * is read to its end in the background, and only then is the slot free: the server is busy until then, and the
 * framework neither reads nor cancels bodies that it does not use (`fetchPrefetchResponse` returns `null` for them).
 *
 * Requests wait in the order they are made, because Next's segment scheduler has already ranked them. Requests for the
 * link under the pointer go first. A request that cannot be sent at the moment is held. A request that must not be sent
 * is answered with status 503, which Next treats as a failed prefetch: it pauses for 10 seconds, and a click fetches by
 * itself. A navigation pauses all waiting requests until it is answered, except those for its own page: they start at
 * once, outside the limits. Full prefetches of other pages that may bring layouts it waits for go next, within the
 * limits.
 *
 * A page is refused (`opt-out`) while the document contains a link to it with `data-prefetch="off"` on the link or an
 * ancestor, unless the visitor points at another link to it.
 *
 * A second call for the same target returns the same governor.
 *
 * @throws RangeError if a number is not an integer in its range
 */
export function governPrefetches(options: GovernPrefetchesOptions = {}): PrefetchGovernor {
  const { target = globalThis } = options;
  const existing = governors.get(target);
  if (existing !== undefined) return existing;
  const context = createGovernorContext(options);
  const { judging, scheduler, requests } = context;
  const restore = governFetch(context, target);
  const unwatch = typeof document === 'undefined' ? undefined : watchPage(context);

  const governor: PrefetchGovernor = {
    stats() {
      const { requests: admitted, bytes } = judging.admission.stats();
      return { ...scheduler.stats(), requests: admitted, bytes, ...requests.stats() };
    },
    setEnabled(value) {
      judging.isSwitchedOn = value;
      requests.reconsider();
    },
    navigating: (address) => visit(context, pageOfRequest(addressOf(address, judging.page()))),
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

function createGovernorContext({
  preset = SPEC,
  enabled,
  conditions: givenConditions,
  page: givenPage,
  budget = {},
  slowNetworkGuesses = 2,
  intentReserve = 1,
  clock = createBrowserPlatform().clock,
  onEvent: sink,
}: GovernPrefetchesOptions): GovernorContext {
  requireInteger('slowNetworkGuesses', slowNetworkGuesses, 0);
  const isEnabled = (): boolean => judging.isSwitchedOn && callSafely(enabled) !== false;
  const conditions = (): PrefetchConditions => callSafely(givenConditions) ?? readPrefetchConditions();
  const page = (): string => callSafely(givenPage) ?? window.location.href;
  const now = (): number => clock.now();
  const onEvent: RouterEventSink = (event) => {
    callSafely(sink, event);
  };
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
  const judging: JudgeContext = {
    admission,
    conditions,
    page,
    hasOptedOut: typeof document === 'undefined' ? () => false : createOptOuts(clock),
    slowNetworkGuesses,
    isSwitchedOn: true,
    aim: { page: '', tapped: false, optOut: false },
    destination: undefined,
    slowGuesses: { page: '', count: 0 },
  };
  const ledger = createPrefetchLedger({ now, onEvent, staleTimeMs: preset.prefetchStaleTimeMs });
  const requests = createGovernedRequests({
    scheduler,
    clock,
    isEnabled,
    isAimedAt: (url) => url === judging.aim.page,
    isDestination: (url) => url === judging.destination,
    judge: (...request) => judgeRequest(judging, ...request),
    onAnswer({ url }, bytes, ok) {
      admission.spent(bytes);
      if (ok) ledger.done(url, bytes);
    },
    onEvent,
  });
  return { judging, scheduler, ledger, requests, newest: 0 };
}
