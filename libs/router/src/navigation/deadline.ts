import { requireInteger } from '../options.ts';
import type { Clock } from '../platform.ts';
import { SPEC } from '../presets.ts';

/** One deadline at a time. */
export interface Deadline {
  /** Starts the timer now; a running one is forgotten, because a newer navigation supersedes it. */
  start(onPassed: () => void): void;
  /** Stops the timer; nothing happens where none runs. */
  cancel(): void;
}

/** Options of {@link createDeadline}. */
export interface DeadlineOptions {
  /** Time and timers. */
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** Default 3800 ms (S32). */
  readonly timeoutMs?: number | undefined;
}

/**
 * The route-load time-out. Next starts its own inside `requestIdleCallback` (client/lib/promise.js), where it never
 * fires on a page that is never idle; this one starts at once.
 *
 * @throws RangeError when `timeoutMs` is not an integer of at least 1
 */
export function createDeadline({ clock, timeoutMs = SPEC.routeLoadTimeoutMs }: DeadlineOptions): Deadline {
  requireInteger('timeoutMs', timeoutMs, 1);
  let cancelTimer = (): void => undefined;

  return {
    start(onPassed) {
      cancelTimer();
      const timer = clock.setTimeout(onPassed, timeoutMs);
      cancelTimer = () => clock.clearTimeout(timer);
    },
    cancel: () => cancelTimer(),
  };
}
