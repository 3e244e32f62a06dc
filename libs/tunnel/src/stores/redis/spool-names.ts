import type { Redis } from './redis.ts';
import { LIST_NAMES, NOTE_NAMES } from './spool-scripts.ts';

/** The names of all logs in Redis. */
export interface SpoolNames {
  /** Makes sure that all processes find a log, before something is stored in it. */
  readonly tell: (dsn: string) => Promise<void>;
  /** Tells again of logs that hold something. Returns the number of those that Redis did not know any more. */
  readonly tellAgain: (dsns: readonly string[]) => Promise<number>;
  /** All names. Those of logs that are empty are left out in the end. */
  readonly list: (empty: readonly string[]) => Promise<readonly string[]>;
}

/** A name is told again after so long, in milliseconds. */
const TELL_EVERY_MS = 30_000;

/** The name of an empty log is kept so long after it was told, in seconds: much longer than it takes to store something. */
const FORGET_AFTER_S = 600;

/** Creates {@link SpoolNames}. */
export function createSpoolNames(redis: Redis, now: () => number): SpoolNames {
  const keys = [`${redis.prefix}spool:names`];
  const told = new Map<string, { readonly at: number; readonly telling: Promise<unknown> }>();

  return {
    tell: async (dsn) => {
      let known = told.get(dsn);
      if (known === undefined || now() - known.at >= TELL_EVERY_MS) {
        known = { at: now(), telling: redis.run(NOTE_NAMES, keys, [dsn]) };
        told.set(dsn, known);
      }
      try {
        await known.telling;
      } catch (error) {
        if (told.get(dsn) === known) told.delete(dsn);
        throw error;
      }
    },
    tellAgain: async (dsns) => (dsns.length === 0 ? 0 : Number(await redis.run(NOTE_NAMES, keys, dsns))),
    list: async (empty) => {
      const names = await redis.run(LIST_NAMES, keys, [String(FORGET_AFTER_S), ...empty]);
      return (names as readonly Buffer[]).map(String);
    },
  };
}
