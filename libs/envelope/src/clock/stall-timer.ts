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
  return new HostTimer(clock, timeoutMs, onExpired);
}

/**
 * A class, because a request makes two timers: methods of a class are created once, those of an object literal for each
 * timer.
 */
class HostTimer implements StallTimer {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #onExpired: () => void;
  #timer: unknown;
  #firesAt = Infinity;
  #endsAt: number | undefined;
  #isDisposed = false;

  constructor(clock: Clock, timeoutMs: number, onExpired: () => void) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#onExpired = onExpired;
  }

  run(allowedMs = this.#timeoutMs): void {
    if (this.#isDisposed) return;
    const nowMs = this.#clock.monotonicNow();
    this.#endsAt = nowMs + allowedMs;
    if (this.#endsAt >= this.#firesAt) return;
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#setTimer(nowMs, allowedMs);
  }

  pause(): void {
    this.#endsAt = undefined;
  }

  dispose(): void {
    if (!this.#isDisposed) this.#clock.clearTimeout(this.#timer);
    this.#isDisposed = true;
    this.#endsAt = undefined;
  }

  #setTimer(nowMs: number, delayMs: number): void {
    this.#firesAt = nowMs + delayMs;
    this.#timer = this.#clock.setTimeout(() => {
      this.#check();
    }, delayMs);
  }

  #check(): void {
    this.#firesAt = Infinity;
    if (this.#endsAt === undefined) return;
    const nowMs = this.#clock.monotonicNow();
    if (this.#endsAt <= nowMs) this.#onExpired();
    else this.#setTimer(nowMs, this.#endsAt - nowMs);
  }
}
