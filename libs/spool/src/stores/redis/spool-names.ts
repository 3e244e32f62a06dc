import type { Redis } from './redis.ts';
import { LIST_NAMES, NOTE_NAMES } from './spool-scripts.ts';

/** The names of all logs in Redis. */
export interface SpoolNames {
  /** Makes a log known to all processes, before an envelope is stored in it. */
  readonly tell: (dsn: string) => Promise<void>;
  /** Repeats this for logs that hold envelopes. Returns the number of logs that Redis no longer knew. */
  readonly tellAgain: (dsns: readonly string[]) => Promise<number>;
  /** All names. Names of empty logs are removed after a while. */
  readonly list: (empty: readonly string[]) => Promise<readonly string[]>;
}

/** The time after which a name is repeated, in milliseconds. */
const TELL_EVERY_MS = 30_000;

/** The time for which the name of an empty log is kept, in seconds: much longer than storing an envelope takes. */
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
