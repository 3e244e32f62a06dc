import type { Clock } from './clock.ts';

/** The wall clock, and what it showed before it was set. */
export interface WallHistory {
  /** The date to write on what is kept, in milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * How long ago a date was written, in milliseconds: by the wall clock as it was then. Of two answers the shorter, and
   * never less than 0, so that nothing expires early.
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

/** Clocks that differ by less have not been set: they drift, and are read one after the other. In milliseconds. */
export const WALL_TOLERANCE_MS = 1_000;

/** Settings of the wall clock remembered. */
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
