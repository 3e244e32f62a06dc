import type { SpoolEntry } from '../stores/stores.ts';
import { backOffMs, FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './back-off.ts';
import {
  addLane,
  isAbandoned,
  isRunning,
  newSuspectAt,
  removeLane,
  triersOf,
  type DrainContext,
} from './drain-context.ts';
import { giveUpIfOver, limitOf, moveToLimited, putAside } from './end-entry.ts';
import { ignoreFailure } from '@adit/envelope';
import { flow } from './flow.ts';
import { createLane, MAX_LOOKED_AT, slotOf, type Lane, type Slot } from './lane.ts';
import { ASIDE_PAUSES_MS, isMain, parseLaneKey, readAside } from './lane-name.ts';
import { orderKeyOf } from './order-key.ts';
import { onFailed, onLimited } from './pace.ts';
import { awaitStart } from './start.ts';
import { leavePassed, tidy } from './tidy.ts';
import { tryOne } from './try-one.ts';
import { withSpool } from './with-spool.ts';

/**
 * The number of envelopes that are tried one after the other until ingest accepts one: two, and one more after every
 * five failures, up to 16. This way a few bad envelopes in a row do not block a lane, and an outage costs few attempts.
 */
const MIN_TRIES = 2;
const FAILURES_PER_TRY = 5;
const MAX_TRIES = 16;

/** Starts work on a lane in which an envelope was stored, unless it is worked on already or the drain is not running. */
export function wakeLane(context: DrainContext, key: string): void {
  if (!isRunning(context)) return;
  const present = context.lanes.get(key);
  if (present !== undefined) {
    present.wakes += 1;
    if (present.underWay.size > 0) context.pauses.wake(present);
    return;
  }
  const name = parseLaneKey(key);
  const lane = createLane(name, key, context.destinationOf(name.dsn));
  addLane(context, lane);
  context.finished.set(key, workOnLane(context, lane));
}

/** Empties a lane. Resolves when it is empty or the drain is stopped. */
async function workOnLane(context: DrainContext, lane: Lane): Promise<void> {
  const { spool } = context;
  while (isRunning(context)) {
    await flow(context, lane);
    if (!(await tidy(context, lane)) || !isRunning(context)) continue;
    const { wakes } = lane;
    const peeked = await withSpool(context, lane, () => spool.peek(lane.key));
    if (peeked === undefined) continue;
    if (peeked.value !== undefined) await handleOldest(context, lane, peeked.value);
    // No `await` between this check and `removeLane`, so no wake is missed.
    else if (lane.wakes === wakes) break;
  }
  await leavePassed(context, lane);
  removeLane(context, lane);
}

/** Handles the oldest envelope while none is under way. */
async function handleOldest(context: DrainContext, lane: Lane, stored: SpoolEntry): Promise<void> {
  const { pauses } = context;
  const { entry, sinceMs } = readAside(stored, lane);
  const slot = slotOf(lane, 0, entry);
  if (await giveUpIfOver(context, entry, slot)) {
    await tidy(context, lane);
    return;
  }
  if (context.isHeld) {
    lane.pace = onFailed(lane.pace);
    // In slices, so that envelopes that expire meanwhile are removed from the disk.
    await pauses.pause(lane, LONGEST_PAUSE_MS);
    return;
  }
  if (slot.isToGoAside) {
    await putAside(context, lane, entry, slot);
    await tidy(context, lane);
    return;
  }
  const waitMs = heldMs(context, lane, slot, entry, sinceMs);
  if (waitMs > 0) {
    await pauses.pause(lane, Math.min(waitMs, LONGEST_PAUSE_MS));
    return;
  }
  const hold = await limitOf(context, entry);
  if (hold !== undefined) {
    if (!(await moveToLimited(context, lane, entry, slot, hold))) {
      lane.pace = onLimited(lane.pace, Math.max(hold.forMs, FIRST_PAUSE_MS), context.clock.monotonicNow());
      // In slices, as above.
      await pauses.pause(lane, Math.min(hold.forMs, LONGEST_PAUSE_MS));
    }
    await tidy(context, lane);
    return;
  }
  await awaitStart(context, lane);
  const admission = await admit(context, lane);
  if (admission === undefined) return;
  await tryInTurn(context, lane, entry, admission);
  await tidy(context, lane);
}

/** The time the oldest envelope still has to wait because of itself or its lane, in milliseconds. */
function heldMs(
  context: DrainContext,
  lane: Lane,
  slot: Slot,
  { receivedAt }: SpoolEntry,
  sinceMs: number,
): number {
  const now = context.clock.monotonicNow();
  const suspect = newSuspectAt(context, lane.destination);
  const asideMs = ASIDE_PAUSES_MS[lane.level - 1] ?? 0;
  const isDueMs = lane.limitedUntil - now;
  if (lane.isHurried) return isDueMs;
  const isSuspect = suspect?.dsn === lane.dsn && suspect.receivedAt === receivedAt;
  if (isSuspect) {
    slot.who = suspect;
    slot.hasFailed = true;
    slot.failedAt = suspect.failedAt;
  }
  return Math.max(
    isDueMs,
    isSuspect ? suspect.failedAt + FIRST_PAUSE_MS - now : 0,
    lane.failures > 0 ? lane.failedAt + (asideMs || backOffMs(lane.failures)) - now : 0,
    asideMs - context.wall.ageOf(sinceMs),
  );
}

/** Whether ingest may be tried now; `undefined` after a pause, when everything has to be checked again. */
async function admit(context: DrainContext, lane: Lane): Promise<'go' | 'probe' | undefined> {
  const { outages, pauses, clock } = context;
  const { destination, key } = lane;
  if (!isMain(lane)) {
    if (!outages.isOut(destination, clock.monotonicNow(), triersOf(context, destination))) return 'go';
    await pauses.pause(lane, LONGEST_PAUSE_MS);
    return undefined;
  }
  if (outages.wasTriedBy(destination, key) && triersOf(context, destination) > 1) {
    // Another DSN goes first: an envelope that always fails must not look like an outage of all.
    await pauses.pause(lane, 0);
  }
  if (!isRunning(context)) return undefined;
  const admission = outages.admit(destination, key, clock.monotonicNow());
  if (admission.kind !== 'go') lane.pace = onFailed(lane.pace);
  if (admission.kind === 'pause') await pauses.pause(lane, admission.delayMs);
  if (admission.kind === 'await') await admission.isOver;
  return admission.kind === 'go' || admission.kind === 'probe' ? admission.kind : undefined;
}

/** Tries the oldest envelope and, if it fails, those behind it, until ingest accepts one. */
async function tryInTurn(
  context: DrainContext,
  lane: Lane,
  oldest: SpoolEntry,
  admission: 'go' | 'probe',
): Promise<void> {
  const { outages, clock, spool } = context;
  const failures = Math.max(lane.failures, outages.failuresOf(lane.destination));
  const tries = lane.level > 0 ? 1 : Math.min(MIN_TRIES + Math.floor(failures / FAILURES_PER_TRY), MAX_TRIES);
  /** The keys of envelopes that are not delivered yet: those behind them with the same key wait. */
  const waiting = new Set<string>();
  const mayPass = async (behind: SpoolEntry, slot: Slot): Promise<boolean> => {
    // All may have one key: then only they can show that ingest fails on the oldest alone.
    const key = failures < FAILURES_PER_TRY ? await orderKeyOf(context, behind, slot) : undefined;
    return (key === undefined || !waiting.has(key)) && (await limitOf(context, behind)) === undefined;
  };
  let entry: SpoolEntry | undefined = oldest;
  for (let tried = 0, index = 0; entry !== undefined; index += 1) {
    const slot = slotOf(lane, index, entry);
    if (!slot.isDone && (index === 0 || (await mayPass(entry, slot)))) {
      const end = await tryOne(context, lane, entry, slot);
      if (end === 'answered' || isAbandoned(context)) return;
      if (end === 'out' && admission === 'go') break;
      tried += 1;
    }
    if (tried === tries || index === MAX_LOOKED_AT || !isRunning(context)) break;
    const key = slot.isDone ? undefined : await orderKeyOf(context, entry, slot);
    if (key !== undefined) waiting.add(key);
    entry = await ignoreFailure(() => spool.peekBehind?.(lane.key, index + 1));
  }
  if (admission === 'probe') {
    outages.endProbe(lane.destination, lane.key, clock.monotonicNow());
  } else {
    lane.failures += 1;
    lane.failedAt = clock.monotonicNow();
  }
}
