import { setImmediate as nextMacrotask } from 'node:timers/promises';

/** Options of {@link createFakeClock}. */
export interface FakeClockOptions {
  /** The first result of `now()`, in milliseconds. Default 0. */
  now?: number;
}

/** A clock that moves only when told to. Its functions may be used without their object. */
export interface FakeClock {
  /** The wall clock's time in milliseconds: `advance` and `setWall` move it. */
  readonly now: () => number;
  /** Milliseconds since the clock was created: only `advance` moves it. */
  readonly monotonicNow: () => number;
  /** Calls back once the clock has advanced by `delayMs` (default 0; less counts as 0). */
  readonly setTimeout: (callback: () => void, delayMs?: number) => number;
  /** Removes a timer. A handle that is not a pending timer of this clock is ignored. */
  readonly clearTimeout: (handle: unknown) => void;
  /**
   * Moves the time forward, firing what falls due in the order of due time, then of creation. Promise callbacks
   * run to the end before the first timer, between timers, and after the last.
   */
  readonly advance: (byMs: number) => Promise<void>;
  /** Sets the wall clock forward, or back by a negative number of milliseconds. Timers are not affected. */
  readonly setWall: (byMs: number) => void;
  /** The number of waiting timers. */
  readonly pending: number;
}

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/** Creates a {@link FakeClock}. */
export function createFakeClock({ now: startAt = 0 }: FakeClockOptions = {}): FakeClock {
  const timers = new Map<number, Timer>();
  let currentMs = 0;
  let wallOffsetMs = startAt;
  let lastHandle = 0;

  // The map keeps the order of creation, so `<` lets the older of two simultaneous timers go first.
  const takeNextDue = (untilMs: number): Timer | undefined => {
    let next: [number, Timer] | undefined;
    for (const entry of timers) {
      if (entry[1].dueAt <= untilMs && (next === undefined || entry[1].dueAt < next[1].dueAt)) next = entry;
    }
    if (next !== undefined) timers.delete(next[0]);
    return next?.[1];
  };

  return {
    now: () => currentMs + wallOffsetMs,
    monotonicNow: () => currentMs,
    setTimeout: (callback, delayMs = 0) => {
      lastHandle += 1;
      timers.set(lastHandle, { dueAt: currentMs + Math.max(0, delayMs), callback });
      return lastHandle;
    },
    clearTimeout: (handle) => {
      timers.delete(handle as number);
    },
    advance: async (byMs) => {
      const untilMs = currentMs + byMs;
      await nextMacrotask();
      for (let timer = takeNextDue(untilMs); timer !== undefined; timer = takeNextDue(untilMs)) {
        currentMs = timer.dueAt;
        timer.callback();
        await nextMacrotask();
      }
      currentMs = untilMs;
    },
    setWall: (byMs) => {
      wallOffsetMs += byMs;
    },
    get pending() {
      return timers.size;
    },
  };
}
