import type { Clock } from '@adit/envelope';

/** Pauses that can be ended early. */
export interface Pauses {
  /** Resolves after `delayMs` milliseconds, or when the pause is ended. */
  readonly pause: (owner: object, delayMs: number) => Promise<void>;
  /** Ends the pauses of one owner. */
  readonly wake: (owner: object) => void;
  /** Ends the pauses of everyone. */
  readonly wakeAll: () => void;
  /** Ends every pause. Later pauses end at once. */
  readonly end: () => void;
}

interface Pause {
  readonly owner: object;
  readonly timer: unknown;
}

/** Creates {@link Pauses} on a clock. */
export function createPauses(clock: Clock): Pauses {
  const pending = new Map<() => void, Pause>();
  let isEnded = false;

  const endAll = (isMeant: (pause: Pause) => boolean): void => {
    for (const [resolve, pause] of pending) {
      if (!isMeant(pause)) continue;
      clock.clearTimeout(pause.timer);
      resolve();
    }
  };

  return {
    pause: (owner, delayMs) =>
      new Promise((resolve) => {
        if (isEnded) {
          resolve();
          return;
        }
        const finish = (): void => {
          pending.delete(finish);
          resolve();
        };
        pending.set(finish, { owner, timer: clock.setTimeout(finish, delayMs) });
      }),
    wake: (owner) => {
      endAll((pause) => pause.owner === owner);
    },
    wakeAll: () => {
      endAll(() => true);
    },
    end: () => {
      isEnded = true;
      endAll(() => true);
    },
  };
}
