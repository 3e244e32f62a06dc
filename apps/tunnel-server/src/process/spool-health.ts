import { SpoolFullError, type SpoolStore } from '@adit/spool';
import { describeError, type Log } from '../log/log.ts';

/** An open spool, and whether it accepts envelopes. */
export interface OpenedSpool {
  readonly store: SpoolStore;
  /**
   * False while it is nearly full, and while its folder is missing, read-only or used by another process, and for ten
   * more seconds so that health checks notice.
   */
  readonly hasRoom: () => boolean;
  /** The part that holds envelopes that Redis cannot store. */
  readonly insurance?: SpoolStore | undefined;
}

/** How long a spool counts as failing after its last failure, in milliseconds. */
export const FAILING_MS = 10_000;

/**
 * A spool counts as full above this share of its bound: the next envelope may not fit. One DSN can use at most nine
 * tenths of the bound, including overhead.
 */
const FULL_SHARE = 0.85;

/** Whether the next envelope may not fit. */
export const isNearlyFull = (store: SpoolStore, maxBytes: number): boolean =>
  store.depth().bytes >= maxBytes * FULL_SHARE;

/** A spool, and whether it works. */
export interface TrackedSpool {
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
  /** A monotonic clock, in milliseconds. */
  monotonicNow: () => number;
}

/** Wraps a spool. Logs when appending starts to fail and when it works again. */
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
