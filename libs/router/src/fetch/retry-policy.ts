import { callSafely } from '@adit/common';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { refuseOption } from '../refuse-option.ts';
import { requireInteger } from '../options.ts';
import { SPEC } from '../presets.ts';

const DELTA_SECONDS = /^\d+$/;
/** These only read. RFC 9110 §9.2.2 also allows repeating a PUT, but an application may not expect it. */
const READING_METHOD = /^(?:get|head)$/i;

/** One finished attempt and its result. */
export interface FinishedAttempt {
  readonly method: string;
  /** 0 for the first request. */
  readonly retries: number;
  /** Since the first request began. */
  readonly elapsedMs: number;
  /** The answer; absent after a network error. */
  readonly response?: Pick<Response, 'status' | 'headers'> | undefined;
}

/** Returns the wait before the next attempt, in milliseconds; `undefined` for no retry. */
export type RetryPolicy = (attempt: FinishedAttempt) => number | undefined;

/** Options of {@link createRetryPolicy}. */
export interface RetryPolicyOptions {
  /** Retries, not attempts: 3 retries are at most 4 requests. Default 3. */
  readonly retries?: number | undefined;
  /** Statuses that are retried. Default 500 to 599. You can add 429. If an answer has `Retry-After`, that is the wait. */
  readonly isRetryable?: ((status: number) => boolean) | undefined;
  /** Whether a request without an answer is sent again. Default `false`: the offline screen handles it. */
  readonly retryNetworkErrors?: boolean | undefined;
  /** The delay before the first retry. Default 100 ms. */
  readonly firstDelayMs?: number | undefined;
  /** The factor between one delay and the next. Default 2; with 1 all delays are equal. */
  readonly delayGrowth?: number | undefined;
  /**
   * The random part of each delay, from 0 to 1, so that many clients do not retry together. Default 0.5: a wait is
   * between half and all of the delay.
   */
  readonly jitter?: number | undefined;
  /** The longest `Retry-After` that is respected; a longer one ends the retries. Default 3000 ms. */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * The latest start of a retry, from the start of the first request. Default 3800 ms: by then the page that waits for
   * the answer is being reloaded.
   */
  readonly maxTotalMs?: number | undefined;
  /** A number in [0, 1) that spreads the waits. */
  readonly random?: (() => number) | undefined;
  /** Milliseconds since the epoch, to read a `Retry-After` date. */
  readonly wallClock?: (() => number) | undefined;
}

/** RFC 9110 §10.2.3: seconds or an HTTP date. `undefined` if absent or invalid. */
function parseRetryAfter(header: string | null | undefined, wallClock: () => number): number | undefined {
  if (header == null) return undefined;
  if (DELTA_SECONDS.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallClock());
}

/**
 * Decides whether a GET or HEAD is sent again, and when: by default after 100 ms, then twice as long each time, each
 * wait between half and all of that, or as `Retry-After` says. Other methods are never repeated, because a POST may
 * have had an effect.
 *
 * @throws RangeError if `retries`, `firstDelayMs`, `maxRetryAfterMs` or `maxTotalMs` is not an integer of at least 0,
 * `maxTotalMs` exceeds a timer's maximum (2,147,483,647), `delayGrowth` is less than 1, or `jitter` is not from 0 to 1
 */
export function createRetryPolicy({
  retries: maxRetries = SPEC.serverDataRetries,
  isRetryable,
  retryNetworkErrors = false,
  firstDelayMs = 100,
  delayGrowth = 2,
  jitter = 0.5,
  maxRetryAfterMs = 3_000,
  maxTotalMs = SPEC.routeLoadTimeoutMs,
  random,
  wallClock,
}: RetryPolicyOptions = {}): RetryPolicy {
  requireInteger('retries', maxRetries, 0);
  requireInteger('firstDelayMs', firstDelayMs, 0);
  requireInteger('maxRetryAfterMs', maxRetryAfterMs, 0);
  // No wait is longer than it.
  requireInteger('maxTotalMs', maxTotalMs, 0, MAX_TIMER_MS);
  if (!Number.isFinite(delayGrowth) || delayGrowth < 1) {
    refuseOption('delayGrowth', delayGrowth, 'a number of at least 1');
  }
  if (!Number.isFinite(jitter) || jitter < 0 || jitter > 1) {
    refuseOption('jitter', jitter, 'a number from 0 to 1');
  }

  function delayBefore({ retries, response }: FinishedAttempt): number {
    const retryAfterMs = parseRetryAfter(
      response?.headers.get('retry-after'),
      () => callSafely(wallClock) ?? Date.now(),
    );
    if (retryAfterMs !== undefined) return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : Infinity;
    return Math.round(
      firstDelayMs * delayGrowth ** retries * (1 - jitter + jitter * (callSafely(random) ?? Math.random())),
    );
  }

  const isWorthRetrying = (status: number): boolean => callSafely(isRetryable, status) ?? status >= 500;

  return (attempt) => {
    const { method, retries, elapsedMs, response } = attempt;
    const isWorthIt = response === undefined ? retryNetworkErrors : isWorthRetrying(response.status);
    if (!isWorthIt || retries >= maxRetries || !READING_METHOD.test(method)) return undefined;
    const delayMs = delayBefore(attempt);
    return elapsedMs + delayMs <= maxTotalMs ? delayMs : undefined;
  };
}
