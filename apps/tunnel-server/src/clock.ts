/** The clocks and timers of a process. */
export interface Clock {
  /** Milliseconds since the epoch, for dates that others read. It may be set forward and back. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. It is never set. */
  readonly monotonicNow: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** The clocks and timers of the system. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};
