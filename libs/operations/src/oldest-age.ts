import { createWallHistory, type Clock } from '@adit/envelope';
import type { SpoolStore } from '@adit/spool';

/** Reads how long the oldest envelope of a spool has been waiting. */
interface OldestAge {
  /**
   * The age in milliseconds; 0 if nothing waits. Looks at the first envelope of each DSN. Rejects if the spool fails.
   */
  readonly read: () => Promise<number>;
  /** Notes the clocks. Call it regularly, so that a change of the wall clock is noticed early. */
  readonly noteClock: () => void;
}

/** Creates a reader of the age of the oldest stored envelope. Setting the wall clock changes no age. */
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
