import type { LimitStore } from '@adit/tunnel';
import type { RecurringWarnings } from './recurring-warnings.ts';

/** A DSN without its key, for the log. */
export const dsnLabel = (dsn: string): string => dsn.replace(/^.*@/, '').replace(/:(?=\/)/, '');

/**
 * Wraps a limit store. Logs rate limits from ingest, at most once a minute for each DSN: every answer repeats them.
 */
export function logRateLimits(store: LimitStore, warnings: RecurringWarnings, now: () => number): LimitStore {
  return {
    ...store,
    set: (dsn, limits) => {
      store.set(dsn, limits);
      const inForce = limits.filter(({ untilMs }) => untilMs > now());
      if (inForce.length === 0) return;
      warnings.warn('rate-limits-learned', dsnLabel(dsn), {
        project: dsnLabel(dsn),
        categories: [...new Set(inForce.map(({ category }) => category))],
        longestMs: Math.max(...inForce.map(({ untilMs }) => untilMs)) - now(),
      });
    },
  };
}
