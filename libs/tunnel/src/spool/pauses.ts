import type { Clock } from '../steps/watch.ts';

/** Pauses that can all be ended at once. */
export interface Pauses {
  /** Resolves after so many milliseconds, or at {@link Pauses.end}. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Ends every pause, and those to come. */
  readonly end: () => void;
}

/** Creates {@link Pauses} kept by a clock. */
export function createPauses(clock: Clock): Pauses {
  const pending = new Map<() => void, unknown>();
  let isEnded = false;

  return {
    pause: (delayMs) =>
      new Promise((resolve) => {
        if (isEnded) {
          resolve();
          return;
        }
        const end = (): void => {
          pending.delete(end);
          resolve();
        };
        pending.set(end, clock.setTimeout(end, delayMs));
      }),
    end: () => {
      isEnded = true;
      for (const [end, handle] of pending) {
        clock.clearTimeout(handle);
        end();
      }
    },
  };
}
