import { askSafely } from '../ask-safely.ts';
import { callSafely } from '@adit/common';
import type { RouterEventSink } from '../events.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireInteger } from '../options.ts';
import type { PageClock, FetchLike } from '../platform.ts';
import { backoffMs } from './backoff.ts';
import type { HostSignal } from './host-signal.ts';
import { createStore, type Store, type WritableStore } from './store.ts';
import { doWithin, type TimedWork } from './timed.ts';

/** The reason why the host does not count as online. */
export type OfflineReason =
  /** The host reports it. */
  | 'no-network'
  /** The probe failed at once. */
  | 'unreachable'
  /** The probe was not answered in time: the reason is unknown. */
  | 'no-answer'
  /** Something else answered the probe, such as the sign-in page of a hotel. */
  | 'captive-portal';

/** Whether the application's server can be reached, as far as known. */
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
   * Reports that a request failed on the network. Starts a probe, if there is one; its result sets the state. Resolves
   * within `probeTimeoutMs` with whether the host counts as online. Never rejects.
   */
  readonly suspect: () => Promise<boolean>;
  /** Reports that the application's server has answered a request, so that no further probe is needed. */
  readonly reached: () => void;
  /**
   * Resolves once online: at once if it is, else within `resumeJitterMs` of the network's return, so that waiting work
   * does not start together. A newer wait with the same `key` supersedes an older one.
   */
  readonly whenOnline: (key: string, options?: WaitOptions) => Promise<WaitOutcome>;
  /** Listens to the host. Returns a function that stops, and supersedes all waits. */
  readonly start: () => () => void;
}

/** A request to the application's own server that shows whether it can be reached. */
export interface ConnectivityProbe {
  /** An address of this origin that answers 204. */
  readonly url: string;
  readonly fetch: FetchLike;
  /**
   * Whether the application's server gave this answer. Default: status 204, or a server error, which no sign-in page
   * returns, except 511 (RFC 6585), which is meant for them.
   */
  readonly isOurs?: ((response: Response) => boolean | Promise<boolean>) | undefined;
  /** Whether the host's `online` is enough; the probe then runs only after `suspect`. Default `false`. */
  readonly trustsHost?: boolean | undefined;
}

/** Options of {@link createConnectivityMonitor}. */
export interface ConnectivityMonitorOptions {
  /** Time and timers. */
  readonly clock: PageClock;
  /** The host's own state: `false` only if the host knows that it has no network. */
  readonly network: HostSignal;
  /** Without it, only the host's state counts. */
  readonly probe?: ConnectivityProbe | undefined;
  /** How long a probe may take. Default 3 000 ms. */
  readonly probeTimeoutMs?: number | undefined;
  /** The wait from a failed probe to the next, plus or minus 20 %, doubled for each. Default 1 000 ms. */
  readonly retryMs?: number | undefined;
  /** The maximum of that wait. Default 30 000 ms. */
  readonly maxRetryMs?: number | undefined;
  /** The time over which waiting work is spread when the network is back. Default 1 000 ms. */
  readonly resumeJitterMs?: number | undefined;
  /** Returns a number from 0 to less than 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Called with `connectivity`, whenever `online` changes. Errors it throws are reported as uncaught. */
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
 * Watches the network. With a probe, the host's "online" only starts a probe, and every result that is not an answer of
 * the application's own server counts as offline, including a time-out.
 *
 * @throws RangeError if a number is not a whole number of milliseconds, or exceeds a timer's maximum (2,147,483,647)
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

  const context: ConnectivityContext = {
    clock,
    network,
    probe,
    probeTimeoutMs,
    retryMs,
    maxRetryMs,
    resumeJitterMs,
    random,
    onEvent,
    store: createStore<ConnectivityState>(network.read() ? ONLINE : NO_NETWORK),
    waiters: new Map(),
    probing: undefined,
    isStarted: false,
    failures: 0,
    retry: undefined,
  };
  const { state, subscribe } = context.store;
  return {
    state,
    subscribe,
    isOnline: () => state().online,
    async suspect() {
      if (context.isStarted && !network.read()) become(context, NO_NETWORK);
      else if (context.isStarted && probe !== undefined) await check(context);
      return state().online;
    },
    reached() {
      stopProbing(context);
      context.failures = 0;
      become(context, ONLINE);
    },
    whenOnline: (key, { signal } = {}) => whenOnline(context, key, signal),
    start: () => start(context),
  };
}

/** The options and the state of one monitor. Every step takes it. */
interface ConnectivityContext extends Omit<ConnectivityMonitorOptions, `${string}Ms` | 'random'> {
  readonly probeTimeoutMs: number;
  readonly retryMs: number;
  readonly maxRetryMs: number;
  readonly resumeJitterMs: number;
  readonly random: () => number;
  readonly store: WritableStore<ConnectivityState>;
  /** By key. */
  readonly waiters: Map<string, Waiter>;
  probing: TimedWork<ConnectivityState> | undefined;
  isStarted: boolean;
  /** Of the probe, in a row. */
  failures: number;
  retry: unknown;
}

function become(context: ConnectivityContext, next: ConnectivityState): void {
  const { store, waiters, onEvent } = context;
  const wasOnline = store.state().online;
  store.enter(next);
  if (next.online === wasOnline) return;
  for (const waiter of waiters.values()) resumeOrHold(context, waiter);
  callSafely(() => onEvent?.({ type: 'connectivity', online: next.online }));
}

function resumeOrHold(context: ConnectivityContext, waiter: Waiter): void {
  const { clock, store, random, resumeJitterMs } = context;
  clock.clearTimeout(waiter.timer);
  if (!store.state().online) return;
  waiter.timer = clock.setTimeout(
    () => waiter.settle('online'),
    Math.round((callSafely(random) ?? 0) * resumeJitterMs),
  );
}

function stopProbing(context: ConnectivityContext): void {
  context.clock.clearTimeout(context.retry);
  const stopped = context.probing;
  context.probing = undefined;
  stopped?.abort();
}

async function check(context: ConnectivityContext): Promise<void> {
  const { clock, probe, probing, probeTimeoutMs } = context;
  if (probe === undefined) {
    become(context, ONLINE);
    return;
  }
  if (probing !== undefined) {
    await probing.settled;
    return;
  }
  clock.clearTimeout(context.retry);
  const { url, fetch, isOurs } = probe;
  const mine = doWithin(clock, probeTimeoutMs, async (signal) => {
    const response = await fetch(url, { cache: 'no-store', signal });
    return ((await askSafely(isOurs, response)) ?? isOurAnswer(response)) ? ONLINE : CAPTIVE_PORTAL;
  });
  context.probing = mine;
  const ending = await mine.settled;
  if (context.probing !== mine) return;
  context.probing = undefined;
  if (ending.outcome === 'done') become(context, ending.value);
  else become(context, ending.outcome === 'timed-out' ? NO_ANSWER : UNREACHABLE);
  if (context.store.state().online) context.failures = 0;
  else retryLater(context);
}

function retryLater(context: ConnectivityContext): void {
  const { clock, failures, retryMs: baseMs, maxRetryMs: maxMs, random } = context;
  const waitMs = backoffMs(failures, { baseMs, maxMs, random });
  context.failures += 1;
  context.retry = clock.setTimeout(() => void check(context), waitMs);
}

function hear(context: ConnectivityContext): void {
  stopProbing(context);
  context.failures = 0;
  if (!context.network.read()) become(context, NO_NETWORK);
  else if (context.probe?.trustsHost === true) become(context, ONLINE);
  else void check(context);
}

function whenOnline(
  { clock, store, waiters }: ConnectivityContext,
  key: string,
  signal: AbortSignal | undefined,
): Promise<WaitOutcome> {
  waiters.get(key)?.settle('superseded');
  if (signal?.aborted === true) return Promise.resolve('superseded');
  if (store.state().online) return Promise.resolve('online');
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
}

function start(context: ConnectivityContext): () => void {
  const { network, store, waiters } = context;
  if (context.isStarted) return () => undefined;
  context.isStarted = true;
  const stopListening = network.subscribe(() => hear(context));
  if (network.read() !== store.state().online) hear(context);
  return () => {
    context.isStarted = false;
    stopListening();
    stopProbing(context);
    for (const waiter of waiters.values()) waiter.settle('superseded');
  };
}
