import { SpoolFullError, type SpoolStore } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** How long a spool counts as failing after its last failure, in milliseconds. */
export const FAILING_MS = 10_000;

/**
 * A spool counts as full from this share of its bound on: the next envelope may not fit. One DSN can use at most nine
 * tenths of the bound, including overhead.
 */
const FULL_SHARE = 0.85;

/** Whether the next envelope may not fit. */
export const isNearlyFull = (store: SpoolStore, maxBytes: number): boolean =>
  store.depth().bytes >= maxBytes * FULL_SHARE;

/** A spool, and whether it works. */
interface TrackedSpool {
  readonly store: SpoolStore;
  /**
   * False while the spool is full, failing or unusable, because the tunnel could not store an envelope. A failing
   * spool counts as healthy again after ten seconds, because only traffic can show whether it works.
   */
  readonly isHealthy: () => boolean;
}

/** Options of {@link trackSpoolHealth}. */
interface SpoolHealthOptions {
  store: SpoolStore;
  /** Whether the store is usable and has room. */
  hasRoom: () => boolean;
  log: Log;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
}

/** Wraps a spool. Logs when appending begins to fail and when it works again. */
export function trackSpoolHealth({ store, hasRoom, log, monotonicNow }: SpoolHealthOptions): TrackedSpool {
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
    isHealthy: () => hasRoom() && (failedAt === undefined || monotonicNow() - failedAt >= FAILING_MS),
  };
}
