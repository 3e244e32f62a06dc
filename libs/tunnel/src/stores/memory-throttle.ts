import type { ThrottleStore } from './stores.ts';

/** How many requests a client may make. */
export interface ThrottleOptions {
  /** Requests in the time span, which may all come at once. From 1 to 1 000 000. */
  requests: number;
  /** The time span, in milliseconds: from 1 to a day. An unused request comes back after its share of it. */
  perMs: number;
}

/** How a {@link createMemoryThrottle} is set up. */
export interface MemoryThrottleOptions extends ThrottleOptions {
  /** Clients remembered at most, each with about 200 bytes. Default 100 000. */
  maxClients?: number;
}

/** A {@link ThrottleStore} that answers at once. */
export interface MemoryThrottle extends ThrottleStore {
  readonly take: (client: string, nowMs: number, capFactor?: number) => number;
}

/**
 * A token bucket. Its content is kept in whole numbers: one request costs `perMs`, each millisecond brings `requests`
 * for each share, so that neither rounds.
 */
interface Bucket {
  readonly capFactor: number;
  credit: number;
  atMs: number;
}

const DEFAULT_MAX_CLIENTS = 100_000;
const MAX_REQUESTS = 1_000_000;
const DAY_MS = 24 * 3_600_000;
const MAX_CLIENTS = 10_000_000;

/** Buckets looked at for each new client: more than one, so that an idle table shrinks. */
const VISITS_PER_NEWCOMER = 2;

/** Refused clients spared in a row, in a full table, before one of them has to go. */
const MAX_SPARED = 16;

/**
 * Creates a throttle, in this process's memory.
 *
 * A full bucket is the same as none and is removed. If the table is full, a client with requests left is removed first,
 * and one that is being refused last: a client with many addresses can only free a refused one by filling the table with
 * refused ones.
 * @throws TypeError with one line that names the option, its value and what is accepted
 */
export function createMemoryThrottle({
  requests,
  perMs,
  maxClients = DEFAULT_MAX_CLIENTS,
}: MemoryThrottleOptions): MemoryThrottle {
  checkCap('createMemoryThrottle', { requests, perMs });
  checkWholeNumber('createMemoryThrottle', 'maxClients', maxClients, MAX_CLIENTS);

  const fullCreditOf = (capFactor: number): number => capFactor * requests * perMs;
  const buckets = new Map<string, Bucket>();
  // The iterator is kept. A new one each time would first step over all that was deleted since the last
  // rehash, 50 µs in a table of 100,000.
  let hand = buckets.entries();

  const nextEntry = (): readonly [client: string, bucket: Bucket] | undefined => {
    const { value } = hand.next();
    if (value !== undefined) return value;
    hand = buckets.entries();
    return hand.next().value;
  };

  const creditAt = ({ capFactor, credit, atMs }: Bucket, nowMs: number): number =>
    Math.min(fullCreditOf(capFactor), credit + Math.max(0, nowMs - atMs) * requests * capFactor);

  const makeRoom = (nowMs: number): void => {
    for (let visits = 1; buckets.size >= maxClients || visits <= VISITS_PER_NEWCOMER; visits += 1) {
      const entry = nextEntry();
      if (entry === undefined) return;
      const [client, bucket] = entry;
      const credit = creditAt(bucket, nowMs);
      const mustGo = buckets.size >= maxClients && (credit >= perMs || visits > MAX_SPARED);
      if (mustGo || credit >= fullCreditOf(bucket.capFactor)) buckets.delete(client);
    }
  };

  return {
    take: (client, nowMs, capFactor = 1) => {
      const bucket = buckets.get(client);
      if (bucket === undefined) {
        makeRoom(nowMs);
        buckets.set(client, { capFactor, credit: fullCreditOf(capFactor) - perMs, atMs: nowMs });
        return 0;
      }
      const credit = creditAt(bucket, nowMs);
      // After a clock was set back, counting starts again from there.
      bucket.atMs = nowMs;
      if (credit < perMs) {
        bucket.credit = credit;
        return Math.ceil((perMs - credit) / (requests * bucket.capFactor));
      }
      bucket.credit = credit - perMs;
      return 0;
    },
  };
}

/** @throws TypeError for a cap that is no such number of requests in such a time */
export function checkCap(caller: string, { requests, perMs }: ThrottleOptions): void {
  checkWholeNumber(caller, 'requests', requests, MAX_REQUESTS);
  checkWholeNumber(caller, 'perMs', perMs, DAY_MS);
}

function checkWholeNumber(caller: string, name: string, value: unknown, max: number): void {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max) return;
  throw new TypeError(
    `${caller}: ${name} is ${describe(value)}; accepted is a whole number from 1 to ${max}.`,
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
