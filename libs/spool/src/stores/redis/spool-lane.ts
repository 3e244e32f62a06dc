import { randomUUID } from 'node:crypto';
import { SpoolElsewhereError } from '../stores.ts';
import { createReadAhead, type ReadAhead, type ReadAheadBudget } from './read-ahead.ts';
import type { Redis } from './redis.ts';
import { spoolKeys, type SpoolKeys } from './spool-keys.ts';
import { READ, RELEASE, REMOVE, RENEW } from './spool-scripts.ts';
import { readEntry, type RawEntry, type StoredEntry } from './stored-entry.ts';

/** The lifetime of a lease after the last sign of its holder, in milliseconds. */
const LEASE_MS = 10_000;

/** A lease is renewed if its holder gave no sign for this time, in milliseconds. */
const RENEW_AFTER_MS = 2_500;

/** The maximum number of entries read ahead; their bytes are limited too. */
const READ_AHEAD = 32;
const READ_AHEAD_BYTES = 256 * 1_024;

/** The bytes that all lanes of a process read ahead. Beyond that, each reads one entry. */
const MAX_READ_AHEAD_BYTES = 16 * 1_024 * 1_024;

/** The parts that the lanes of one process share. */
export interface LaneHost {
  readonly redis: Redis;
  /** Milliseconds of a clock that is never set. */
  readonly now: () => number;
  readonly budget: ReadAheadBudget;
  /** Called with the number of envelopes and bytes in a log, whenever Redis returns them. */
  readonly onMeasured: (dsn: string, envelopes: number, bytes: number) => void;
  /** How long a lane that another process delivers is not asked for again, in milliseconds. */
  readonly elsewhereMs: () => number;
}

/** The log of one DSN, as one process reads it. */
export interface SpoolLane {
  readonly host: LaneHost;
  readonly dsn: string;
  readonly keys: SpoolKeys;
  /** Proves to Redis that this process delivers the DSN. */
  readonly token: string;
  /** Whether Redis has confirmed that it does. */
  isHeld: boolean;
  /** The lease lasts for at least `LEASE_MS` from this time. */
  heldAt: number;
  /** Until then, another process delivers the DSN. */
  elsewhereUntil: number;
  /** Whether another process may have delivered the DSN since the last call. */
  wasLost: boolean;
  /** Whether the body of the oldest could not be read, because Redis was away. */
  isUnread: boolean;
  readonly ahead: ReadAhead;
  /** Resolves when all earlier calls have ended. */
  turn: Promise<unknown>;
}

/** Creates a {@link SpoolLane} that holds no lease. */
export function createSpoolLane(host: LaneHost, dsn: string): SpoolLane {
  return {
    host,
    dsn,
    keys: spoolKeys(host.redis.prefix, dsn),
    token: randomUUID(),
    isHeld: false,
    heldAt: -Infinity,
    elsewhereUntil: -Infinity,
    wasLost: false,
    isUnread: false,
    ahead: createReadAhead(host.budget),
    turn: Promise.resolve(),
  };
}

/**
 * Returns the entry at a place.
 * @throws SpoolElsewhereError if another process delivers the DSN, or may have delivered it since the last call
 */
export function lookAt(lane: SpoolLane, place: number): Promise<StoredEntry | undefined> {
  return inTurn(lane, async () => {
    // Envelopes behind one that could not be read, or may be gone, have to wait for it.
    if (place > 0 && (lane.wasLost || lane.isUnread)) return undefined;
    tellLoss(lane);
    lane.isUnread = false;
    // After a long pause Redis is asked first, because another process may deliver by now.
    if (lane.host.now() - lane.heldAt >= LEASE_MS) lane.ahead.clear();
    return entryAt(lane, place);
  });
}

/**
 * Removes the oldest entries.
 * @returns how many there were
 * @throws SpoolElsewhereError, and removes nothing, if another process may deliver the DSN by now
 */
export function removeOldest(lane: SpoolLane, count: number): Promise<number> {
  return inTurn(lane, async () => {
    tellLoss(lane);
    const oldest: StoredEntry[] = [];
    for (let place = 0; place < count; place += 1) {
      const entry = await entryAt(lane, place);
      // The lease is lost: the entries before it may be removed by now.
      tellLoss(lane);
      if (entry !== undefined) oldest.push(entry);
    }
    if (oldest.length === 0) return 0;
    const { host, keys, token } = lane;
    const pieces = oldest.flatMap((entry) => (entry.pieces === '' ? [] : [entry.pieces]));
    const removed = oldest.flatMap(({ id, takenBytes }) => [id, String(takenBytes)]);
    const reply = await host.redis.run(
      REMOVE,
      [keys.log, keys.meta, keys.lease, ...pieces],
      [token, ...removed],
    );
    const [envelopes, bytes] = reply as readonly [number, number];
    if (envelopes === -1) {
      noteLoss(lane);
      tellLoss(lane);
    }
    for (let left = oldest.length; left > 0; left -= 1) lane.ahead.shift();
    if (envelopes === 0) forgetLease(lane);
    host.onMeasured(lane.dsn, envelopes, bytes);
    return oldest.length;
  });
}

/** Renews the lease of a lane that holds one and gave no sign for a while. */
export function renewLease(lane: SpoolLane): Promise<void> {
  const { redis, now } = lane.host;
  if (!lane.isHeld || now() - lane.heldAt < RENEW_AFTER_MS) return Promise.resolve();
  return inTurn(lane, async () => {
    if (!lane.isHeld) return;
    const askedAt = now();
    const kept = await redis.run(RENEW, [lane.keys.lease], [lane.token, String(LEASE_MS)]);
    if (kept === 0) noteLoss(lane);
    else lane.heldAt = askedAt;
  });
}

/** Lets others deliver the DSN. */
export function releaseLease(lane: SpoolLane): Promise<void> {
  return inTurn(lane, async () => {
    const { isHeld, keys, token, host } = lane;
    forgetLease(lane);
    if (isHeld) await host.redis.run(RELEASE, [keys.lease], [token]);
  });
}

function forgetLease(lane: SpoolLane): void {
  lane.isHeld = false;
  lane.ahead.clear();
}

function noteLoss(lane: SpoolLane): void {
  forgetLease(lane);
  lane.wasLost = true;
}

/** Entries read before a loss may be removed by now, so their places may hold other envelopes. */
function tellLoss(lane: SpoolLane): void {
  if (!lane.wasLost) return;
  lane.wasLost = false;
  throw new SpoolElsewhereError('another process may have delivered this DSN');
}

/** Answers of {@link READ}: the holder of the lease. */
const ANOTHERS = 0;
const NEW = 2;

async function entryAt(lane: SpoolLane, place: number): Promise<StoredEntry | undefined> {
  const { ahead, host, dsn } = lane;
  while (ahead.at(place) === undefined) {
    // The oldest is always read; those behind it only while all lanes hold less.
    if (place > 0 && host.budget.usedBytes >= MAX_READ_AHEAD_BYTES) return undefined;
    if (host.now() < lane.elsewhereUntil) throw elsewhere();
    const [envelopes, whose, entries] = await readMore(lane);
    const wasHeld = lane.isHeld;
    if (wasHeld && whose !== 1) {
      noteLoss(lane);
      lane.isHeld = whose === NEW;
      if (place === 0) tellLoss(lane);
      return undefined;
    }
    lane.isHeld = whose !== ANOTHERS;
    if (whose === ANOTHERS && envelopes > 0) {
      lane.elsewhereUntil = host.now() + host.elsewhereMs();
      throw elsewhere();
    }
    if (entries.length === 0) return undefined;
    const onAway = (): void => {
      lane.isUnread = true;
    };
    for (const entry of entries) ahead.push(readEntry(host.redis, dsn, entry, onAway));
  }
  return ahead.at(place);
}

async function readMore(
  lane: SpoolLane,
): Promise<readonly [envelopes: number, whose: number, entries: readonly RawEntry[]]> {
  const { host, dsn, keys, token, ahead } = lane;
  const { redis, now, budget } = host;
  const lastId = ahead.lastId();
  const count = budget.usedBytes < MAX_READ_AHEAD_BYTES ? READ_AHEAD : 1;
  const askedAt = now();
  const args = [token, LEASE_MS, lastId === undefined ? '-' : `(${lastId}`, count, READ_AHEAD_BYTES];
  const reply = await redis.run(READ, [keys.log, keys.meta, keys.lease], args.map(String));
  const [envelopes, bytes, whose, entries] = reply as readonly [number, number, number, readonly RawEntry[]];
  if (whose !== ANOTHERS) lane.heldAt = askedAt;
  host.onMeasured(dsn, envelopes, bytes);
  return [envelopes, whose, entries];
}

function elsewhere(): SpoolElsewhereError {
  return new SpoolElsewhereError('another process delivers this DSN');
}

/** Runs one call after the other, so that two removals remove two entries. */
function inTurn<T>(lane: SpoolLane, work: () => Promise<T>): Promise<T> {
  const result = lane.turn.then(work);
  lane.turn = result.catch(() => undefined);
  return result;
}
