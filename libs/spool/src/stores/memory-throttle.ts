import type { ThrottleStore } from './stores.ts';

/** The number of requests a client may make. */
export interface ThrottleOptions {
  /** Requests in the time span, which may all come at once. From 1 to 1 000 000. */
  requests: number;
  /** The time span, in milliseconds: from 1 to a day. Requests become available again evenly over it. */
  perMs: number;
}

/** How a {@link createMemoryThrottle} is set up. */
export interface MemoryThrottleOptions extends ThrottleOptions {
  /** The maximum number of clients remembered, each with about 200 bytes. Default 100 000. */
  maxClients?: number;
}

/** A {@link ThrottleStore} that answers synchronously. */
export interface MemoryThrottle extends ThrottleStore {
  readonly take: (client: string, nowMs: number, capFactor?: number) => number;
}

/**
 * A token bucket. Its content is a whole number, so that nothing is rounded: one request costs `perMs`, each
 * millisecond adds `requests` for each share.
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

/** The number of buckets checked for each new client: more than one, so that an idle table shrinks. */
const VISITS_PER_NEWCOMER = 2;

/** The maximum number of refused clients skipped in a row in a full table, before one of them is removed. */
const MAX_SPARED = 16;

/**
 * Creates a throttle, in this process's memory.
 *
 * A full bucket is the same as no bucket and is removed. If the table is full, a client with requests left is removed
 * first, and one that is being refused last: a client with many addresses can only free a refused one by filling the
 * table with refused ones.
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
  // The iterator is kept. A new one would first skip everything deleted since the last rehash, which takes 50 µs in a
  // table of 100,000.
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
      // After the clock was set back, counting starts again from here.
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

/** @throws TypeError if the number of requests or the time span is invalid */
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
