import type { Log, LogFields } from './log.ts';

/** Warnings that could occur with every request, logged once in each period. */
export interface RecurringWarnings {
  /** Logs the first warning of an event and subject at once. Counts further ones within the period. */
  readonly warn: (event: string, subject: string, fields?: LogFields) => void;
  /** Logs the counted warnings whose period is over. Call it often. */
  readonly check: () => void;
  /** Logs all counted warnings, because the process ends. */
  readonly flush: () => void;
}

/** Options of {@link createRecurringWarnings}. */
interface RecurringWarningsOptions {
  log: Log;
  /** A monotonic clock, in milliseconds. */
  monotonicNow: () => number;
}

/** Minimum time between two lines of one event and subject, in milliseconds. */
const PERIOD_MS = 60_000;

interface Recurrence {
  readonly event: string;
  /** The fields of the newest warning. */
  fields: LogFields | undefined;
  loggedAt: number;
  unlogged: number;
}

/** Creates {@link RecurringWarnings}. It keeps every subject, so use few. */
export function createRecurringWarnings({ log, monotonicNow }: RecurringWarningsOptions): RecurringWarnings {
  const recurrences = new Map<string, Recurrence>();
  const isOver = ({ loggedAt }: Recurrence): boolean => monotonicNow() - loggedAt >= PERIOD_MS;

  function write(recurrence: Recurrence): void {
    if (recurrence.unlogged === 0) return;
    log.warn(recurrence.event, { ...recurrence.fields, count: recurrence.unlogged });
    recurrence.loggedAt = monotonicNow();
    recurrence.unlogged = 0;
  }

  return {
    warn: (event, subject, fields) => {
      const key = `${event} ${subject}`;
      const recurrence = recurrences.get(key) ?? { event, fields, loggedAt: -Infinity, unlogged: 0 };
      recurrences.set(key, recurrence);
      recurrence.fields = fields;
      recurrence.unlogged += 1;
      if (isOver(recurrence)) write(recurrence);
    },
    check: () => {
      for (const recurrence of recurrences.values()) if (isOver(recurrence)) write(recurrence);
    },
    flush: () => recurrences.forEach(write),
  };
}
