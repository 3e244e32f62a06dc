import type { NewFailure } from '../send/spooling.ts';
import type { WallHistory } from '../clock/wall-history.ts';
import type { Clock } from '../clock/clock.ts';
import { SpoolFullError, type SpoolEntry, type SpoolStore } from '../stores/stores.ts';
import { ignoreFailure } from './ignore-failure.ts';
import { backOffMs, FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './back-off.ts';
import { isOf, noteFailed, slotAt, type Lane, type Slot } from './lane.ts';
import { ASIDE_PAUSES_MS, fieldsAside, laneKey, readAside } from './lane-name.ts';
import type { Outages } from './outages.ts';
import type { Pauses } from './pauses.ts';

/** What became of one redelivery. */
export type Verdict =
  | { readonly kind: 'delivered' }
  /** It is tried again. */
  | {
      readonly kind: 'retry';
      /**
       * `connection`: ingest is unreachable. `answer`: timed out, 502, 503 or 504, which may be due to the envelope.
       * `here`: it could not be sent, which says nothing of ingest.
       */
      readonly failed: 'connection' | 'answer' | 'here';
    }
  /** 429: ingest has dropped and counted the envelope. The others of its DSN wait. */
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Any other refusal; final. */
  | { readonly kind: 'rejected'; readonly status: number };

/** Why an acknowledged envelope was given up: too old, refused by ingest, or failing again and again while others pass. */
export type GiveUpCause = 'expired' | 'refused' | 'failing';

/** What a lane is worked on with. */
export interface LaneHost {
  readonly spool: SpoolStore;
  readonly clock: Clock;
  readonly wall: WallHistory;
  readonly deliver: (entry: SpoolEntry) => Promise<Verdict>;
  readonly onGiveUp: (entry: SpoolEntry, cause: GiveUpCause) => unknown;
  readonly onSpoolError: (error: unknown) => void;
  readonly maxAgeMs: number;
  readonly delayMs: number;
  readonly outages: Outages;
  readonly pauses: Pauses;
  readonly isRunning: () => boolean;
  /** Whether nobody waits any more for what is under way. */
  readonly isAbandoned: () => boolean;
  /** How many lanes may try a destination during an outage. */
  readonly triersOf: (destination: string) => number;
  /** The failure that made a new envelope the only one to have failed at a destination, and when. */
  readonly newSuspectAt: (destination: string) => (NewFailure & { readonly failedAt: number }) | undefined;
  /** An envelope of this DSN was taken. */
  readonly reach: (dsn: string, destination: string) => void;
  /** Something was appended to the lane of this key. */
  readonly wake: (key: string) => void;
  /** The lane is not worked on any more. */
  readonly leave: (lane: Lane) => void;
  /** Until when a DSN is rate limited, by the monotonic clock. */
  readonly limitedUntil: Map<string, number>;
}

/**
 * How many envelopes of a lane are tried one after the other until one is taken: two, one more each time this has
 * failed five times in a row, up to 16. So as many bad ones in a row stop nobody, and an outage costs few attempts.
 */
const MIN_TRIES = 2;
const FAILURES_PER_TRY = 5;
const MAX_TRIES = 16;

const UNSENT: Verdict = { kind: 'retry', failed: 'here' };

/** Empties a lane. Resolves when nothing waits in it, or the drain is stopped. */
export async function workOnLane(host: LaneHost, lane: Lane): Promise<void> {
  const { spool } = host;
  while (host.isRunning()) {
    if (!(await tidy(host, lane))) continue;
    const { wakes } = lane;
    const peeked = await withSpool(host, lane, () => spool.peek(lane.key));
    if (peeked === undefined) continue;
    if (peeked.value !== undefined) await handleOldest(host, lane, peeked.value);
    // Nothing is awaited between this look and the leaving, so no wake is missed.
    else if (lane.wakes === wakes) break;
  }
  if (!host.isAbandoned()) await leavePassed(host, lane);
  host.leave(lane);
}

async function handleOldest(host: LaneHost, lane: Lane, stored: SpoolEntry): Promise<void> {
  const { entry, sinceMs } = readAside(stored, lane);
  // The store has lost what was tried.
  if (!isOf(slotAt(lane, 0), entry)) lane.slots.length = 0;
  const slot = slotAt(lane, 0);
  if (host.wall.ageOf(entry.receivedAt) > host.maxAgeMs) {
    await giveUp(host, entry, slot, 'expired');
  } else if (slot.isToGoAside) {
    await putAside(host, lane, entry, slot);
  } else {
    const waitMs = heldMs(host, lane, slot, entry, sinceMs);
    if (waitMs > 0) {
      // In slices, so that what expires meanwhile does not stay on the disk.
      await host.pauses.pause(lane, Math.min(waitMs, LONGEST_PAUSE_MS));
      return;
    }
    const admission = await admit(host, lane);
    if (admission === undefined) return;
    await tryInTurn(host, lane, entry, admission);
    if (host.isAbandoned()) return;
  }
  await tidy(host, lane);
}

/** Puts aside what others have passed, so that they need not come out again at the next start. */
async function leavePassed(host: LaneHost, lane: Lane): Promise<void> {
  while ((await tidy(host, lane)) && lane.slots.some(({ isDone }) => isDone)) {
    const slot = slotAt(lane, 0);
    const entry = await ignoreFailure(() => host.spool.peek(lane.key));
    if (entry !== undefined && isOf(slot, entry)) await putAside(host, lane, entry, slot);
    if (!slot.isDone) return;
  }
}

/** Does what belongs to the spool; a failure is told and backed off from. */
async function withSpool<T>(
  { onSpoolError, pauses }: LaneHost,
  lane: Lane,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  try {
    const value = await work();
    lane.spoolFailures = 0;
    return { value };
  } catch (error) {
    lane.spoolFailures += 1;
    await ignoreFailure(() => onSpoolError(error));
    await pauses.pause(lane, backOffMs(lane.spoolFailures));
    return undefined;
  }
}

/** Removes what is done with. False if the spool fails. */
async function tidy(host: LaneHost, lane: Lane): Promise<boolean> {
  while (lane.slots[0]?.isDone === true) {
    if ((await withSpool(host, lane, () => host.spool.remove(lane.key))) === undefined) return false;
    lane.slots.shift();
    // What was taken behind another comes to the front now, unless the store has lost it.
    const next = lane.slots[0] as Slot | undefined;
    if (next === undefined || !next.isDone) continue;
    const peeked = await withSpool(host, lane, () => host.spool.peek(lane.key));
    if (peeked === undefined) return false;
    if (peeked.value === undefined || !isOf(next, peeked.value)) lane.slots.length = 0;
  }
  return true;
}

async function giveUp(
  { onGiveUp }: LaneHost,
  entry: SpoolEntry,
  slot: Slot,
  cause: GiveUpCause,
): Promise<void> {
  await ignoreFailure(() => onGiveUp(entry, cause));
  slot.isDone = true;
}

/** Moves an envelope on by a level. If the store does not take it, it is tried again where it is. */
async function putAside(host: LaneHost, lane: Lane, entry: SpoolEntry, slot: Slot): Promise<void> {
  if (lane.level + slot.refusedAsides >= ASIDE_PAUSES_MS.length) {
    await giveUp(host, entry, slot, 'failing');
    return;
  }
  const key = laneKey({ dsn: lane.dsn, level: lane.level + 1 });
  try {
    const now = host.wall.now();
    const fields = fieldsAside(entry.fields, now);
    // Stored again, it is dated by the clock as that is now.
    const receivedAt = Math.round(now - host.wall.ageOf(entry.receivedAt));
    await host.spool.append({ dsn: key, receivedAt, fields, body: entry.read() });
    slot.isDone = true;
    host.wake(key);
  } catch (error) {
    if (!(error instanceof SpoolFullError)) await ignoreFailure(() => host.onSpoolError(error));
    slot.refusedAsides += 1;
    slot.wasPassed = false;
    slot.isToGoAside = false;
    await host.pauses.pause(lane, backOffMs(slot.refusedAsides));
  }
}

/** How long the oldest envelope has to wait for reasons of its own and of its lane, in milliseconds. */
function heldMs(host: LaneHost, lane: Lane, slot: Slot, { receivedAt }: SpoolEntry, sinceMs: number): number {
  const now = host.clock.monotonicNow();
  const suspect = host.newSuspectAt(lane.destination);
  const asideMs = ASIDE_PAUSES_MS[lane.level - 1] ?? 0;
  const isSuspect = suspect?.dsn === lane.dsn && suspect.receivedAt === receivedAt;
  if (isSuspect) {
    slot.who = suspect;
    slot.hasFailed = true;
  }
  return Math.max(
    (host.limitedUntil.get(lane.dsn) ?? -Infinity) - now,
    lane.startedAt + host.delayMs - now,
    isSuspect ? suspect.failedAt + FIRST_PAUSE_MS - now : 0,
    lane.failures > 0 ? lane.failedAt + (asideMs || backOffMs(lane.failures)) - now : 0,
    asideMs - host.wall.ageOf(sinceMs),
  );
}

/** Whether ingest may be tried now. If not, it has paused, and everything is to be looked at again. */
async function admit(host: LaneHost, lane: Lane): Promise<'go' | 'probe' | undefined> {
  const { outages, pauses, clock, triersOf } = host;
  const { destination, key } = lane;
  if (lane.level > 0) {
    if (!outages.isOut(destination, clock.monotonicNow(), triersOf(destination))) return 'go';
    await pauses.pause(lane, LONGEST_PAUSE_MS);
    return undefined;
  }
  if (outages.wasTriedBy(destination, key) && triersOf(destination) > 1) {
    // Another DSN goes first: what always fails for one must not pass for an outage of all.
    await pauses.pause(lane, 0);
  }
  if (!host.isRunning()) return undefined;
  const admission = outages.admit(destination, key, clock.monotonicNow());
  if (admission.kind === 'pause') await pauses.pause(lane, admission.delayMs);
  if (admission.kind === 'await') await admission.isOver;
  return admission.kind === 'go' || admission.kind === 'probe' ? admission.kind : undefined;
}

/** Tries the oldest envelope, and if it fails those behind it, until one is taken. */
async function tryInTurn(
  host: LaneHost,
  lane: Lane,
  oldest: SpoolEntry,
  admission: 'go' | 'probe',
): Promise<void> {
  const { outages, clock, spool } = host;
  const failures = Math.max(lane.failures, outages.failuresOf(lane.destination));
  const tries = lane.level > 0 ? 1 : Math.min(MIN_TRIES + Math.floor(failures / FAILURES_PER_TRY), MAX_TRIES);
  let entry: SpoolEntry | undefined = oldest;
  for (let tried = 0, index = 0; entry !== undefined; index += 1) {
    if (!isOf(slotAt(lane, index), entry)) lane.slots.length = index;
    const slot = slotAt(lane, index);
    if (!slot.isDone) {
      const end = await tryOne(host, lane, entry, slot);
      if (end === 'taken' || host.isAbandoned()) return;
      if (end === 'out' && admission === 'go') break;
      tried += 1;
    }
    if (tried === tries || !host.isRunning()) break;
    entry = await ignoreFailure(() => spool.peekBehind?.(lane.key, index + 1));
  }
  if (admission === 'probe') {
    outages.endProbe(lane.destination, lane.key, clock.monotonicNow());
  } else {
    lane.failures += 1;
    lane.failedAt = clock.monotonicNow();
  }
}

/** Tries one envelope. `out`: it failed, and there is an outage. */
async function tryOne(
  host: LaneHost,
  lane: Lane,
  entry: SpoolEntry,
  slot: Slot,
): Promise<'taken' | 'failed' | 'out'> {
  const { clock, outages } = host;
  lane.startedAt = clock.monotonicNow();
  slot.tried = { receivedAt: entry.receivedAt, bytes: entry.bytes };
  const verdict = (await ignoreFailure(() => host.deliver(entry))) ?? UNSENT;
  if (host.isAbandoned()) return 'failed';
  const now = clock.monotonicNow();
  if (verdict.kind === 'retry') {
    noteFailed(slot);
    // What was put aside is known to fail.
    if (verdict.failed === 'here' || lane.level > 0) return 'failed';
    const failure = { who: slot.who, isConnection: verdict.failed === 'connection', lane: lane.key };
    return outages.fail(lane.destination, failure, now) ? 'out' : 'failed';
  }
  if (verdict.kind === 'wait') host.limitedUntil.set(lane.dsn, now + verdict.forMs);
  if (verdict.kind === 'rejected') await giveUp(host, entry, slot, 'refused');
  slot.isDone = true;
  host.reach(lane.dsn, lane.destination);
  return 'taken';
}
