/** The two clocks of a process. */
export interface Clock {
  /** Milliseconds since the epoch, for dates that others read. It may be set forward and back. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. It is never set. */
  readonly monotonicNow: () => number;
}

/** The clocks of the system. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonicNow: () => performance.now() };
