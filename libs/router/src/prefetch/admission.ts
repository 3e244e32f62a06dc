import { callSafely } from '@adit/common';
import { requireInteger } from '../options.ts';
import { withoutFragment } from '../url/address.ts';
import {
  createGuessRate,
  refuseAddress,
  refuseConditions,
  type PrefetchConditions,
} from './admission-rules.ts';
import type { PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';

/** One prefetch to decide on. */
export interface AdmissionRequest {
  /**
   * Absolute and normalised, as `URL` and links write it. Requests that differ by more than a fragment must differ
   * here, otherwise they look like a loop.
   */
  readonly url: string;
  readonly priority: PrefetchPriority;
  /** The visitor touched or pressed the link, so that the click is almost certain; hovering is not enough. */
  readonly tapped?: boolean | undefined;
  /** The link, or the page around it, opts out of prefetching. */
  readonly optOut?: boolean | undefined;
}

/** Totals of the requests admitted and refused so far. */
export interface AdmissionStats {
  /** Admitted requests, except navigations. */
  readonly requests: number;
  /** The sum of `spent`. */
  readonly bytes: number;
  /** Refusals by reason; a reason that never occurred is absent. */
  readonly refused: Readonly<Partial<Record<PrefetchRefusal, number>>>;
}

/** Decides which prefetches may be queued. */
export interface Admission {
  /** Decides on a request. `undefined` admits it, and counts it against budget and rate. */
  decide(request: AdmissionRequest): PrefetchRefusal | undefined;
  /** Counts the bytes of an answer against the budget. */
  spent(bytes: number): void;
  /** Counters for tests and telemetry. */
  stats(): AdmissionStats;
  /** Starts a new session: clears budget, rate and repetitions. */
  reset(): void;
}

/** Options of {@link createAdmission}. */
export interface AdmissionOptions {
  /** Read unless the address is refused. If it throws, the conditions allow the prefetch. */
  readonly conditions: () => PrefetchConditions;
  /** The absolute address of the current page. If it throws, only `allowedOrigins` are prefetched. */
  readonly page: () => string;
  /** Milliseconds on a scale that only moves forward. */
  readonly now: () => number;
  /** The kill switch: `false` refuses every prefetch. Default always `true`. */
  readonly enabled?: (() => boolean) | undefined;
  /** Origins besides the page's own. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * The effective types on which only taps pass. Default slow-2g, 2g and 3g: Chromium calls every connection with a
   * round trip of 270 ms or more 3g or slower, so slow 4G (562 ms) is included. On such a connection a guess delays the
   * click.
   */
  readonly slowNetworks?: readonly string[] | undefined;
  /**
   * Prefetches in a session. Default 1,000: twenty pages of 50 links, more than a typical visit. It bounds what a
   * defect can cost a server, and should not be noticeable.
   */
  readonly maxRequests?: number | undefined;
  /**
   * Bytes of answers in a session. Default 20,000,000: 1,000 answers of 20 kB. Answers in flight when it is reached
   * still arrive.
   */
  readonly maxBytes?: number | undefined;
  /** Guesses (viewport and background) allowed at once. Default 50: every link of an ordinary page. */
  readonly guessBurst?: number | undefined;
  /**
   * Guesses per second after that. Default 4, because readers make 4 or 5 eye fixations per second. With the burst, a
   * page of 500 links makes at most 90 guesses in its first ten seconds.
   */
  readonly guessesPerSecond?: number | undefined;
  /**
   * How often one address may be requested within `repeatWindowMs`. Default 5: a cache requests it once, a person
   * rarely more often.
   */
  readonly maxRepeats?: number | undefined;
  /** Default 10,000. */
  readonly repeatWindowMs?: number | undefined;
  /**
   * The number of addresses whose repetitions are counted; the least recently requested is dropped first. Default 500.
   */
  readonly maxTracked?: number | undefined;
}

const NOTHING_KNOWN: PrefetchConditions = {
  online: true,
  hidden: false,
  saveData: undefined,
  effectiveType: undefined,
  bot: false,
};

/**
 * The gate in front of the queue. Navigations always pass; a prefetch passes unless there is a reason against it.
 * Intents are exempt from the rate of guesses, but not from the budget.
 *
 * @throws RangeError if a number is not an integer of at least 1 (`guessBurst`, `guessesPerSecond`, `maxRequests`,
 * `maxBytes`: 0)
 */
export function createAdmission({
  conditions,
  page,
  now,
  enabled,
  allowedOrigins,
  slowNetworks,
  maxRequests = 1_000,
  maxBytes = 20_000_000,
  guessBurst = 50,
  guessesPerSecond = 4,
  maxRepeats = 5,
  repeatWindowMs = 10_000,
  maxTracked = 500,
}: AdmissionOptions): Admission {
  requireInteger('maxRequests', maxRequests, 0);
  requireInteger('maxBytes', maxBytes, 0);
  requireInteger('guessBurst', guessBurst, 0);
  requireInteger('guessesPerSecond', guessesPerSecond, 0);
  requireInteger('maxRepeats', maxRepeats, 1);
  requireInteger('repeatWindowMs', repeatWindowMs, 1);
  requireInteger('maxTracked', maxTracked, 1);

  const newRate = (): (() => boolean) => createGuessRate({ now, guessBurst, guessesPerSecond });
  let mustWait = newRate();
  let requests = 0;
  let bytes = 0;
  let refused: Partial<Record<PrefetchRefusal, number>> = {};
  /** The times of recent requests by address, the newest first; the last requested address comes last. */
  const asked = new Map<string, readonly number[]>();

  const isStorm = (address: string): boolean =>
    now() - (asked.get(address)?.[maxRepeats - 1] ?? -Infinity) < repeatWindowMs;

  function note(address: string): void {
    const times = asked.get(address) ?? [];
    asked.delete(address);
    asked.set(address, [now(), ...times].slice(0, maxRepeats));
    for (const oldest of asked.keys()) {
      if (asked.size <= maxTracked) break;
      asked.delete(oldest);
    }
  }

  function refuse({ url, priority, tapped, optOut = false }: AdmissionRequest): PrefetchRefusal | undefined {
    if (callSafely(enabled) === false) return 'kill-switch';
    if (optOut) return 'opt-out';
    const reason =
      refuseAddress(url, callSafely(page) ?? '', allowedOrigins) ??
      refuseConditions(callSafely(conditions) ?? NOTHING_KNOWN, tapped, slowNetworks);
    if (reason !== undefined) return reason;
    if (requests >= maxRequests || bytes >= maxBytes) return 'session-budget';
    const address = withoutFragment(url);
    const storm = isStorm(address);
    if (!storm && priority !== 'intent' && mustWait()) return 'rate';
    // A loop continues while it is refused, so refused requests count: it is over when the address was quiet.
    note(address);
    if (storm) return 'storm';
    requests += 1;
    return undefined;
  }

  return {
    decide(request) {
      if (request.priority === 'navigation') return undefined;
      const reason = refuse(request);
      if (reason !== undefined) refused[reason] = (refused[reason] ?? 0) + 1;
      return reason;
    },
    spent(count) {
      bytes += count;
    },
    stats: () => ({ requests, bytes, refused: { ...refused } }),
    reset() {
      mustWait = newRate();
      requests = 0;
      bytes = 0;
      refused = {};
      asked.clear();
    },
  };
}
