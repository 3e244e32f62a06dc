import { requireInteger } from '../options.ts';
import type { Clock, FetchLike } from '../platform.ts';
import { SPEC } from '../presets.ts';
import { asRequest } from '../request.ts';

const FIRST_DELAY_MS = 100;
const DELAY_GROWTH = 2;
/** Waits vary between half and all of the delay, so that many clients do not come back in step. */
const MIN_JITTER = 0.5;
/** Under the route-load time-out: a later answer would find the full-page navigation under way. */
const MAX_RETRY_AFTER_MS = 3_000;

const FIRST_SERVER_ERROR = 500;
const DELTA_SECONDS = /^\d+$/;

/** Options of {@link createRetryingFetch}. */
export interface RetryingFetchOptions {
  /** What performs each attempt. */
  readonly fetch: FetchLike;
  /** The timers of the waits. */
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** Retries, not attempts: 3 retries are at most 4 requests. Default 3 (S33). */
  readonly retries?: number | undefined;
  /** The longest `Retry-After` waited for; a longer one ends the retries. Default 3000 ms. */
  readonly maxRetryAfterMs?: number | undefined;
  /** A number in [0, 1) that spreads the waits. */
  readonly random?: (() => number) | undefined;
  /** Milliseconds since the epoch, to read a `Retry-After` date. */
  readonly wallClock?: (() => number) | undefined;
}

function isIdempotentRead(method: string): boolean {
  return /^(get|head)$/i.test(method);
}

/**
 * Frees the connection. Not awaited: a framework may hold a copy of the body (`Response.clone`), and then this settles
 * only once that copy is cancelled too. A body that broke off meanwhile is as good as cancelled.
 */
function discard(response: Response): void {
  void response.body?.cancel().catch(() => undefined);
}

/** RFC 9110 §10.2.3: seconds or an HTTP date. `undefined` where absent or unreadable. */
function parseRetryAfter(header: string | null, wallClock: () => number): number | undefined {
  if (header === null) return undefined;
  if (DELTA_SECONDS.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallClock());
}

async function wait(
  delayMs: number,
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
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

/**
 * Wraps `fetch` so that a GET or HEAD answered with a 5xx status is sent again, up to `retries` times; the last response
 * is returned as it is.
 *
 * Next's own loop counts attempts (`isServerRender ? 3 : 1`, shared/lib/router/router.js) and so retries twice; the
 * specification says "retried up to 3 times", and so does this. Not retried: other methods (a POST may have acted),
 * 4xx (asking again changes nothing), and network errors (the offline screen and the full-page navigation answer those).
 * The bodies of discarded responses are cancelled, so that their connections are free.
 *
 * @throws RangeError when `retries` or `maxRetryAfterMs` is not an integer of at least 0
 */
export function createRetryingFetch({
  fetch,
  clock,
  retries = SPEC.serverDataRetries,
  maxRetryAfterMs = MAX_RETRY_AFTER_MS,
  random = Math.random,
  wallClock = Date.now,
}: RetryingFetchOptions): FetchLike {
  requireInteger('retries', retries, 0);
  requireInteger('maxRetryAfterMs', maxRetryAfterMs, 0);

  /** `undefined`: the server asked for more patience than we have. */
  function delayBefore(retry: number, response: Response): number | undefined {
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), wallClock);
    if (retryAfterMs !== undefined) return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : undefined;
    const delayMs = FIRST_DELAY_MS * DELAY_GROWTH ** retry;
    return Math.round(delayMs * (MIN_JITTER + (1 - MIN_JITTER) * random()));
  }

  return async (input, init) => {
    const request = asRequest(input);
    if (!isIdempotentRead(init?.method ?? request?.method ?? 'GET')) return fetch(input, init);
    // Always a signal: React remembers the GETs of one render and answers equal ones from memory, the failed ones
    // included, unless they carry a signal (`dedupe-fetch.js` in Next, `ReactFetch.js` in React).
    const signal = init?.signal ?? request?.signal ?? new AbortController().signal;

    for (let retry = 0; ; retry += 1) {
      const response = await fetch(input, { ...init, signal });
      if (response.status < FIRST_SERVER_ERROR || retry === retries) return response;
      const delayMs = delayBefore(retry, response);
      if (delayMs === undefined) return response;
      discard(response);
      await wait(delayMs, clock, signal);
    }
  };
}
