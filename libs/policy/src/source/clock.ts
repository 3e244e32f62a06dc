/** The host's clock and timers. The `Clock` of `@adit/envelope` is one. */
export interface PolicyClock {
  /** Milliseconds since the epoch, for dates that others read. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. It is never set. */
  readonly monotonicNow: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** The runtime's clock and timers. */
export const HOST_CLOCK: PolicyClock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => {
    clearTimeout(handle as ReturnType<typeof setTimeout>);
  },
};

/** Sets a timer that does not keep the process alive, if the host's timers have `unref`. */
export function setIdleTimeout(clock: PolicyClock, callback: () => void, delayMs: number): unknown {
  const timer = clock.setTimeout(callback, delayMs);
  (timer as { unref?: () => void } | undefined)?.unref?.();
  return timer;
}

/** Resolves after `delayMs`, or once the signal aborts. Until then it keeps the process alive: someone waits for it. */
export function pause(clock: PolicyClock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clock.clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimeout(end, delayMs);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
