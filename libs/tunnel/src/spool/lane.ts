import type { SpoolEntry } from '../stores/stores.ts';
import type { LaneName } from './lane-name.ts';

/** What was tried of an envelope at the front of a lane. */
export interface Slot {
  /** Whether it has failed. */
  hasFailed: boolean;
  /** Whether another envelope of its DSN was taken after it had failed. */
  wasPassed: boolean;
  /** Whether it has failed again after that: ingest fails on this one while it takes others. */
  isToGoAside: boolean;
  /** How often it should have been put aside, and the store did not take it. */
  refusedAsides: number;
  /** What tells the envelope, should the store lose some; `undefined` until it was tried. */
  tried: { readonly receivedAt: number; readonly bytes: number } | undefined;
  /** Nothing is left to do but to forget it. */
  isDone: boolean;
  /** What outages tell it from other envelopes by. */
  who: object;
}

/** A lane while something waits in it. Times are in milliseconds of the monotonic clock. */
export interface Lane extends LaneName {
  /** What the store knows it by. */
  readonly key: string;
  readonly destination: string;
  /** The oldest envelopes, as far as they were tried. */
  readonly slots: Slot[];
  /** How often it was told that something was appended. */
  wakes: number;
  spoolFailures: number;
  /** When the last delivery began. */
  startedAt: number;
  /** How often in a row everything that was tried failed, though no outage was known; and when that was. */
  failures: number;
  failedAt: number;
}

/** Creates a {@link Lane} of which nothing was tried. */
export function createLane(name: LaneName, key: string, destination: string): Lane {
  return {
    ...name,
    key,
    destination,
    slots: [],
    wakes: 0,
    spoolFailures: 0,
    startedAt: -Infinity,
    failures: 0,
    failedAt: -Infinity,
  };
}

/** The slot of the envelope so many places behind the oldest. */
export function slotAt({ slots }: Lane, index: number): Slot {
  while (slots.length <= index) {
    slots.push({
      hasFailed: false,
      wasPassed: false,
      isToGoAside: false,
      refusedAsides: 0,
      tried: undefined,
      isDone: false,
      who: {},
    });
  }
  return slots[index] as Slot;
}

/** Whether the slot may be this envelope's: if it was tried, it was this one. */
export function isOf({ tried }: Slot, { receivedAt, bytes }: SpoolEntry): boolean {
  return tried === undefined || (tried.receivedAt === receivedAt && tried.bytes === bytes);
}

/**
 * A delivery of the slot's envelope has failed. That alone says nothing, and even if another is taken next, an outage
 * may have ended in between: only a second failure after that counts.
 */
export function noteFailed(slot: Slot): void {
  if (slot.wasPassed) slot.isToGoAside = true;
  slot.hasFailed = true;
}

/**
 * Another envelope of the lane's DSN was taken.
 * @returns whether there is a reason to try at once
 */
export function notePassed(lane: Lane): boolean {
  let isToTry = lane.failures > 0;
  lane.failures = 0;
  for (const slot of lane.slots) {
    if (!slot.hasFailed || slot.wasPassed || slot.isDone) continue;
    slot.wasPassed = true;
    isToTry = true;
  }
  return isToTry;
}
