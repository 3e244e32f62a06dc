import { BURST_MS } from './pace.ts';

/**
 * The most deliveries of all lanes under way besides the first of each lane, which needs no place. So a slow project cannot
 * take the deliveries of others.
 */
export const MAX_PLACES = 64;

/** The most bytes of their envelopes. A larger envelope is delivered as the first of its lane. */
export const MAX_PLACED_BYTES = 8 * 1_024 * 1_024;

/** The most deliveries of all lanes that start in a second, so that new envelopes find an idle processor. */
const MAX_PER_SECOND = 1_000;

/** The limits that the lanes of a process share. Lanes that wait are served in turn. */
export interface Places {
  /** Reserves the next start. @returns its time, in milliseconds of the monotonic clock */
  readonly nextStart: (nowMs: number) => number;
  /** Takes a place for an envelope. Without a free one, the lane queues for it and is woken. */
  readonly take: (lane: object, bytes: number) => boolean;
  readonly give: (bytes: number) => void;
  /** Removes a lane from the queue. */
  readonly leave: (lane: object) => void;
}

/** Creates {@link Places}. */
export function createPlaces(wake: (lane: object) => void): Places {
  const queue = new Set<object>();
  let taken = 0;
  let takenBytes = 0;
  let nextAt = -Infinity;

  const first = (): object | undefined => queue.values().next().value;
  const wakeFirst = (): void => {
    const lane = first();
    if (lane !== undefined) wake(lane);
  };

  const leave = (lane: object): void => {
    if (queue.delete(lane)) wakeFirst();
  };

  return {
    nextStart: (nowMs) => {
      const at = Math.max(nextAt, nowMs - BURST_MS);
      nextAt = at + 1_000 / MAX_PER_SECOND;
      return at;
    },
    take: (lane, bytes) => {
      if (bytes > MAX_PLACED_BYTES) {
        leave(lane);
        return false;
      }
      const isTurn = queue.size === 0 || first() === lane;
      if (!isTurn || taken === MAX_PLACES || takenBytes + bytes > MAX_PLACED_BYTES) {
        queue.add(lane);
        return false;
      }
      queue.delete(lane);
      taken += 1;
      takenBytes += bytes;
      wakeFirst();
      return true;
    },
    give: (bytes) => {
      taken -= 1;
      takenBytes -= bytes;
      wakeFirst();
    },
    leave,
  };
}
