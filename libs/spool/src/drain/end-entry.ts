import { ignoreFailure } from '@adit/envelope';
import type { SpoolEntry } from '../stores/stores.ts';
import { backOffMs } from './back-off.ts';
import type { GiveUpCause } from './causes.ts';
import type { DrainContext, Hold } from './drain-context.ts';
import { isToDrop } from './drop-rules.ts';
import type { Lane, Slot } from './lane.ts';
import { ASIDE_PAUSES_MS, fieldsAside, isMain, laneKey } from './lane-name.ts';
import { copyToLane } from './move-entry.ts';

/** The category of a limit on everything. */
export const ALL_CATEGORIES = 'all';

/** Gives up an envelope. It only has to be removed from the store after that. */
export async function giveUp(
  { onGiveUp }: DrainContext,
  entry: SpoolEntry,
  slot: Slot,
  cause: GiveUpCause,
): Promise<void> {
  await ignoreFailure(() => onGiveUp(entry, cause, slot.status));
  slot.isDone = true;
}

/** Gives up an envelope that is too old, or that an operator drops. Returns whether it was. */
export async function giveUpIfOver(context: DrainContext, entry: SpoolEntry, slot: Slot): Promise<boolean> {
  if (context.wall.ageOf(entry.receivedAt) > context.maxAgeMs) {
    await giveUp(context, entry, slot, 'expired');
    return true;
  }
  if (context.dropRules.length > 0 && (await matchesDropRule(context, entry))) {
    await giveUp(context, entry, slot, 'dropped');
    return true;
  }
  return false;
}

async function matchesDropRule({ dropRules, typesOf }: DrainContext, entry: SpoolEntry): Promise<boolean> {
  // An envelope that cannot be read is tried as usual.
  return (await ignoreFailure(() => isToDrop(dropRules, entry, typesOf))) === true;
}

/** The limit in force that holds an envelope. One that cannot be read is tried as usual. */
export function limitOf(context: DrainContext, entry: SpoolEntry): Promise<Hold | undefined> {
  return ignoreFailure(() => context.limitOf(entry));
}

/**
 * Moves an envelope that a limit on a category holds to the lane of that category, so that free ones can pass.
 * @returns `false` if the limit is on everything, or the store has no room
 */
export async function moveToLimited(
  context: DrainContext,
  lane: Lane,
  entry: SpoolEntry,
  slot: Slot,
  { category }: Hold,
): Promise<boolean> {
  if (!isMain(lane) || category === ALL_CATEGORIES) return false;
  const key = laneKey({ dsn: lane.dsn, level: 0, limited: category });
  if (!(await copyToLane(context, key, entry, entry.fields))) return false;
  slot.isDone = true;
  context.wakeLane(key);
  return true;
}

/** Moves an envelope to the next level. If the store is full or fails, it is tried again at its level. */
export async function putAside(
  context: DrainContext,
  lane: Lane,
  entry: SpoolEntry,
  slot: Slot,
): Promise<void> {
  const level = lane.level + 1;
  if (level + slot.refusedAsides > ASIDE_PAUSES_MS.length) {
    await giveUp(context, entry, slot, 'failing');
    return;
  }
  const key = laneKey({ dsn: lane.dsn, level, limited: undefined });
  if (await copyToLane(context, key, entry, fieldsAside(entry.fields, context.wall.now()))) {
    slot.isDone = true;
    context.wakeLane(key);
    return;
  }
  slot.refusedAsides += 1;
  slot.wasPassed = false;
  slot.isToGoAside = false;
  await context.pauses.pause(lane, backOffMs(slot.refusedAsides));
}
