import type { Destinations } from '../request/destinations.ts';
import type { Drain } from '@adit/spool';

/** Selects the stored envelopes for `drop`. A missing field matches any envelope. */
export interface DropRequest {
  /** Host and project of a DSN, such as `o450.ingest.sentry.io/4509`. */
  project?: string | undefined;
  /** An envelope is dropped if all its items have one of these types. */
  itemTypes?: readonly string[] | undefined;
}

/** Lets an operator control the delivery of stored envelopes. Without a spool, it has no effect. */
export interface DeliveryControl {
  /** Stored envelopes wait until `resume`. New ones are sent as before, and old ones still expire. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Tries at once to send envelopes that wait for their next attempt. Rate limits are obeyed. */
  readonly flush: () => void;
  /**
   * Drops the matching envelopes stored so far, each when it is the oldest of its DSN, with a client report.
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
