/** A clock that stands still while nothing happens, so that a picture of the traffic stays to be looked at. */
export interface ChartClock {
  /** Something happened; `busy` keeps the clock going until the next call. */
  touch(busy: boolean): void;
  /** Milliseconds the clock has gone. */
  readonly read: () => number;
  readonly isRunning: () => boolean;
}

/** How long the picture moves on after the last event. */
const LINGER_MS = 700;

/** Creates a clock on top of `now`. */
export function createChartClock(now: () => number): ChartClock {
  let elapsed = 0;
  let resumedAt = 0;
  let until = 0;

  const read = (): number => elapsed + Math.max(0, Math.min(now(), until) - resumedAt);

  return {
    touch(busy) {
      elapsed = read();
      resumedAt = now();
      until = busy ? Infinity : resumedAt + LINGER_MS;
    },
    read,
    isRunning: () => now() < until,
  };
}
