import type { Clock } from './clock.ts';

/** The wall clock, and its earlier readings before it was set. */
export interface WallHistory {
  /** The date to write on stored data, in milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * How long ago a date was written, in milliseconds, by the wall clock as it was then. If two answers are possible,
   * the shorter one. Never less than 0, so that nothing expires early.
   */
  readonly ageOf: (dateMs: number) => number;
}

/** A time between two settings of the wall clock. */
interface Era {
  /** When it began, by the monotonic clock. */
  readonly fromMs: number;
  /** How far the wall clock was ahead of the monotonic one. */
  readonly aheadMs: number;
}

/**
 * Clock differences below this are drift, or come from reading one clock after the other; the clock has not been set.
 * In milliseconds.
 */
export const WALL_TOLERANCE_MS = 1_000;

/** The number of settings of the wall clock that are remembered. */
const MAX_ERAS = 16;

/** Creates a {@link WallHistory}. A setting of the clock counts from when it is first read. */
export function createWallHistory(clock: Pick<Clock, 'now' | 'monotonicNow'>): WallHistory {
  let latest: Era = { fromMs: -Infinity, aheadMs: clock.now() - clock.monotonicNow() };
  const eras = [latest];

  const look = (wallMs: number, monotonicMs: number): void => {
    const aheadMs = wallMs - monotonicMs;
    if (Math.abs(aheadMs - latest.aheadMs) <= WALL_TOLERANCE_MS) return;
    latest = { fromMs: monotonicMs, aheadMs };
    eras.push(latest);
    if (eras.length > MAX_ERAS) eras.shift();
  };

  return {
    now: () => {
      const wallMs = clock.now();
      look(wallMs, clock.monotonicNow());
      return wallMs;
    },
    ageOf: (dateMs) => {
      const monotonicMs = clock.monotonicNow();
      look(clock.now(), monotonicMs);
      let untilMs = monotonicMs;
      let shortestMs = Infinity;
      for (const { fromMs, aheadMs } of [...eras].reverse()) {
        const writtenMs = dateMs - aheadMs;
        const ageMs = Math.max(0, monotonicMs - writtenMs);
        // The latest era the date fits into gives the shortest age of all it fits into.
        if (writtenMs >= fromMs - WALL_TOLERANCE_MS && writtenMs <= untilMs + WALL_TOLERANCE_MS) return ageMs;
        shortestMs = Math.min(shortestMs, ageMs);
        untilMs = fromMs;
      }
      return shortestMs;
    },
  };
}
