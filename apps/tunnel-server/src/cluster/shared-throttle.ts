import type { ThrottleStore } from '@adit/tunnel';
import type { Blocked, Taken } from './messages.ts';

/** How long a worker gathers what it let pass before it tells, in milliseconds. */
const GATHER_MS = 100;

/** Clients in each table of a worker at most; the primary remembers as many. Those beyond are judged by the worker alone. */
const MAX_CLIENTS = 100_000;

/** A worker's part of a throttle that holds over all workers. */
export interface SharedThrottle {
  readonly store: ThrottleStore;
  /** Takes note of clients the primary found to be over their cap. */
  readonly block: (clients: Blocked) => void;
}

/** How a {@link SharedThrottle} is set up. */
export interface SharedThrottleOptions {
  /** The worker's own, with the whole cap: what it refuses needs no one else's word. */
  local: ThrottleStore;
  /** Tells the primary. */
  publish: (clients: Taken) => void;
  /** Calls back after so many milliseconds. */
  schedule: (callback: () => void, delayMs: number) => void;
  /** The clock that `take` is called with, in milliseconds. */
  now: () => number;
}

/**
 * Creates the worker's side. Asking the primary for each request would cost more than forwarding it, and a cap divided
 * by the number of workers would refuse a client that keeps within it, since one connection stays with one worker. So
 * each worker counts for itself, tells what it let pass ten times a second, and is told whom to refuse: a client spread
 * over all workers gets at most a tenth of a second more than its cap.
 */
export function createSharedThrottle({
  local,
  publish,
  schedule,
  now,
}: SharedThrottleOptions): SharedThrottle {
  const taken = new Map<string, { requests: number; readonly shares: number }>();
  const blockedUntil = new Map<string, number>();

  const tell = (): void => {
    publish([...taken].map(([client, { requests, shares }]) => [client, requests, shares] as const));
    taken.clear();
  };
  const count = (client: string, shares: number, waitMs: number): number => {
    if (waitMs > 0) return waitMs;
    if (taken.size === 0) schedule(tell, GATHER_MS);
    const known = taken.get(client);
    if (known === undefined) add(taken, client, { requests: 1, shares });
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
 * The primary's side: counts what the workers let pass against the same cap.
 * @returns the clients who are over it
 */
export async function countTaken(throttle: ThrottleStore, clients: Taken, nowMs: number): Promise<Blocked> {
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
