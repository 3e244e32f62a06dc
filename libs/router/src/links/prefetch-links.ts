import { readNavigatorConditions } from '../browser/prefetch-conditions.ts';
import { watchIntents, type LinkIntent, type WatchIntentsOptions } from '../browser/watch-intents.ts';
import type { PrefetchEvent } from '../events.ts';
import type { AdmissionOptions } from '../prefetch/admission.ts';
import { createGuessRate, refuseAddress, refuseConditions } from '../prefetch/admission-rules.ts';
import { linkPrefetchTransport } from './link-prefetch-transport.ts';
import { looksLikeSideEffect } from './side-effects.ts';
import type { PrefetchTransport } from './transport.ts';
import type { PrefetchRefusal } from '../prefetch-types.ts';

/** A {@link PrefetchEvent} with its link, and without an `id`: there is one prefetch for each address. */
export type LinkPrefetchEvent = PrefetchEvent & LinkIntent;

/** Options of {@link prefetchLinks}. */
export interface PrefetchLinksOptions
  extends
    Omit<WatchIntentsOptions, 'onIntent' | 'onLeave'>,
    Pick<AdmissionOptions, 'enabled' | 'maxRequests' | 'guessBurst' | 'guessesPerSecond'> {
  /** Fetches a page; a throw or a rejection counts as failed. Default `linkPrefetchTransport`. */
  readonly transport?: PrefetchTransport | undefined;
  /**
   * Whether an address must not be prefetched, in addition to those that `looksLikeSideEffect` matches. If it throws,
   * the address is not fetched. Default none.
   */
  readonly ignore?: ((url: string) => boolean) | undefined;
  /** Called with each event of a link. Errors it throws are reported as unhandled rejections. */
  readonly onEvent?: ((event: LinkPrefetchEvent) => void) | undefined;
  /** Prefetches in flight at once. Default 5. */
  readonly concurrency?: number | undefined;
}

type LinkPrefetch = LinkIntent & Pick<PrefetchEvent, 'type' | 'kind' | 'priority'>;

/**
 * Prefetches pages that this document links to, for a site without a client router: pages of its own origin, when a
 * link comes into view, and first when the visitor points at it.
 *
 * Intents go first, the newest before the others, then links in view in their order of appearance. A link is judged
 * when it is its turn, so links that were scrolled past cost nothing. Offline, out of view or above the rate of
 * guesses, the queue waits and tries again within a second. Each page is fetched once for each document, even if it
 * fails, so nothing can loop.
 *
 * @returns a function that stops it; prefetches in flight continue
 */
export function prefetchLinks({
  transport = linkPrefetchTransport,
  ignore,
  onEvent,
  enabled = () => true,
  maxRequests = 1_000,
  concurrency = 5,
  ...options
}: PrefetchLinksOptions = {}): () => void {
  const now = (): number => performance.now();
  const mustWait = createGuessRate({ ...options, now });
  /** Intents come after the guesses that were there before them, and the newest is last. */
  const waiting = new Map<string, LinkPrefetch>();
  /** Addresses that were requested; a failure is not repeated, so nothing can loop. */
  const asked = new Set<string>();
  let inFlight = 0;
  let timer: number | undefined;

  // oxlint-disable-next-line typescript/require-await -- nothing is awaited: what is thrown becomes a rejection
  async function report(prefetch: LinkPrefetch, phase: PrefetchEvent['phase'], rest?: object): Promise<void> {
    onEvent?.({ ...prefetch, phase, ...rest } as LinkPrefetchEvent);
  }

  const refuse = ({ url, source, refusal }: LinkPrefetch): PrefetchRefusal | undefined =>
    (enabled() ? refusal : 'kill-switch') ??
    (looksLikeSideEffect(url) || ignore?.(url) ? 'opt-out' : refuseAddress(url, location.href)) ??
    refuseConditions(readNavigatorConditions(), /press|touch/.test(source)) ??
    (asked.size >= maxRequests ? 'session-budget' : source === 'viewport' && mustWait() ? 'rate' : undefined);

  async function start(prefetch: LinkPrefetch): Promise<void> {
    const startedAt = now();
    inFlight += 1;
    asked.add(prefetch.url);
    void report(prefetch, 'started');
    let phase: PrefetchEvent['phase'] = 'done';
    try {
      await transport(prefetch);
    } catch {
      phase = 'failed';
    }
    inFlight -= 1;
    void report(prefetch, phase, { durationMs: now() - startedAt });
    pump();
  }

  function pump(): void {
    while (inFlight < concurrency) {
      let next: LinkPrefetch | undefined;
      waiting.forEach((prefetch) => {
        if (!next || prefetch.priority === 'intent') next = prefetch;
      });
      if (!next) return;
      // If a function of the application throws, the link is not prefetched.
      let reason = 'opt-out' as PrefetchRefusal | undefined;
      // oxlint-disable-next-line typescript/require-await -- as above
      void (async () => {
        reason = refuse(next);
      })();
      if (/offline|hidden|rate/.test(reason as string)) {
        // These reasons pass. The wait is random, so that not all pages return to the server at the same time.
        timer ||= setTimeout(() => {
          timer = 0;
          pump();
        }, 1_000 * Math.random());
        return;
      }
      waiting.delete(next.url);
      if (reason) void report(next, 'refused', { reason });
      else void start(next);
    }
  }

  const unwatch = watchIntents({
    ...options,
    onIntent(intent) {
      const { url, source } = intent;
      const guess = source === 'viewport';
      if (asked.has(url) || (guess && waiting.has(url))) return;
      const prefetch: LinkPrefetch = {
        ...intent,
        type: 'prefetch',
        kind: 'route',
        priority: guess ? source : 'intent',
      };
      waiting.delete(url);
      waiting.set(url, prefetch);
      void report(prefetch, 'queued');
      if (!(guess && timer)) pump();
    },
    onLeave({ url, link }) {
      const prefetch = waiting.get(url);
      if (prefetch?.link === link && waiting.delete(url)) void report(prefetch, 'cancelled');
    },
  });

  return () => {
    unwatch();
    waiting.clear();
  };
}
