/** Time, as the host keeps it. */
export interface Clock {
  /** Milliseconds since the epoch, for dates that others read. It may be set forward and back. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. It is never set: `performance.now`. */
  readonly monotonicNow: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** Sets a timer that keeps no process alive, where the host's timers can do without. */
export function setIdleTimeout(clock: Clock, callback: () => void, delayMs: number): unknown {
  const timer = clock.setTimeout(callback, delayMs);
  (timer as { unref?: () => void } | undefined)?.unref?.();
  return timer;
}

/** Measures how long somebody keeps the tunnel waiting. */
export interface Watch {
  /**
   * It is their turn.
   * @param allowedMs how long this turn may take, in milliseconds. Default is the whole time-out.
   */
  readonly run: (allowedMs?: number) => void;
  /** It is not their turn. */
  readonly pause: () => void;
  /** Measures no more, whatever is called after. */
  readonly dispose: () => void;
}

/**
 * Creates a {@link Watch}, not yet running. Its timer is left standing between turns and looks, when it fires, whether
 * it was meant: to set one for each chunk costs more than the rest of what is done with a chunk.
 * @param onExpired is called once a turn has taken all the time it was allowed
 */
export function createWatch(clock: Clock, timeoutMs: number, onExpired: () => void): Watch {
  let timer: unknown;
  let firesAt = Infinity;
  let endsAt: number | undefined;
  let isDisposed = false;

  const setTimer = (delayMs: number): void => {
    firesAt = clock.monotonicNow() + delayMs;
    timer = clock.setTimeout(check, delayMs);
  };
  const check = (): void => {
    firesAt = Infinity;
    if (endsAt === undefined) return;
    const leftMs = endsAt - clock.monotonicNow();
    if (leftMs <= 0) onExpired();
    else setTimer(leftMs);
  };
  return {
    run: (allowedMs = timeoutMs) => {
      if (isDisposed) return;
      endsAt = clock.monotonicNow() + allowedMs;
      if (endsAt >= firesAt) return;
      clock.clearTimeout(timer);
      setTimer(allowedMs);
    },
    pause: () => {
      endsAt = undefined;
    },
    dispose: () => {
      isDisposed = true;
      endsAt = undefined;
      clock.clearTimeout(timer);
    },
  };
}
