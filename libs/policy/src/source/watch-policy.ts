import { checkSource, SETTLE_MS } from './check-source.ts';
import { HOST_CLOCK, pause, setIdleTimeout, type PolicyClock } from './clock.ts';
import type { PolicyFetch } from './https-source.ts';
import { forgetJudged } from './judge-look.ts';
import { ANSWER_MS } from './look-once.ts';
import { openSource } from './open-source.ts';
import type { PolicyRedisKey } from './redis-source.ts';
import { createVerifier } from './signature.ts';
import type { PolicyState, PolicyVersion, WatchContext } from './watch-context.ts';

/** Options of {@link watchPolicy}. */
export interface PolicyWatchOptions<T> {
  /**
   * The place of the document: a path, a `file:` or `https:` address, or a key of Redis. `http:` only for this machine,
   * unless `insecure` is set.
   */
  readonly from: string | URL | PolicyRedisKey;
  /** Turns a text into a document. Throws if the text is wrong; the message becomes the problem. */
  readonly read: (text: string) => T;
  /**
   * Called with each new document, which `current()` returns already. If it throws, or its promise is rejected, the
   * document is refused and the former one is in force again. A promise is not awaited. Default: nothing.
   */
  readonly onChange?: (document: T, about: PolicyVersion) => unknown;
  /** Called once for each change of state, not for each check. Its errors are ignored. Default: nothing. */
  readonly tell?: (state: PolicyState) => void;
  /**
   * An Ed25519 public key, as PEM or base64: only texts that its owner has signed are read. Default: none has to be
   * signed.
   */
  readonly key?: string;
  /** In force until the first good document. Default: none. */
  readonly fallback?: T;
  /** Allows `http:` to other machines. Anyone on the way can then change the document, unless `key` is set. Default `false`. */
  readonly insecure?: boolean;
  /** The time from one check to the next, in milliseconds, 1,000 to 3,600,000. Default 5,000. */
  readonly everyMs?: number;
  /** Default: the host's. */
  readonly clock?: PolicyClock;
  /** For `https:`. Default: the host's. It may add headers that the server wants. */
  readonly fetch?: PolicyFetch;
  /** A number from 0 to 1, for the pauses after failures. Default `Math.random`. */
  readonly random?: () => number;
}

/** A document that follows its source. */
export interface PolicyWatch<T> {
  /** The document in force: the last good one, or the fallback. */
  readonly current: () => T;
  readonly state: () => PolicyState;
  /** Resolves after the first check, good or not, but after 5 seconds at most. Never rejects. */
  readonly ready: Promise<void>;
  /** Reads the source anew and judges it again. Resolves when that is done or the watch is closed. Never rejects. */
  readonly check: () => Promise<void>;
  /** Ends all timers and requests. The document in force stays. */
  readonly close: () => void;
}

const MIN_EVERY_MS = 1_000;
const MAX_EVERY_MS = 3_600_000;

/** After this number of failures the pause no longer doubles. */
const MAX_DOUBLINGS = 10;

/**
 * Watches a document: reads it every few seconds, and calls `onChange` with each new good one. A source that is slow,
 * dead or wrong changes nothing but the state.
 * @throws TypeError for a wrong option
 */
export function watchPolicy<T>(options: PolicyWatchOptions<T> & { readonly fallback: T }): PolicyWatch<T>;
export function watchPolicy<T>(options: PolicyWatchOptions<T>): PolicyWatch<T | undefined>;
export function watchPolicy<T>(options: PolicyWatchOptions<T>): PolicyWatch<T | undefined> {
  const { everyMs = 5_000, random = Math.random } = options;
  if (!Number.isInteger(everyMs) || everyMs < MIN_EVERY_MS || everyMs > MAX_EVERY_MS) {
    throw new TypeError(
      `watchPolicy: everyMs is ${everyMs}; accepted is a whole number from ${MIN_EVERY_MS} to ${MAX_EVERY_MS}.`,
    );
  }
  const closing = new AbortController();
  const context = createContext(options, closing.signal);
  const { source, clock } = context;
  const isClosed = (): boolean => closing.signal.aborted;
  let failures = 0;
  let pollTimer: unknown;
  let hintTimer: unknown;
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let mustForget = false;
  let stopWatching: () => void = () => undefined;

  const pollLater = (startedAt: number): void => {
    const isAway = context.state.status === 'stale';
    failures = isAway ? Math.min(failures + 1, MAX_DOUBLINGS) : 0;
    const longestMs = Math.max(everyMs, source.longestPauseMs);
    const pauseMs = isAway
      ? pauseAfter(failures, everyMs, longestMs, random())
      : Math.max(0, everyMs - (clock.monotonicNow() - startedAt));
    pollTimer = setIdleTimeout(clock, () => void start(), pauseMs);
  };
  const start = (): Promise<void> => {
    if (isClosed()) return Promise.resolve();
    clock.clearTimeout(pollTimer);
    if (mustForget) forgetJudged(context);
    mustForget = false;
    const startedAt = clock.monotonicNow();
    running = checkSource(context).then(() => {
      running = undefined;
      if (!isClosed()) pollLater(startedAt);
    });
    return running;
  };
  /** A check that begins after this moment. One that is under way may have read the source before. */
  const checkAnew = (): Promise<void> => {
    if (running === undefined) return start();
    queued ??= running.then(() => {
      queued = undefined;
      return start();
    });
    return queued;
  };
  const takeHint = (): void => {
    if (isClosed()) return;
    hintTimer ??= setIdleTimeout(
      clock,
      () => {
        hintTimer = undefined;
        void checkAnew();
      },
      SETTLE_MS,
    );
  };

  source.watch?.(takeHint).then(
    (stop) => {
      stopWatching = stop;
      if (isClosed()) stop();
    },
    () => undefined,
  );
  const waiting = new AbortController();
  const first = start();
  const ready = Promise.race([first, pause(clock, ANSWER_MS, waiting.signal)]).then(() => waiting.abort());
  return {
    current: () => (context.held === undefined ? options.fallback : context.held.document),
    state: () => context.state,
    ready,
    check: () => {
      mustForget = true;
      return checkAnew();
    },
    close: () => {
      closing.abort();
      clock.clearTimeout(pollTimer);
      clock.clearTimeout(hintTimer);
      stopWatching();
    },
  };
}

/** The pause after a number of failures, in milliseconds: it doubles, and differs so that replicas do not ask together. */
function pauseAfter(failures: number, everyMs: number, longestMs: number, random: number): number {
  return Math.min(everyMs * 2 ** (failures - 1), longestMs) * (0.5 + random / 2);
}

function createContext<T>(options: PolicyWatchOptions<T>, closing: AbortSignal): WatchContext<T> {
  const { from, read, onChange, tell, key, insecure = false, clock = HOST_CLOCK } = options;
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  return {
    source: openSource(from, { fetch, insecure }),
    verify: key === undefined ? undefined : createVerifier(key),
    read,
    onChange: onChange ?? (() => undefined),
    tell: tell ?? (() => undefined),
    clock,
    closing,
    held: undefined,
    former: undefined,
    judged: undefined,
    mark: undefined,
    state: { status: 'starting', since: clock.now() },
    stateKey: 'starting',
    isLooking: false,
  };
}
