import type { Log, LogFields } from './log.ts';

/** Warnings that come once for each request would drown the log; these come once for each stretch of time. */
export interface RecurringWarnings {
  /** Logs the first of its event and subject at once, and those of the following stretch as a count. */
  readonly warn: (event: string, subject: string, fields?: LogFields) => void;
}

/** How {@link RecurringWarnings} are set up. */
export interface RecurringWarningsOptions {
  log: Log;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  /** The shortest time between two lines of one event and subject, in milliseconds. Default one minute. */
  everyMs?: number;
}

interface Recurrence {
  loggedAt: number;
  unlogged: number;
}

/** Creates {@link RecurringWarnings}. Subjects must be few: they are kept. */
export function createRecurringWarnings({
  log,
  monotonicNow,
  everyMs = 60_000,
}: RecurringWarningsOptions): RecurringWarnings {
  const recurrences = new Map<string, Recurrence>();
  return {
    warn: (event, subject, fields) => {
      const key = `${event} ${subject}`;
      const recurrence = recurrences.get(key);
      if (recurrence !== undefined && monotonicNow() - recurrence.loggedAt < everyMs) {
        recurrence.unlogged += 1;
        return;
      }
      log.warn(event, { ...fields, count: 1 + (recurrence?.unlogged ?? 0) });
      recurrences.set(key, { loggedAt: monotonicNow(), unlogged: 0 });
    },
  };
}
