import { whenIdle } from '../browser/when-idle.ts';
import { wrapFetch } from '../browser/wrap-fetch.ts';
import {
  addressOf,
  classifyRequest,
  pageOfAddress,
  pageOfRequest,
  pageOfTransition,
} from './classify-request.ts';
import type { GovernPrefetchesOptions, PrefetchGovernor } from './govern-prefetches.ts';
import { refusal } from './refusal.ts';
import type { HeldPrefetch } from './take-over.ts';
import { TRANSITION_EVENT } from '../window-events.ts';

/**
 * A visitor's actions on a link before the framework sends its request. Heard in the capture phase, because the
 * framework may stop the event.
 */
const INTENTS = ['pointerover', 'focusin', 'touchstart', 'click'] as const;

/** Prefetches of a document that need no governor. */
const FREE = 30;
/** Of these, as many are sent at a time as the governor sends for segments. */
const FREE_AT_ONCE = 3;
/**
 * After this time, one that is under way counts as answered: one that hangs would hold back all others. It is the longest
 * time of a full page load (`documentTimeoutMs`).
 */
const LONGEST_MS = 10_000;

/** Whether prefetches need no judgement: a good connection, a page that is seen, and no link that opts out. */
function isFree(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  const isSlow = connection?.saveData || /[23]g/.test(connection?.effectiveType as string);
  return !isSlow && !document.hidden && !document.querySelector('[data-prefetch=off]');
}

/**
 * Holds the framework's prefetches until the page has loaded and is idle. The first 30 are then sent, three at a time.
 * For more than these, on a slow connection, if a link opts out, or with options, `governPrefetches` takes over. That
 * is in a separate chunk, loaded then, or as soon as the visitor points at a link while prefetches wait. Requests that a
 * click needs are sent at once. If the chunk cannot be loaded, prefetches are answered with status 503, and a click
 * fetches by itself.
 *
 * Returns a function that loads the governor now. Its promise rejects if the chunk cannot be loaded.
 *
 * @param options those of `governPrefetches`, which checks them when it takes over
 */
export function holdPrefetches(options?: GovernPrefetchesOptions): () => Promise<PrefetchGovernor> {
  const target = options?.target ?? globalThis;
  const held = new Set<HeldPrefetch>();
  const listening = new AbortController();
  let governor: Promise<PrefetchGovernor> | undefined;
  /** The target of the newest navigation. */
  let destination: string | undefined;
  let isMissing = false;
  /** The number of prefetches sent without a governor, and those of them that are under way. */
  let sent = 0;
  const underWay = new Set<Promise<void>>();

  function load(): Promise<PrefetchGovernor> {
    governor ??= import('./take-over.ts').then(
      ({ takeOver }) =>
        takeOver({ options, target, held, sent, underWay, destination: () => destination, stop }),
      (reason: unknown) => {
        isMissing = true;
        for (const { answer } of held) answer(refusal('governor-missing'));
        held.clear();
        throw reason;
      },
    );
    return governor;
  }

  function stop(): void {
    restore();
    listening.abort();
  }

  // Only callers of `load` can react to a missing chunk.
  const begin = (): void => void load().catch(() => undefined);

  function send(prefetch: HeldPrefetch): void {
    held.delete(prefetch);
    sent += 1;
    const response = prefetch.proceed();
    // The server is busy until the answer's end, which the framework may not read.
    const done = new Promise<unknown>((resolve) => {
      setTimeout(resolve, LONGEST_MS);
      response.then((answered) => answered.clone().text()).then(resolve, resolve);
    }).then(() => {
      underWay.delete(done);
      sendFree();
    });
    underWay.add(done);
    prefetch.answer(response);
  }

  function sendFree(): void {
    for (const prefetch of held)
      if (options || sent === FREE || !isFree()) begin();
      else if (!governor && underWay.size < FREE_AT_ONCE) send(prefetch);
  }

  function navigate(page: string | undefined): void {
    if (page === undefined) return;
    destination = page;
    for (const prefetch of held) {
      if (prefetch.page !== page) continue;
      held.delete(prefetch);
      prefetch.answer(prefetch.proceed());
    }
    if (held.size > 0) begin();
  }

  const restore = wrapFetch(target, (input, init, proceed) => {
    const kind = classifyRequest(input, init);
    if (kind === 'other') return proceed();
    const page = pageOfRequest(addressOf(input, location.href));
    if (kind === 'navigation') {
      // First, so that the requests it triggers are sent after it.
      const response = proceed();
      navigate(page);
      return response;
    }
    if (isMissing) return Promise.resolve(refusal('governor-missing'));
    // A navigation to this page waits for it.
    if (page === destination) return proceed();
    if (held.size === 0) whenIdle(sendFree);
    return new Promise((answer) => held.add({ input, init, page, proceed, answer }));
  });

  function onIntent(event: Event): void {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined) return;
    if (event.type === 'click') navigate(pageOfAddress(link.href));
    else if (held.size > 0) begin();
  }

  const listener = { capture: true, passive: true, signal: listening.signal };
  for (const type of INTENTS) document.addEventListener(type, onIntent, listener);
  window.addEventListener(
    TRANSITION_EVENT,
    (event) => navigate(pageOfTransition(event, location.href)),
    listener,
  );

  return load;
}
