import type { LimitStore } from '@adit/spool';
import type { RateLimits } from '@adit/envelope';
import type { RecurringWarnings } from './recurring-warnings.ts';

type RateLimit = RateLimits[number];

/** A DSN without its key, for the log. */
export const dsnLabel = (dsn: string): string => dsn.replace(/^.*@/, '').replace(/:(?=\/)/, '');

/**
 * Wraps a limit store. Logs rate limits from ingest, at most once a minute for each DSN, and not while they continue:
 * every answer repeats them.
 */
export function logRateLimits(store: LimitStore, warnings: RecurringWarnings, now: () => number): LimitStore {
  return {
    ...store,
    set: (dsn, limits) => {
      const isInForce = ({ untilMs }: RateLimit): boolean => untilMs > now();
      const known = new Set(
        store
          .get(dsn)
          ?.filter(isInForce)
          .map(({ category }) => category),
      );
      store.set(dsn, limits);
      const inForce = limits.filter(isInForce);
      if (inForce.every(({ category }) => known.has(category))) return;
      warnings.warn('rate-limits-learned', dsnLabel(dsn), {
        project: dsnLabel(dsn),
        categories: [...new Set(inForce.map(({ category }) => category))],
        longestMs: Math.max(...inForce.map(({ untilMs }) => untilMs)) - now(),
      });
    },
  };
}
