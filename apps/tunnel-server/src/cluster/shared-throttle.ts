import type { ThrottleStore } from '@adit/spool';
import type { BlockedClients, ClientCounts } from './messages.ts';

/** Interval at which a worker sends its counts, in milliseconds. */
const GATHER_MS = 100;

/**
 * Maximum clients in each table of a worker; the primary has the same maximum. Further clients are throttled by the
 * worker alone.
 */
const MAX_CLIENTS = 100_000;

/** A worker's part of the throttle of all workers. */
export interface SharedThrottle {
  readonly store: ThrottleStore;
  /** Refuses clients that are over their limit in all workers together. */
  readonly block: (clients: BlockedClients) => void;
}

/** Options of {@link createSharedThrottle}. */
interface SharedThrottleOptions {
  /** The worker's own throttle, with the whole limit. */
  local: ThrottleStore;
  /** Sends counts to the primary. */
  publish: (clients: ClientCounts) => void;
  /** Calls back after `delayMs` milliseconds. */
  schedule: (callback: () => void, delayMs: number) => void;
  /** The clock for `take`, in milliseconds. */
  now: () => number;
}

/**
 * Creates the worker's side. Asking the primary for each request would cost more than forwarding it. Dividing the
 * limit by the number of workers would refuse clients within their limit, because a connection stays with one worker.
 * So each worker counts by itself and sends its counts ten times a second, and the primary answers which clients to
 * refuse. A client that uses all workers gets its limit, plus at most a tenth of a second.
 */
export function createSharedThrottle({
  local,
  publish,
  schedule,
  now,
}: SharedThrottleOptions): SharedThrottle {
  const counts = new Map<string, { requests: number; readonly shares: number }>();
  const blockedUntil = new Map<string, number>();

  const send = (): void => {
    publish([...counts].map(([client, { requests, shares }]) => [client, requests, shares] as const));
    counts.clear();
  };
  const count = (client: string, shares: number, waitMs: number): number => {
    if (waitMs > 0) return waitMs;
    if (counts.size === 0) schedule(send, GATHER_MS);
    const known = counts.get(client);
    if (known === undefined) add(counts, client, { requests: 1, shares });
    else known.requests += 1;
    return 0;
  };

  return {
    store: {
      ...local,
      take: (client, nowMs, shares) => {
        const waitMs = (blockedUntil.get(client) ?? 0) - nowMs;
        if (waitMs > 0) return waitMs;
        const own = local.take(client, nowMs, shares);
        return typeof own === 'number'
          ? count(client, shares, own)
          : own.then((wait) => count(client, shares, wait));
      },
    },
    block: (clients) => {
      const nowMs = now();
      for (const [client, untilMs] of blockedUntil) if (untilMs <= nowMs) blockedUntil.delete(client);
      for (const [client, waitMs] of clients) add(blockedUntil, client, nowMs + waitMs);
    },
  };
}

function add<T>(table: Map<string, T>, client: string, value: T): void {
  if (table.size < MAX_CLIENTS || table.has(client)) table.set(client, value);
}

/**
 * The primary's side: adds up the counts of all workers.
 * @returns the clients over their limit
 */
export async function countClients(
  throttle: ThrottleStore,
  clients: ClientCounts,
  nowMs: number,
): Promise<BlockedClients> {
  const blocked: [string, number][] = [];
  for (const [client, requests, shares] of clients) {
    let waitMs = 0;
    for (let counted = 0; counted < requests && waitMs === 0; counted += 1) {
      waitMs = await throttle.take(client, nowMs, shares);
    }
    if (waitMs > 0) blocked.push([client, waitMs]);
  }
  return blocked;
}
