import { ignoreFailure } from '@adit/envelope';
import { isAbandoned, type DrainContext } from './drain-context.ts';
import { putAside } from './end-entry.ts';
import { isOf, slotAt, type Lane } from './lane.ts';
import { tryOne } from './try-one.ts';
import { withSpool } from './with-spool.ts';

/** Removes the finished envelopes at the front. Returns `false` if the spool fails, or is about to be closed. */
export async function tidy(context: DrainContext, lane: Lane): Promise<boolean> {
  while (lane.slots[0]?.isDone === true) {
    if (isAbandoned(context)) return false;
    const tidied = await withSpool(context, lane, async () => {
      await remove(context, lane, await countDone(context, lane));
    });
    if (tidied === undefined) return false;
  }
  return true;
}

/** The number of finished envelopes at the front that are still in the store. */
async function countDone({ spool }: DrainContext, lane: Lane): Promise<number> {
  const oldest = await spool.peek(lane.key);
  if (oldest === undefined || !isOf(slotAt(lane, 0), oldest)) {
    // The store has lost it.
    lane.slots.length = 0;
    return 0;
  }
  let count = 1;
  while (lane.slots[count]?.isDone === true) {
    const entry = await spool.peekBehind?.(lane.key, count);
    if (entry === undefined) break;
    if (!isOf(slotAt(lane, count), entry)) {
      lane.slots.length = count;
      break;
    }
    count += 1;
  }
  return count;
}

async function remove({ spool }: DrainContext, { key, slots }: Lane, count: number): Promise<void> {
  if (count > 1 && spool.removeMany !== undefined) {
    slots.splice(0, await spool.removeMany(key, count));
    return;
  }
  for (let left = count; left > 0; left -= 1) {
    await spool.remove(key);
    slots.shift();
  }
}

/**
 * Puts aside envelopes that others have passed, so that the others are not delivered again after the next start. One that
 * only waited for its turn is delivered now, because aside it would lose its turn.
 */
export async function leavePassed(context: DrainContext, lane: Lane): Promise<void> {
  while (!isAbandoned(context) && (await tidy(context, lane)) && lane.slots.some(({ isDone }) => isDone)) {
    const slot = slotAt(lane, 0);
    const entry = await ignoreFailure(() => context.spool.peek(lane.key));
    if (entry !== undefined && isOf(slot, entry)) {
      if (slot.hasFailed || slot.order?.key === undefined) await putAside(context, lane, entry, slot);
      else if (context.isHeld || lane.limitedUntil > context.clock.monotonicNow()) return;
      else await tryOne(context, lane, entry, slot);
    }
    if (!slot.isDone) return;
  }
}
