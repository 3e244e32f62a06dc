import { ignoreRejection } from '../thenable.ts';
import type { Clock } from '../clock/clock.ts';

/** The last date there is, in milliseconds since the epoch (ECMAScript §21.4.1.1). */
const MAX_DATE_MS = 8.64e15;

/** A timer of the fallback clock, told from those of the guarded one. */
class FallbackTimer {
  readonly handle: unknown;
  constructor(handle: unknown) {
    this.handle = handle;
  }
}

/** A clock that never throws and always gives a number: what the given one cannot do, the fallback does. */
export function guardClock(clock: Clock, fallback: Clock, report: (error: unknown) => void): Clock {
  // Whatever a function gives, a promise among it may reject.
  const given: { readonly clearTimeout: (timer: unknown) => unknown } = clock;
  const read = (name: 'now' | 'monotonicNow'): number => {
    try {
      const value: unknown = clock[name]();
      if (typeof value === 'number' && Math.abs(value) <= MAX_DATE_MS) return value;
      ignoreRejection(value);
      report(new TypeError(`${name}() is no time`));
    } catch (error) {
      report(error);
    }
    return fallback[name]();
  };
  return {
    now: () => read('now'),
    monotonicNow: () => read('monotonicNow'),
    setTimeout: (callback, delayMs) => {
      try {
        const timer = clock.setTimeout(callback, delayMs);
        ignoreRejection(timer);
        return timer;
      } catch (error) {
        report(error);
        return new FallbackTimer(fallback.setTimeout(callback, delayMs));
      }
    },
    clearTimeout: (timer) => {
      try {
        if (timer instanceof FallbackTimer) fallback.clearTimeout(timer.handle);
        else ignoreRejection(given.clearTimeout(timer));
      } catch (error) {
        report(error);
      }
    },
  };
}
