import type { ThrottleStore } from '../stores/stores.ts';
import type { Client } from './clients.ts';

/**
 * How many times the cap a network may use, the narrowest network first. A /48 holds 256 homes where a provider gives
 * each a /56 (RIPE-690 §4.2), of which few send at a time; without a cap of its own it holds 65,536 clients.
 */
const SHARES = [1, 16] as const;

/**
 * Counts a request of this client, for each of its networks until one has to wait: a client over its own cap uses
 * nothing of its neighbours' share.
 * @returns how long the client has to wait, in milliseconds
 */
export function throttleClient(
  store: ThrottleStore,
  client: Pick<Client, 'networks'>,
  nowMs: number,
  index = 0,
): number | Promise<number> {
  const network = client.networks[index];
  if (network === undefined) return 0;
  const next = (waitMs: number): number | Promise<number> =>
    waitMs > 0 ? waitMs : throttleClient(store, client, nowMs, index + 1);
  const wait = store.take(network, nowMs, SHARES[index] ?? 1);
  return typeof wait === 'number' ? next(wait) : wait.then(next);
}
