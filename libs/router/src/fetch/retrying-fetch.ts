import { callSafely } from '@adit/common';
import type { PageClock, FetchLike } from '../platform.ts';
import { asRequest } from '../request.ts';
import { createRetryPolicy, type RetryPolicyOptions } from './retry-policy.ts';

/** Options of {@link createRetryingFetch}: those of the policy, and the functions it uses. */
export interface RetryingFetchOptions extends RetryPolicyOptions {
  /** Makes each attempt. */
  readonly fetch: FetchLike;
  /** The timers of the waits. */
  readonly clock: Pick<PageClock, 'setTimeout' | 'clearTimeout'>;
}

/**
 * Frees the connection. Not awaited: a framework may hold a copy of the body (`Response.clone`), and then this settles
 * only once that copy is cancelled too. A body that fails in the meantime needs no cancellation.
 */
function discard(response: Response | undefined): void {
  void response?.body?.cancel().catch(() => undefined);
}

async function wait(
  delayMs: number,
  clock: Pick<PageClock, 'setTimeout' | 'clearTimeout'>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** The result of one attempt. */
type Ending = { readonly response: Response } | { readonly error: unknown; readonly response?: undefined };

/**
 * Wraps `fetch` so that a GET or HEAD answered with a 5xx status is sent again, up to `retries` times. The last
 * response is returned, or the last network error thrown, unchanged.
 *
 * Next's own loop counts attempts (`isServerRender ? 3 : 1`, shared/lib/router/router.js) and so retries twice. The
 * specification says "retried up to 3 times", and this function does that. An abort ends an attempt or a wait at once.
 * The bodies of discarded responses are cancelled, so that their connections are free.
 *
 * @throws RangeError as {@link createRetryPolicy} does
 */
export function createRetryingFetch({ fetch, clock, ...policyOptions }: RetryingFetchOptions): FetchLike {
  const delayBefore = createRetryPolicy(policyOptions);
  const now = (): number => callSafely(policyOptions.wallClock) ?? Date.now();

  /** A `fetch` that throws counts as one that rejects. */
  const send: FetchLike = async (input, init) => fetch(input, init);

  return async (input, init) => {
    const request = asRequest(input);
    const method = init?.method ?? request?.method ?? 'GET';
    // Always a signal: React caches the GETs of one render and answers equal ones from the cache, failed ones included,
    // unless they have a signal (`dedupe-fetch.js` in Next, `ReactFetch.js` in React).
    const signal = init?.signal ?? request?.signal ?? new AbortController().signal;
    const startedAt = now();

    for (let retries = 0; ; retries += 1) {
      const ending: Ending = await send(input, { ...init, signal }).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      );
      const { response } = ending;
      const delayMs = delayBefore({ method, retries, elapsedMs: now() - startedAt, response });
      if (delayMs === undefined) {
        if ('error' in ending) throw ending.error;
        return ending.response;
      }
      discard(response);
      await wait(delayMs, clock, signal);
    }
  };
}
