import type { Clock } from '../clock/clock.ts';
import { createWallHistory } from '../clock/wall-history.ts';
import type { SpoolStore } from '../stores/stores.ts';

/** Reads how long the oldest envelope of a spool has been waiting. */
export interface OldestAge {
  /** In milliseconds; 0 if nothing waits. Looks at the first envelope of each DSN. Rejects if the spool fails. */
  readonly read: () => Promise<number>;
  /** Notes the clocks. Called now and then, so that a setting of the wall clock is seen soon. */
  readonly noteClock: () => void;
}

/** Creates an {@link OldestAge} reader. Setting the wall clock changes no age. */
export function createOldestAge(
  { pendingDsns, peek }: Pick<SpoolStore, 'pendingDsns' | 'peek'>,
  clock: Pick<Clock, 'now' | 'monotonicNow'>,
): OldestAge {
  const wall = createWallHistory(clock);
  return {
    noteClock: () => {
      wall.now();
    },
    read: async () => {
      const oldest = await Promise.all(pendingDsns().map((dsn) => peek(dsn)));
      return Math.max(0, ...oldest.map((entry) => (entry === undefined ? 0 : wall.ageOf(entry.receivedAt))));
    },
  };
}
