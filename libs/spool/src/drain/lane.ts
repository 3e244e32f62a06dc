import type { SpoolEntry } from '../stores/stores.ts';
import type { LaneName } from './lane-name.ts';
import { createPace, type Pace } from './pace.ts';

/**
 * The number of envelopes at the front of a lane that are looked at. Those that are delivered wait for the oldest of them
 * before they are removed, so this many may be delivered twice after a crash.
 */
export const MAX_LOOKED_AT = 64;

/** The attempts on an envelope at the front of a lane. */
export interface Slot {
  /** Whether an attempt is under way beside others. */
  isUnderWay: boolean;
  /** Whether an attempt failed. */
  hasFailed: boolean;
  /** When the last one failed, in milliseconds of the monotonic clock. */
  failedAt: number;
  /** Whether ingest accepted another envelope of its DSN that was sent after that. */
  wasPassed: boolean;
  /** Whether it failed again after that: ingest fails on this one and accepts others. */
  isToGoAside: boolean;
  /** How often the store failed to put it aside. */
  refusedAsides: number;
  /** Identifies the envelope if the store loses some; `undefined` until it is looked at. */
  tried: Pick<SpoolEntry, 'id' | 'receivedAt' | 'bytes'> | undefined;
  /** The last status of ingest. */
  status: number | undefined;
  /** Whether it only has to be removed from the store. */
  isDone: boolean;
  /** Its identity for `Outages`. */
  who: object;
  /** The envelopes of one key are delivered one after the other; `undefined` before it was read. */
  order: { readonly key: string | undefined } | undefined;
}

/** A lane that is worked on. Times are in milliseconds of the monotonic clock. */
export interface Lane extends LaneName {
  /** Its key in the store. */
  readonly key: string;
  readonly destination: string;
  /** One for each of the oldest envelopes that were tried. */
  readonly slots: Slot[];
  /** The number of envelopes stored in it so far. */
  wakes: number;
  spoolFailures: number;
  /** Whether another process delivers it. */
  isElsewhere: boolean;
  pace: Pace;
  /** The deliveries under way, if there may be several. */
  readonly underWay: Set<Promise<void>>;
  /** Whether one of them needs no place of `Places`. */
  hasFirst: boolean;
  /** The keys of those that have one. */
  readonly keysUnderWay: Set<string>;
  /** The number of them that have ended so far. */
  ends: number;
  /** The number of failures of all attempts in a row outside a known outage, and the time of the last one. */
  failures: number;
  failedAt: number;
  /** When it may be tried again after a 429 whose limit is not known. */
  limitedUntil: number;
  /** Until then it counts as short: few envelopes waited when it was last looked at. */
  shortUntil: number;
  /** Whether an operator wants it tried at once. */
  isHurried: boolean;
}

/** Creates a {@link Lane} without attempts. */
export function createLane(name: LaneName, key: string, destination: string): Lane {
  return {
    ...name,
    key,
    destination,
    slots: [],
    wakes: 0,
    spoolFailures: 0,
    isElsewhere: false,
    pace: createPace(),
    underWay: new Set(),
    hasFirst: false,
    keysUnderWay: new Set(),
    ends: 0,
    failures: 0,
    failedAt: -Infinity,
    limitedUntil: -Infinity,
    shortUntil: -Infinity,
    isHurried: false,
  };
}

/** The slot of the envelope at a place; 0 is the oldest. */
export function slotAt({ slots }: Lane, index: number): Slot {
  while (slots.length <= index) {
    slots.push({
      isUnderWay: false,
      hasFailed: false,
      failedAt: -Infinity,
      wasPassed: false,
      isToGoAside: false,
      refusedAsides: 0,
      tried: undefined,
      status: undefined,
      isDone: false,
      who: {},
      order: undefined,
    });
  }
  return slots[index] as Slot;
}

/**
 * The slot of an envelope that the store has at a place. If the store has lost the one that was there, the slots from there on are
 * new.
 */
export function slotOf(lane: Lane, index: number, entry: SpoolEntry): Slot {
  if (!isOf(slotAt(lane, index), entry)) lane.slots.length = index;
  const slot = slotAt(lane, index);
  slot.tried ??= { id: entry.id, receivedAt: entry.receivedAt, bytes: entry.bytes };
  return slot;
}

/** Whether the slot can belong to this envelope: it belongs to none yet, or to this one. */
export function isOf({ tried }: Slot, { id, receivedAt, bytes }: SpoolEntry): boolean {
  return tried === undefined || (tried.id === id && tried.receivedAt === receivedAt && tried.bytes === bytes);
}

/**
 * Notes that a delivery of the slot's envelope failed. An outage may be the reason, even if ingest accepts the next
 * envelope. Only a second failure after that shows that the envelope is the reason.
 */
export function noteFailed(slot: Slot, nowMs: number): void {
  if (slot.wasPassed) slot.isToGoAside = true;
  slot.hasFailed = true;
  slot.failedAt = nowMs;
}

/**
 * Notes that ingest accepted another envelope of the lane's DSN. One that was sent before a failure shows nothing about it:
 * an outage may have begun in between.
 * @returns whether the lane should be tried at once
 */
export function notePassed(lane: Lane, sentAt: number): boolean {
  let isToTry = false;
  if (lane.failures > 0 && lane.failedAt <= sentAt) {
    lane.failures = 0;
    isToTry = true;
  }
  for (const slot of lane.slots) {
    if (!slot.hasFailed || slot.wasPassed || slot.isDone || slot.failedAt > sentAt) continue;
    slot.wasPassed = true;
    isToTry = true;
  }
  return isToTry;
}
