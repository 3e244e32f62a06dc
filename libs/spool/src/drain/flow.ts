import { ignoreFailure } from '@adit/envelope';
import type { SpoolEntry } from '../stores/stores.ts';
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './back-off.ts';
import { isRunning, newSuspectAt, type DrainContext } from './drain-context.ts';
import { giveUpIfOver, limitOf, moveToLimited } from './end-entry.ts';
import { MAX_LOOKED_AT, slotOf, type Lane, type Slot } from './lane.ts';
import { readAside } from './lane-name.ts';
import { orderKeyOf } from './order-key.ts';
import { awaitStart } from './start.ts';
import { tidy } from './tidy.ts';
import { isOverload, tryOne } from './try-one.ts';
import { withSpool } from './with-spool.ts';

/** An envelope that may be delivered now. */
interface Candidate {
  readonly entry: SpoolEntry;
  readonly slot: Slot;
  readonly key: string | undefined;
}

/** Envelopes are removed from the store this many at a time, or fewer if none can be started: a shared store is far away. */
const TIDIED_AT_ONCE = 8;

/** The time until a short lane is looked at again, in milliseconds. */
const SHORT_FOR_MS = 1_000;

/**
 * Delivers several envelopes of a long lane at once, as long as ingest accepts them. Anything else is left to the caller, which
 * handles one envelope at a time. Resolves when no delivery is under way.
 */
export async function flow(context: DrainContext, lane: Lane): Promise<void> {
  if (!canFlow(context, lane) || !(await isLong(context, lane))) return;
  while (canFlow(context, lane)) {
    if (doneAtFront(lane) >= TIDIED_AT_ONCE && !(await tidy(context, lane))) break;
    const seen = changesOf(lane);
    const isFull = lane.underWay.size >= Math.floor(lane.pace.window);
    const found = isFull ? undefined : await findNext(context, lane);
    if (found === 'stop') break;
    // Others need not wait for a lane that has nothing to start.
    if (found === undefined) context.places.leave(lane);
    else if (await deliverBeside(context, lane, found)) continue;
    if (doneAtFront(lane) > 0) {
      if (!(await tidy(context, lane))) break;
      continue;
    }
    if (lane.underWay.size === 0) break;
    // No `await` between this check and the pause, so no change is missed.
    if (changesOf(lane) === seen) await context.pauses.pause(lane, LONGEST_PAUSE_MS);
  }
  context.places.leave(lane);
  await Promise.all(lane.underWay);
}

/** Whether the last deliveries were accepted, and nothing is known that speaks against more. */
function canFlow(context: DrainContext, lane: Lane): boolean {
  const { spool, orderKeyOf, outages, clock, isHeld } = context;
  return (
    isRunning(context) &&
    !isHeld &&
    orderKeyOf !== undefined &&
    spool.peekBehind !== undefined &&
    lane.level === 0 &&
    lane.pace.window >= 2 &&
    lane.failures === 0 &&
    lane.limitedUntil <= clock.monotonicNow() &&
    outages.failuresOf(lane.destination) === 0 &&
    !lane.slots.some(({ hasFailed, isDone }) => hasFailed && !isDone)
  );
}

/**
 * Whether so many envelopes wait that one at a time would take long. Some ingests accept what is over their quota and drop it
 * if it comes together.
 */
async function isLong({ spool, clock }: DrainContext, lane: Lane): Promise<boolean> {
  const now = clock.monotonicNow();
  if (now < lane.shortUntil) return false;
  const last = await ignoreFailure(async () => spool.peekBehind?.(lane.key, MAX_LOOKED_AT - 1));
  if (last === undefined) lane.shortUntil = now + SHORT_FOR_MS;
  return last !== undefined;
}

function doneAtFront({ slots }: Lane): number {
  const undone = slots.findIndex(({ isDone }) => !isDone);
  return undone === -1 ? slots.length : undone;
}

/** Changes when a delivery has ended, or an envelope was stored. */
const changesOf = ({ wakes, ends }: Lane): number => wakes + ends;

/** Finds the oldest envelope that may be delivered beside those under way. `stop`: one has to be handled by itself. */
async function findNext(context: DrainContext, lane: Lane): Promise<Candidate | 'stop' | undefined> {
  const { spool } = context;
  /** The keys of envelopes that wait for others. */
  const waiting = new Set<string>();
  for (let index = 0; index < MAX_LOOKED_AT; index += 1) {
    const known = lane.slots[index];
    if (known?.isDone === true || known?.isUnderWay === true) continue;
    const peeked = await withSpool(context, lane, async () =>
      index === 0 ? spool.peek(lane.key) : spool.peekBehind?.(lane.key, index),
    );
    if (peeked === undefined) return 'stop';
    if (peeked.value === undefined) return undefined;
    const { entry } = readAside(peeked.value, lane);
    const slot = slotOf(lane, index, entry);
    if (await giveUpIfOver(context, entry, slot)) continue;
    if (isNewSuspect(context, lane, entry)) return 'stop';
    const hold = await limitOf(context, entry);
    if (hold !== undefined) {
      if (await moveToLimited(context, lane, entry, slot, hold)) continue;
      return 'stop';
    }
    const key = await orderKeyOf(context, entry, slot);
    if (key === undefined || (!lane.keysUnderWay.has(key) && !waiting.has(key))) return { entry, slot, key };
    waiting.add(key);
  }
  return undefined;
}

function isNewSuspect(
  context: DrainContext,
  { dsn, destination }: Lane,
  { receivedAt }: SpoolEntry,
): boolean {
  const suspect = newSuspectAt(context, destination);
  return suspect?.dsn === dsn && suspect.receivedAt === receivedAt;
}

/** Starts a delivery. Returns `false` without a place for it, and if it may not start any more. */
async function deliverBeside(context: DrainContext, lane: Lane, found: Candidate): Promise<boolean> {
  const { places } = context;
  const { bytes } = found.entry;
  const isFirst = !lane.hasFirst;
  if (isFirst) {
    lane.hasFirst = true;
    places.leave(lane);
  } else if (!places.take(lane, bytes)) return false;
  const giveBack = (): void => {
    if (isFirst) lane.hasFirst = false;
    else places.give(bytes);
  };
  await awaitStart(context, lane);
  if (!canFlow(context, lane)) {
    giveBack();
    return false;
  }
  const { slot, key } = found;
  slot.isUnderWay = true;
  if (key !== undefined) lane.keysUnderWay.add(key);
  const delivery = deliver(context, lane, found).finally(() => {
    slot.isUnderWay = false;
    if (key !== undefined) lane.keysUnderWay.delete(key);
    giveBack();
    lane.underWay.delete(delivery);
    lane.ends += 1;
    context.pauses.wake(lane);
  });
  lane.underWay.add(delivery);
  return true;
}

async function deliver(context: DrainContext, lane: Lane, { entry, slot }: Candidate): Promise<void> {
  const end = await tryOne(context, lane, entry, slot);
  // The others wait as they do after a rate limit.
  if (end !== 'answered' && isOverload(slot))
    lane.limitedUntil = context.clock.monotonicNow() + FIRST_PAUSE_MS;
}
