import type { FetchTarget } from '../browser/wrap-fetch.ts';
import type { RouterEventSink } from '../events.ts';
import type { PageClock } from '../platform.ts';
import type { PrefetchConditions } from '../prefetch/admission-rules.ts';
import type { AdmissionOptions } from '../prefetch/admission.ts';
import type { PrefetchStats } from '../prefetch/scheduler.ts';
import type { Preset } from '../presets.ts';
import type { CountByRefusal } from './governed-requests-types.ts';

/** The current state of the governor, and its totals. */
export interface GovernorStats extends PrefetchStats {
  /** Requests sent. */
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
   * Reports that a navigation to this absolute address begins: waiting requests for its page are sent at once, outside
   * the limits. The governor notices link clicks, navigation requests and `onRouterTransitionStart` by itself.
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
   * Budgets and rates, counted in requests; a page takes one or more. Defaults as in `createAdmission`, except
   * `guessesPerSecond`, which is 2 here.
   */
  readonly budget?: Omit<AdmissionOptions, 'conditions' | 'page' | 'now' | 'enabled'> | undefined;
  /**
   * The number of guesses (prefetches of links that the visitor does not point at) for each page view on a connection
   * that the browser calls 3g (a round trip of 270 ms or more). Default 2, so that the connection is free when the
   * visitor points at a link. The first page of a section, which brings the layouts, is not counted.
   */
  readonly slowNetworkGuesses?: number | undefined;
  /**
   * Slots of either limit that are kept free for the newest link that the visitor points at. Guesses then take at most
   * 4 of 5 slots, and 2 of 3 for segments. Default 1; 0 keeps none free.
   */
  readonly intentReserve?: number | undefined;
  /** Time. Default the browser's. */
  readonly clock?: PageClock | undefined;
  /** Called with every prefetch, and with whether it was used. Errors it throws are reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}
