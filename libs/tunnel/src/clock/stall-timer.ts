import type { Clock } from './clock.ts';

/** A time-out for one party of a request, the client or ingest, that runs only while the tunnel waits for that party. */
export interface StallTimer {
  /**
   * Starts counting.
   * @param allowedMs the time allowed, in milliseconds. Default: the whole time-out.
   */
  readonly run: (allowedMs?: number) => void;
  /** Stops counting. */
  readonly pause: () => void;
  /** Ends the timer for good. Later calls do nothing. */
  readonly dispose: () => void;
}

/**
 * Creates a {@link StallTimer}, paused. The host's timer stays set while the stall timer is paused, and checks on firing
 * whether the time is up. Setting a timer for each chunk would cost more than all other work on a chunk.
 * @param onExpired is called once the allowed time has passed
 */
export function createStallTimer(clock: Clock, timeoutMs: number, onExpired: () => void): StallTimer {
  let timer: unknown;
  let firesAt = Infinity;
  let endsAt: number | undefined;
  let isDisposed = false;

  const setTimer = (delayMs: number): void => {
    firesAt = clock.monotonicNow() + delayMs;
    timer = clock.setTimeout(check, delayMs);
  };
  const check = (): void => {
    firesAt = Infinity;
    if (endsAt === undefined) return;
    const leftMs = endsAt - clock.monotonicNow();
    if (leftMs <= 0) onExpired();
    else setTimer(leftMs);
  };
  return {
    run: (allowedMs = timeoutMs) => {
      if (isDisposed) return;
      endsAt = clock.monotonicNow() + allowedMs;
      if (endsAt >= firesAt) return;
      clock.clearTimeout(timer);
      setTimer(allowedMs);
    },
    pause: () => {
      endsAt = undefined;
    },
    dispose: () => {
      isDisposed = true;
      endsAt = undefined;
      clock.clearTimeout(timer);
    },
  };
}
