import type { SpoolEntry } from '../stores/stores.ts';
import type { LaneName } from './lane-name.ts';

/** The attempts on an envelope at the front of a lane. */
export interface Slot {
  /** Whether an attempt failed. */
  hasFailed: boolean;
  /** Whether ingest accepted another envelope of its DSN after that. */
  wasPassed: boolean;
  /** Whether it failed again after that: ingest fails on this one and accepts others. */
  isToGoAside: boolean;
  /** How often the store failed to put it aside. */
  refusedAsides: number;
  /** Identifies the envelope if the store loses some; `undefined` until it is tried. */
  tried: { readonly receivedAt: number; readonly bytes: number } | undefined;
  /** The last status of ingest. */
  status: number | undefined;
  /** Whether it only has to be removed from the store. */
  isDone: boolean;
  /** Its identity for `Outages`. */
  who: object;
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
  /** Start of the last delivery. */
  startedAt: number;
  /** The number of failures of all attempts in a row outside a known outage, and the time of the last one. */
  failures: number;
  failedAt: number;
  /** When it may be tried again after a 429 whose limit is not known. */
  limitedUntil: number;
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
    startedAt: -Infinity,
    failures: 0,
    failedAt: -Infinity,
    limitedUntil: -Infinity,
    isHurried: false,
  };
}

/** The slot of the envelope at a place; 0 is the oldest. */
export function slotAt({ slots }: Lane, index: number): Slot {
  while (slots.length <= index) {
    slots.push({
      hasFailed: false,
      wasPassed: false,
      isToGoAside: false,
      refusedAsides: 0,
      tried: undefined,
      status: undefined,
      isDone: false,
      who: {},
    });
  }
  return slots[index] as Slot;
}

/** Whether the slot can belong to this envelope: it was not tried yet, or this envelope was. */
export function isOf({ tried }: Slot, { receivedAt, bytes }: SpoolEntry): boolean {
  return tried === undefined || (tried.receivedAt === receivedAt && tried.bytes === bytes);
}

/**
 * Notes that a delivery of the slot's envelope failed. An outage may be the reason, even if ingest accepts the next
 * envelope. Only a second failure after that shows that the envelope is the reason.
 */
export function noteFailed(slot: Slot): void {
  if (slot.wasPassed) slot.isToGoAside = true;
  slot.hasFailed = true;
}

/**
 * Notes that ingest accepted another envelope of the lane's DSN.
 * @returns whether the lane should be tried at once
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
