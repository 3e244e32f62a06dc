import { ignoreFailure } from '@adit/envelope';
import type { SpoolEntry } from '../stores/stores.ts';
import { FIRST_PAUSE_MS } from './back-off.ts';
import {
  isAbandoned,
  noteDelivered,
  noteReached,
  type DrainContext,
  type RedeliveryResult,
} from './drain-context.ts';
import { ALL_CATEGORIES, giveUp } from './end-entry.ts';
import { noteFailed, type Lane, type Slot } from './lane.ts';
import { isMain } from './lane-name.ts';
import { onAccepted, onFailed, onLimited, onStarted } from './pace.ts';

const UNSENT: RedeliveryResult = { kind: 'retry', failed: 'here' };

/** The statuses by which ingest says that it gets too much. */
const OVERLOADED: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Tries one envelope. `answered`: ingest took, refused or limited it. `out`: it failed, and there is an outage. */
export async function tryOne(
  context: DrainContext,
  lane: Lane,
  entry: SpoolEntry,
  slot: Slot,
): Promise<'answered' | 'failed' | 'out'> {
  const { clock, outages } = context;
  const sentAt = clock.monotonicNow();
  lane.isHurried = false;
  lane.pace = onStarted(lane.pace, sentAt);
  const verdict = (await ignoreFailure(() => context.deliver(entry))) ?? UNSENT;
  if (isAbandoned(context)) return 'failed';
  if ('status' in verdict) slot.status = verdict.status;
  const now = clock.monotonicNow();
  if (verdict.kind === 'retry') {
    noteFailed(slot, now);
    lane.pace = isOverload(verdict) ? onLimited(lane.pace, FIRST_PAUSE_MS, now) : onFailed(lane.pace);
    // An envelope that was put aside is known to fail.
    if (verdict.failed === 'here' || lane.level > 0) return 'failed';
    const failure = { who: slot.who, isConnection: verdict.failed === 'connection', lane: lane.key };
    return outages.fail(lane.destination, failure, now) ? 'out' : 'failed';
  }
  if (verdict.kind === 'wait') {
    noteReached(context, lane.destination);
    // A limit on a category does not hold a main lane for longer.
    const forMs = isMain(lane) && verdict.hold.category !== ALL_CATEGORIES ? 0 : verdict.hold.forMs;
    lane.pace = onLimited(lane.pace, Math.max(forMs, FIRST_PAUSE_MS), now);
    // `limitOf` finds the limit before the next attempt, unless it is over already or the store of limits has failed.
    lane.limitedUntil = now + FIRST_PAUSE_MS;
    return 'answered';
  }
  lane.pace = onAccepted(lane.pace, now - sentAt, now);
  if (verdict.kind === 'rejected') await giveUp(context, entry, slot, 'refused');
  else context.rate.note();
  slot.isDone = true;
  noteDelivered(context, lane, sentAt);
  return 'answered';
}

/** Whether ingest says that it gets too much. */
export function isOverload({ status }: { readonly status?: number | undefined }): boolean {
  return OVERLOADED.has(status);
}
