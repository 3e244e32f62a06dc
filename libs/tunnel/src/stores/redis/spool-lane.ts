import { SpoolElsewhereError } from '../stores.ts';
import type { Redis } from './redis.ts';
import type { SpoolKeys } from './spool-keys.ts';
import { READ, RELEASE, REMOVE, RENEW } from './spool-scripts.ts';
import { readEntry, type RawEntry, type StoredEntry } from './stored-entry.ts';

/** A lease ends this long after its holder was last heard of, in milliseconds. */
const LEASE_MS = 10_000;

/** Entries read at once, each with a body of up to 256 KiB. */
const READ_AHEAD = 8;

/** The log of one DSN, as one process reads it. */
export interface SpoolLane {
  readonly redis: Redis;
  readonly dsn: string;
  readonly keys: SpoolKeys;
  /** Names this process in its leases. */
  readonly owner: string;
  /** Called with the number of envelopes and bytes in the log, whenever Redis tells. */
  readonly onMeasured: (envelopes: number, bytes?: number) => void;
  /** Proves that this process delivers the DSN; empty if it does not. */
  token: string;
  /** Whether another process may have delivered the DSN since the last call. */
  wasLost: boolean;
  /** The oldest entries, in order. */
  readonly ahead: StoredEntry[];
  /** Ends when all calls before it have. */
  turn: Promise<unknown>;
}

/**
 * Returns the entry at a place.
 * @throws SpoolElsewhereError if another process delivers the DSN, or has perhaps delivered it since the last call
 */
export function lookAt(lane: SpoolLane, place: number): Promise<StoredEntry | undefined> {
  return inTurn(lane, async () => {
    if (place > 0 && lane.wasLost) return undefined;
    tellLoss(lane);
    return entryAt(lane, place);
  });
}

/**
 * Removes the oldest entry.
 * @throws SpoolElsewhereError, and removes nothing, if another process may deliver the DSN by now
 */
export function removeOldest(lane: SpoolLane): Promise<void> {
  return inTurn(lane, async () => {
    tellLoss(lane);
    const oldest = await entryAt(lane, 0);
    if (oldest === undefined) return;
    const { redis, keys, token } = lane;
    const all = [keys.log, keys.meta, keys.lease, ...(oldest.pieces === '' ? [] : [oldest.pieces])];
    const reply = await redis.run(REMOVE, all, [token, oldest.id, String(oldest.takenBytes)]);
    const [envelopes, bytes] = reply as readonly [number, number];
    if (envelopes === -1) {
      noteLoss(lane);
      tellLoss(lane);
    }
    lane.ahead.shift();
    if (envelopes === 0) forgetLease(lane);
    lane.onMeasured(envelopes, bytes);
  });
}

/** Prolongs the lease of a lane that holds one. */
export function renewLease(lane: SpoolLane): Promise<void> {
  return inTurn(lane, async () => {
    if (lane.token === '') return;
    const kept = await lane.redis.run(RENEW, [lane.keys.lease], [lane.token, String(LEASE_MS)]);
    if (kept === 0) noteLoss(lane);
  });
}

/** Lets others deliver the DSN. */
export function releaseLease(lane: SpoolLane): Promise<void> {
  return inTurn(lane, async () => {
    const { token } = lane;
    forgetLease(lane);
    if (token !== '') await lane.redis.run(RELEASE, [lane.keys.lease], [token]);
  });
}

function forgetLease(lane: SpoolLane): void {
  lane.token = '';
  lane.ahead.length = 0;
}

function noteLoss(lane: SpoolLane): void {
  forgetLease(lane);
  lane.wasLost = true;
}

/** What was read before a loss may be removed by now: what is at its place is another envelope. */
function tellLoss(lane: SpoolLane): void {
  if (!lane.wasLost) return;
  lane.wasLost = false;
  throw new SpoolElsewhereError('another process may have delivered this DSN');
}

async function entryAt(lane: SpoolLane, place: number): Promise<StoredEntry | undefined> {
  while (lane.ahead.length <= place) {
    const { redis, keys, token, owner, ahead } = lane;
    const last = ahead.at(-1);
    const after = last === undefined ? '-' : `(${last.id}`;
    const args = [token, owner, String(LEASE_MS), after, String(READ_AHEAD)];
    const reply = await redis.run(READ, [keys.log, keys.lease, keys.leases], args);
    const [newToken, envelopes, entries] = reply as readonly [Buffer, number, readonly RawEntry[]];
    lane.onMeasured(envelopes);
    if (token !== '' && String(newToken) !== token) {
      noteLoss(lane);
      lane.token = String(newToken);
      if (place === 0) tellLoss(lane);
      return undefined;
    }
    lane.token = String(newToken);
    if (lane.token === '' && envelopes > 0) {
      throw new SpoolElsewhereError('another process delivers this DSN');
    }
    if (entries.length === 0) return undefined;
    for (const entry of entries) lane.ahead.push(readEntry(redis, lane.dsn, entry));
  }
  return lane.ahead[place];
}

/** One call after the other: two removals remove two entries. */
function inTurn<T>(lane: SpoolLane, work: () => Promise<T>): Promise<T> {
  const result = lane.turn.then(work);
  lane.turn = result.catch(() => undefined);
  return result;
}
