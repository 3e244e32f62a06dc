import type { GiveUpCause } from './causes.ts';
import type { SpoolEntry } from '../stores/stores.ts';
import { backOffMs, FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './back-off.ts';
import {
  addLane,
  isAbandoned,
  isRunning,
  newSuspectAt,
  noteDelivered,
  noteReached,
  removeLane,
  triersOf,
  type DrainContext,
  type Hold,
  type RedeliveryResult,
} from './drain-context.ts';
import { isToDrop } from './drop-rules.ts';
import { ignoreFailure } from '@adit/envelope';
import { createLane, isOf, noteFailed, slotAt, type Lane, type Slot } from './lane.ts';
import { ASIDE_PAUSES_MS, fieldsAside, isMain, laneKey, parseLaneKey, readAside } from './lane-name.ts';
import { copyToLane } from './move-entry.ts';
import { withSpool } from './with-spool.ts';

/**
 * The number of envelopes that are tried one after the other until ingest accepts one: two, and one more after every
 * five failures, up to 16. This way a few bad envelopes in a row do not block a lane, and an outage costs few attempts.
 */
const MIN_TRIES = 2;
const FAILURES_PER_TRY = 5;
const MAX_TRIES = 16;

/** The number of envelopes at the front of a lane that are searched for one that no limit holds. */
const MAX_LOOKED_AT = 64;

const UNSENT: RedeliveryResult = { kind: 'retry', failed: 'here' };

const ALL_CATEGORIES = 'all';

/** Starts work on a lane in which an envelope was stored, unless it is worked on already or the drain is not running. */
export function wakeLane(context: DrainContext, key: string): void {
  if (!isRunning(context)) return;
  const present = context.lanes.get(key);
  if (present !== undefined) {
    present.wakes += 1;
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
    if (!(await tidy(context, lane))) continue;
    const { wakes } = lane;
    const peeked = await withSpool(context, lane, () => spool.peek(lane.key));
    if (peeked === undefined) continue;
    if (peeked.value !== undefined) await handleOldest(context, lane, peeked.value);
    // No `await` between this check and `removeLane`, so no wake is missed.
    else if (lane.wakes === wakes) break;
  }
  if (!isAbandoned(context)) await leavePassed(context, lane);
  removeLane(context, lane);
}

async function handleOldest(context: DrainContext, lane: Lane, stored: SpoolEntry): Promise<void> {
  const { entry, sinceMs } = readAside(stored, lane);
  // The store has lost the envelope that was tried.
  if (!isOf(slotAt(lane, 0), entry)) lane.slots.length = 0;
  const slot = slotAt(lane, 0);
  if (context.wall.ageOf(entry.receivedAt) > context.maxAgeMs) {
    await giveUp(context, entry, slot, 'expired');
  } else if (context.dropRules.length > 0 && (await matchesDropRule(context, entry))) {
    await giveUp(context, entry, slot, 'dropped');
  } else if (context.isHeld) {
    // In slices, so that envelopes that expire meanwhile are removed from the disk.
    await context.pauses.pause(lane, LONGEST_PAUSE_MS);
    return;
  } else if (slot.isToGoAside) {
    await putAside(context, lane, entry, slot);
  } else {
    const waitMs = heldMs(context, lane, slot, entry, sinceMs);
    if (waitMs > 0) {
      await context.pauses.pause(lane, Math.min(waitMs, LONGEST_PAUSE_MS));
      return;
    }
    const hold = await limitOf(context, entry);
    if (hold !== undefined) {
      await obeyLimit(context, lane, entry, slot, hold);
      await tidy(context, lane);
      return;
    }
    const admission = await admit(context, lane);
    if (admission === undefined) return;
    await tryInTurn(context, lane, entry, admission);
    if (isAbandoned(context)) return;
  }
  await tidy(context, lane);
}

/** An envelope that cannot be read is tried as usual. */
function limitOf(context: DrainContext, entry: SpoolEntry): Promise<Hold | undefined> {
  return ignoreFailure(() => context.limitOf(entry));
}

async function matchesDropRule({ dropRules, typesOf }: DrainContext, entry: SpoolEntry): Promise<boolean> {
  // An envelope that cannot be read is tried as usual.
  return (await ignoreFailure(() => isToDrop(dropRules, entry, typesOf))) === true;
}

/** Puts aside envelopes that others have passed, so that the others are not delivered again after the next start. */
async function leavePassed(context: DrainContext, lane: Lane): Promise<void> {
  while ((await tidy(context, lane)) && lane.slots.some(({ isDone }) => isDone)) {
    const slot = slotAt(lane, 0);
    const entry = await ignoreFailure(() => context.spool.peek(lane.key));
    if (entry !== undefined && isOf(slot, entry)) await putAside(context, lane, entry, slot);
    if (!slot.isDone) return;
  }
}

/** Removes the finished envelopes at the front. Returns `false` if the spool fails. */
async function tidy(context: DrainContext, lane: Lane): Promise<boolean> {
  while (lane.slots[0]?.isDone === true) {
    if ((await withSpool(context, lane, () => context.spool.remove(lane.key))) === undefined) return false;
    lane.slots.shift();
    // An envelope that was delivered out of turn is at the front now, unless the store has lost it.
    const next = lane.slots[0] as Slot | undefined;
    if (next === undefined || !next.isDone) continue;
    const peeked = await withSpool(context, lane, () => context.spool.peek(lane.key));
    if (peeked === undefined) return false;
    if (peeked.value === undefined || !isOf(next, peeked.value)) lane.slots.length = 0;
  }
  return true;
}

async function giveUp(
  { onGiveUp }: DrainContext,
  entry: SpoolEntry,
  slot: Slot,
  cause: GiveUpCause,
): Promise<void> {
  await ignoreFailure(() => onGiveUp(entry, cause, slot.status));
  slot.isDone = true;
}

/** Moves an envelope to the next level. If the store is full or fails, it is tried again at its level. */
async function putAside(context: DrainContext, lane: Lane, entry: SpoolEntry, slot: Slot): Promise<void> {
  const level = lane.level + 1;
  if (level + slot.refusedAsides > ASIDE_PAUSES_MS.length) {
    await giveUp(context, entry, slot, 'failing');
    return;
  }
  const key = laneKey({ dsn: lane.dsn, level, limited: undefined });
  if (await copyToLane(context, key, entry, fieldsAside(entry.fields, context.wall.now()))) {
    slot.isDone = true;
    wakeLane(context, key);
    return;
  }
  slot.refusedAsides += 1;
  slot.wasPassed = false;
  slot.isToGoAside = false;
  await context.pauses.pause(lane, backOffMs(slot.refusedAsides));
}

/**
 * Lets the oldest envelope wait for the end of a limit. If the limit is on a category, the envelope is moved to another
 * lane, so that free ones can pass.
 */
async function obeyLimit(
  context: DrainContext,
  lane: Lane,
  entry: SpoolEntry,
  slot: Slot,
  { category, forMs }: Hold,
): Promise<void> {
  if (isMain(lane) && category !== ALL_CATEGORIES) {
    const key = laneKey({ dsn: lane.dsn, level: 0, limited: category });
    if (await copyToLane(context, key, entry, entry.fields)) {
      slot.isDone = true;
      wakeLane(context, key);
      return;
    }
  }
  // In slices, so that envelopes that expire meanwhile are removed from the disk.
  await context.pauses.pause(lane, Math.min(forMs, LONGEST_PAUSE_MS));
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
  const isDueMs = Math.max(lane.limitedUntil, lane.startedAt + context.delayMs) - now;
  if (lane.isHurried) return isDueMs;
  const isSuspect = suspect?.dsn === lane.dsn && suspect.receivedAt === receivedAt;
  if (isSuspect) {
    slot.who = suspect;
    slot.hasFailed = true;
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
  let entry: SpoolEntry | undefined = oldest;
  for (let tried = 0, index = 0; entry !== undefined; index += 1) {
    if (!isOf(slotAt(lane, index), entry)) lane.slots.length = index;
    const slot = slotAt(lane, index);
    if (!slot.isDone && (index === 0 || (await limitOf(context, entry)) === undefined)) {
      const end = await tryOne(context, lane, entry, slot);
      if (end === 'answered' || isAbandoned(context)) return;
      if (end === 'out' && admission === 'go') break;
      tried += 1;
    }
    if (tried === tries || index === MAX_LOOKED_AT || !isRunning(context)) break;
    entry = await ignoreFailure(() => spool.peekBehind?.(lane.key, index + 1));
  }
  if (admission === 'probe') {
    outages.endProbe(lane.destination, lane.key, clock.monotonicNow());
  } else {
    lane.failures += 1;
    lane.failedAt = clock.monotonicNow();
  }
}

/** Tries one envelope. `answered`: ingest took, refused or limited it. `out`: it failed, and there is an outage. */
async function tryOne(
  context: DrainContext,
  lane: Lane,
  entry: SpoolEntry,
  slot: Slot,
): Promise<'answered' | 'failed' | 'out'> {
  const { clock, outages } = context;
  lane.startedAt = clock.monotonicNow();
  lane.isHurried = false;
  slot.tried = { receivedAt: entry.receivedAt, bytes: entry.bytes };
  const verdict = (await ignoreFailure(() => context.deliver(entry))) ?? UNSENT;
  if (isAbandoned(context)) return 'failed';
  if ('status' in verdict) slot.status = verdict.status;
  const now = clock.monotonicNow();
  if (verdict.kind === 'retry') {
    noteFailed(slot);
    // An envelope that was put aside is known to fail.
    if (verdict.failed === 'here' || lane.level > 0) return 'failed';
    const failure = { who: slot.who, isConnection: verdict.failed === 'connection', lane: lane.key };
    return outages.fail(lane.destination, failure, now) ? 'out' : 'failed';
  }
  if (verdict.kind === 'wait') {
    noteReached(context, lane.destination);
    // `limitOf` finds the limit before the next attempt, unless it is over already or the store of limits has failed.
    lane.limitedUntil = now + FIRST_PAUSE_MS;
    return 'answered';
  }
  if (verdict.kind === 'rejected') await giveUp(context, entry, slot, 'refused');
  slot.isDone = true;
  noteDelivered(context, lane.dsn, lane.destination);
  return 'answered';
}
