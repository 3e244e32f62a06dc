import type { Log, LogFields } from './log.ts';

/** Warnings that could occur with every request, logged once in each period. */
export interface RecurringWarnings {
  /** Logs the first warning of an event and subject at once. Counts those that follow within the period. */
  readonly warn: (event: string, subject: string, fields?: LogFields) => void;
}

/** Options of {@link createRecurringWarnings}. */
interface RecurringWarningsOptions {
  log: Log;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
}

/** Minimum time between two lines of one event and subject, in milliseconds. */
const PERIOD_MS = 60_000;

interface Recurrence {
  loggedAt: number;
  unlogged: number;
}

/** Creates {@link RecurringWarnings}. It keeps every subject, so use few. */
export function createRecurringWarnings({ log, monotonicNow }: RecurringWarningsOptions): RecurringWarnings {
  const recurrences = new Map<string, Recurrence>();
  return {
    warn: (event, subject, fields) => {
      const key = `${event} ${subject}`;
      const recurrence = recurrences.get(key);
      if (recurrence !== undefined && monotonicNow() - recurrence.loggedAt < PERIOD_MS) {
        recurrence.unlogged += 1;
        return;
      }
      log.warn(event, { ...fields, count: 1 + (recurrence?.unlogged ?? 0) });
      recurrences.set(key, { loggedAt: monotonicNow(), unlogged: 0 });
    },
  };
}
