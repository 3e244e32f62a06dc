import { SpoolFullError, type SpoolStore } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** For how long after its last failure a spool counts as failing, in milliseconds. */
export const FAILING_MS = 10_000;

/**
 * From which part of its bound on a spool counts as full: what comes next may no longer fit. One DSN alone may have nine
 * tenths of the bound, bookkeeping included.
 */
const FULL_SHARE = 0.85;

/** A spool, and whether it can be relied on. */
export interface WatchedSpool {
  readonly store: SpoolStore;
  /**
   * False while the spool is full, failing or unusable: an envelope that ingest does not take now would be refused. A failing one
   * is given the benefit of the doubt after ten seconds, since only traffic can show that it works again.
   */
  readonly isHealthy: () => boolean;
}

/** How a spool is watched. */
export interface WatchSpoolOptions {
  store: SpoolStore;
  /** Whether the store can be used at all. Default: it can. */
  isUsable?: () => boolean;
  maxBytes: number;
  log: Log;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
}

/** Sees what becomes of every append, and makes two lines of a time in which they fail. */
export function watchSpool({
  store,
  isUsable = () => true,
  maxBytes,
  log,
  monotonicNow,
}: WatchSpoolOptions): WatchedSpool {
  let failedAt: number | undefined;

  return {
    store: {
      ...store,
      append: async (envelope) => {
        try {
          await store.append(envelope);
        } catch (error) {
          if (failedAt === undefined) {
            log.error(error instanceof SpoolFullError ? 'spool-full' : 'spool-failing', {
              cause: describeError(error),
              ...store.depth(),
            });
          }
          failedAt = monotonicNow();
          throw error;
        }
        if (failedAt !== undefined) log.info('spool-recovered', { ...store.depth() });
        failedAt = undefined;
      },
    },
    isHealthy: () =>
      isUsable() &&
      store.depth().bytes < maxBytes * FULL_SHARE &&
      (failedAt === undefined || monotonicNow() - failedAt >= FAILING_MS),
  };
}
