/** Time, as the host keeps it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** Sets a timer that keeps no process alive, where the host's timers can do without. */
export function setIdleTimeout(clock: Clock, callback: () => void, delayMs: number): unknown {
  const timer = clock.setTimeout(callback, delayMs);
  (timer as { unref?: () => void } | undefined)?.unref?.();
  return timer;
}

/** Measures how long ingest keeps the tunnel waiting. */
export interface Watch {
  /** It is ingest's turn: its time starts anew. */
  readonly run: () => void;
  /** It is the client's turn: a slow client is not a slow ingest. */
  readonly pause: () => void;
  /** Measures no more, whatever is called after. */
  readonly dispose: () => void;
}

/**
 * Creates a {@link Watch}, not yet running.
 * @param onExpired is called once ingest has had its turn for the whole time-out
 */
export function createWatch(clock: Clock, timeoutMs: number, onExpired: () => void): Watch {
  let handle: unknown;
  let isDisposed = false;

  const pause = (): void => {
    clock.clearTimeout(handle);
  };
  return {
    run: () => {
      pause();
      if (!isDisposed) handle = clock.setTimeout(onExpired, timeoutMs);
    },
    pause,
    dispose: () => {
      isDisposed = true;
      pause();
    },
  };
}
