import type { Destinations } from '../request/destinations.ts';
import type { Drain } from './drain.ts';

/** Which stored envelopes `drop` concerns. Without a field, any. */
export interface DropRequest {
  /** Host and project of a DSN, such as `o450.ingest.sentry.io/4509`. */
  project?: string | undefined;
  /** An envelope is dropped if all its items are of these types. */
  itemTypes?: readonly string[] | undefined;
}

/** What an operator can tell the delivery of stored envelopes. Without a spool, nothing of it has an effect. */
export interface DeliveryControl {
  /** Stored envelopes wait until `resume`. New ones are sent as before, and old ones still expire. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Tries at once what waits for its next attempt. Rate limits are obeyed. */
  readonly flush: () => void;
  /**
   * Drops the envelopes stored so far that match, each when it is the oldest of its DSN, with a client report.
   * @returns the number of DSNs that it may concern
   */
  readonly drop: (request: DropRequest) => number;
}

/** Creates the {@link DeliveryControl} of a drain. */
export function createDeliveryControl(drain: Drain | undefined, { all }: Destinations): DeliveryControl {
  return {
    pause: () => drain?.hold(true),
    resume: () => drain?.hold(false),
    flush: () => drain?.flush(),
    drop: ({ project, itemTypes }) => {
      const meant = all.filter((one) => project === undefined || one.project === project);
      if (meant.length > 0) {
        drain?.drop({
          dsns: project === undefined ? undefined : new Set(meant.map(({ identity }) => identity)),
          itemTypes: itemTypes && new Set(itemTypes),
        });
      }
      return drain === undefined ? 0 : meant.length;
    },
  };
}
