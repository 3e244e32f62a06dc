import { askSafely } from '../ask-safely.ts';
import { callSafely } from '../call-safely.ts';
import type { RouterEventSink } from '../events.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireInteger } from '../options.ts';
import type { Clock, FetchLike } from '../platform.ts';
import { backoffMs } from './backoff.ts';
import type { HostSignal } from './host-signal.ts';
import { createStore, type Store } from './store.ts';
import { doWithin, type TimedWork } from './timed.ts';

/** Why the host does not count as online. */
export type OfflineReason =
  /** The host says so itself. */
  | 'no-network'
  /** The probe failed at once. */
  | 'unreachable'
  /** The probe was not answered in time: the reason is unknown. */
  | 'no-answer'
  /** Something else answered the probe, such as the sign-in page of a hotel. */
  | 'captive-portal';

/** Whether the application's server can be reached, as far as is known. */
export type ConnectivityState =
  { readonly online: true } | { readonly online: false; readonly reason: OfflineReason };

/** How a wait ended: the host is online, or a newer wait replaced this one. */
export type WaitOutcome = 'online' | 'superseded';

/** Options of one wait. */
export interface WaitOptions {
  /** Ends the wait as superseded. */
  readonly signal?: AbortSignal | undefined;
}

/** Tracks whether there is a network, and lets work wait for it. */
export interface ConnectivityMonitor extends Store<ConnectivityState> {
  /** Whether the state is online. */
  readonly isOnline: () => boolean;
  /**
   * A request failed on the network: probes, if there is a probe. The state changes with its answer. Resolves then, within
   * `probeTimeoutMs`, with whether the host counts as online. It never rejects.
   */
  readonly suspect: () => Promise<boolean>;
  /** The application's server has answered a request, so there is no need to probe any longer. */
  readonly reached: () => void;
  /**
   * Resolves once online: at once if it is, else within `resumeJitterMs` of the network's return, so that what waits does
   * not start together. A newer wait of the same `key` supersedes an older one.
   */
  readonly whenOnline: (key: string, options?: WaitOptions) => Promise<WaitOutcome>;
  /** Listens to the host. Returns a function that stops, and supersedes everything that waits. */
  readonly start: () => () => void;
}

/** A request to the application's own server that shows whether it can be reached. */
export interface ConnectivityProbe {
  /** An address of this origin that answers 204. */
  readonly url: string;
  readonly fetch: FetchLike;
  /**
   * Whether the application's server gave this answer. Default: status 204, or a server error, which no sign-in page
   * answers with, except 511 (RFC 6585), which is made for them.
   */
  readonly isOurs?: ((response: Response) => boolean | Promise<boolean>) | undefined;
  /** Whether the host's `online` is enough; the probe then runs after a suspicion only. Default `false`. */
  readonly trustsHost?: boolean | undefined;
}

/** Options of {@link createConnectivityMonitor}. */
export interface ConnectivityMonitorOptions {
  /** Time and timers. */
  readonly clock: Clock;
  /** The host's own state: `false` only if the host knows that it has no network. */
  readonly network: HostSignal;
  /** Without it, only the host's state counts. */
  readonly probe?: ConnectivityProbe | undefined;
  /** How long a probe may take. Default 3 000 ms. */
  readonly probeTimeoutMs?: number | undefined;
  /** How long from a failed probe to the next, within 20 % and doubling for each. Default 1 000 ms. */
  readonly retryMs?: number | undefined;
  /** What that wait grows to. Default 30 000 ms. */
  readonly maxRetryMs?: number | undefined;
  /** Over how long what waits is spread when the network is back. Default 1 000 ms. */
  readonly resumeJitterMs?: number | undefined;
  /** Returns a number from 0 to less than 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Called with `connectivity`, whenever `online` changes. What it throws is reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}

interface Waiter {
  readonly settle: (outcome: WaitOutcome) => void;
  timer?: unknown;
}

const ONLINE: ConnectivityState = Object.freeze({ online: true });

const offline = (reason: OfflineReason): ConnectivityState => Object.freeze({ online: false, reason });

const NO_NETWORK = offline('no-network');
const UNREACHABLE = offline('unreachable');
const NO_ANSWER = offline('no-answer');
const CAPTIVE_PORTAL = offline('captive-portal');

const NO_CONTENT = 204;
const SERVER_ERROR = 500;
const NETWORK_AUTHENTICATION_REQUIRED = 511;

const isOurAnswer = ({ status }: Response): boolean =>
  status === NO_CONTENT || (status >= SERVER_ERROR && status !== NETWORK_AUTHENTICATION_REQUIRED);

/**
 * Watches the network. With a probe, the host's "online" is only a reason to ask, and whatever is not an answer of the
 * application's own server counts as offline, a time-out included.
 *
 * @throws RangeError when a number is not a whole number of milliseconds, or more than a timer takes (2,147,483,647)
 */
export function createConnectivityMonitor({
  clock,
  network,
  probe,
  probeTimeoutMs = 3_000,
  retryMs = 1_000,
  maxRetryMs = 30_000,
  resumeJitterMs = 1_000,
  random = Math.random,
  onEvent,
}: ConnectivityMonitorOptions): ConnectivityMonitor {
  const spans = { probeTimeoutMs, retryMs, maxRetryMs };
  for (const [option, value] of Object.entries(spans)) requireInteger(option, value, 1, MAX_TIMER_MS);
  requireInteger('resumeJitterMs', resumeJitterMs, 0, MAX_TIMER_MS);

  const { state, subscribe, enter } = createStore<ConnectivityState>(network.read() ? ONLINE : NO_NETWORK);
  const waiters = new Map<string, Waiter>();
  let probing: TimedWork<ConnectivityState> | undefined;
  let isStarted = false;
  let failures = 0;
  let retry: unknown;

  function become(next: ConnectivityState): void {
    const wasOnline = state().online;
    enter(next);
    if (next.online === wasOnline) return;
    for (const waiter of waiters.values()) resumeOrHold(waiter);
    callSafely(() => onEvent?.({ type: 'connectivity', online: next.online }));
  }

  function resumeOrHold(waiter: Waiter): void {
    clock.clearTimeout(waiter.timer);
    if (!state().online) return;
    waiter.timer = clock.setTimeout(
      () => waiter.settle('online'),
      Math.round((callSafely(random) ?? 0) * resumeJitterMs),
    );
  }

  function stopProbing(): void {
    clock.clearTimeout(retry);
    const stopped = probing;
    probing = undefined;
    stopped?.abort();
  }

  async function check(): Promise<void> {
    if (probe === undefined) {
      become(ONLINE);
      return;
    }
    if (probing !== undefined) {
      await probing.settled;
      return;
    }
    clock.clearTimeout(retry);
    const { url, fetch, isOurs } = probe;
    const mine = doWithin(clock, probeTimeoutMs, async (signal) => {
      const response = await fetch(url, { cache: 'no-store', signal });
      return ((await askSafely(isOurs, response)) ?? isOurAnswer(response)) ? ONLINE : CAPTIVE_PORTAL;
    });
    probing = mine;
    const ending = await mine.settled;
    if (probing !== mine) return;
    probing = undefined;
    if (ending.outcome === 'done') become(ending.value);
    else become(ending.outcome === 'timed-out' ? NO_ANSWER : UNREACHABLE);
    if (state().online) failures = 0;
    else {
      const waitMs = backoffMs(failures, { baseMs: retryMs, maxMs: maxRetryMs, random });
      failures += 1;
      retry = clock.setTimeout(() => void check(), waitMs);
    }
  }

  function hear(): void {
    stopProbing();
    failures = 0;
    if (!network.read()) become(NO_NETWORK);
    else if (probe?.trustsHost === true) become(ONLINE);
    else void check();
  }

  return {
    state,
    subscribe,
    isOnline: () => state().online,
    async suspect() {
      if (isStarted && !network.read()) become(NO_NETWORK);
      else if (isStarted && probe !== undefined) await check();
      return state().online;
    },
    reached() {
      stopProbing();
      failures = 0;
      become(ONLINE);
    },
    whenOnline(key, { signal } = {}) {
      waiters.get(key)?.settle('superseded');
      if (signal?.aborted === true) return Promise.resolve('superseded');
      if (state().online) return Promise.resolve('online');
      return new Promise((resolve) => {
        const supersede = (): void => waiter.settle('superseded');
        const waiter: Waiter = {
          settle(outcome) {
            waiters.delete(key);
            clock.clearTimeout(waiter.timer);
            signal?.removeEventListener('abort', supersede);
            resolve(outcome);
          },
        };
        waiters.set(key, waiter);
        signal?.addEventListener('abort', supersede);
      });
    },
    start() {
      if (isStarted) return () => undefined;
      isStarted = true;
      const stopListening = network.subscribe(hear);
      if (network.read() !== state().online) hear();
      return () => {
        isStarted = false;
        stopListening();
        stopProbing();
        for (const waiter of waiters.values()) waiter.settle('superseded');
      };
    },
  };
}
