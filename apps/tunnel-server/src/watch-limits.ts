import type { LimitStore } from '@adit/tunnel';
import type { RecurringWarnings } from './recurring-warnings.ts';

/** Where a DSN leads, without its key: what may be logged of it. */
export const dsnLabel = (dsn: string): string => dsn.replace(/^.*@/, '').replace(/:(?=\/)/, '');

/**
 * Logs when ingest limits a DSN: once a minute for each at most, since every answer repeats the limits in force.
 */
export function watchLimits(store: LimitStore, warnings: RecurringWarnings, now: () => number): LimitStore {
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
