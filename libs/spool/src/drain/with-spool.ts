import { ignoreFailure } from '@adit/envelope';
import { SpoolElsewhereError } from '../stores/stores.ts';
import { backOffMs } from './back-off.ts';
import type { DrainContext } from './drain-context.ts';
import type { Lane } from './lane.ts';
import { isMain } from './lane-name.ts';

/** The time until a lane that another process delivers is checked again, in milliseconds. */
const ELSEWHERE_PAUSE_MS = 1_000;

/** Calls the spool. Pauses if another process delivers the lane; reports a failure and pauses after it. */
export async function withSpool<T>(
  context: DrainContext,
  lane: Lane,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const { onSpoolError, pauses } = context;
  try {
    const value = await work();
    lane.spoolFailures = 0;
    lane.isElsewhere = false;
    return { value };
  } catch (error) {
    if (error instanceof SpoolElsewhereError) {
      // Attempts made here are repeated there. The lane stays, so that this process knows of an outage as long as
      // envelopes wait.
      lane.slots.length = 0;
      lane.isElsewhere = true;
      passTurn(context, lane);
      await pauses.pause(lane, ELSEWHERE_PAUSE_MS);
      return undefined;
    }
    lane.spoolFailures += 1;
    await ignoreFailure(() => onSpoolError(error));
    await pauses.pause(lane, backOffMs(lane.spoolFailures));
    return undefined;
  }
}

/**
 * Ends the pause of an outage without an attempt if other processes deliver all lanes of its destination, so that a new
 * envelope is sent in the next pause. Otherwise nothing would show this process that the outage is over.
 */
function passTurn({ outages, lanes, clock }: DrainContext, passed: Lane): void {
  const { destination, key } = passed;
  if (!isMain(passed) || outages.failuresOf(destination) === 0) return;
  const isHere = (lane: Lane): boolean =>
    lane.destination === destination && isMain(lane) && !lane.isElsewhere;
  if ([...lanes.values()].some(isHere)) return;
  const now = clock.monotonicNow();
  if (outages.admit(destination, key, now).kind === 'probe') outages.endProbe(destination, key, now);
}
