/** The host's clock and timers. */
export interface Clock {
  /** Milliseconds since the epoch, for dates that others read. It may be set forward and back. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. It is never set: `performance.now`. */
  readonly monotonicNow: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** Sets a timer that does not keep the process alive, if the host's timers have `unref`. */
export function setIdleTimeout(clock: Clock, callback: () => void, delayMs: number): unknown {
  const timer = clock.setTimeout(callback, delayMs);
  (timer as { unref?: () => void } | undefined)?.unref?.();
  return timer;
}
