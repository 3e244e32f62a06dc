import { isRunning, type DrainContext } from './drain-context.ts';
import type { Lane } from './lane.ts';

/** Waits until the next delivery of a lane may start: by its own pace, and in turn with other lanes. */
export async function awaitStart(context: DrainContext, lane: Lane): Promise<void> {
  const { clock, places, pauses } = context;
  const now = clock.monotonicNow();
  const startAt = Math.max(lane.pace.nextAt, places.nextStart(now));
  for (let waitMs = startAt - now; waitMs > 0 && isRunning(context);) {
    await pauses.pause(lane, waitMs);
    waitMs = startAt - clock.monotonicNow();
  }
}
