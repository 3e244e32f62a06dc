import type { Clock } from '@adit/envelope';
import type { ThrottleStore } from '@adit/spool';
import type { Client } from './clients.ts';

/**
 * The cap of each network, as a multiple of a client's cap, the narrowest network first. A /48 holds 256 homes where a
 * provider assigns each a /56 (RIPE-690 §4.2), of which few send at the same time; without its own cap it holds 65,536
 * clients.
 */
const CAP_FACTORS = [1, 16] as const;

/**
 * Counts a request for each network of the client, the narrowest first, until one exceeds its cap. A client over its
 * own cap does not use up the cap that it shares with its neighbours.
 * @returns how long the client has to wait, in milliseconds; 0 without a store
 */
export function throttleClient(
  store: ThrottleStore | undefined,
  client: Pick<Client, 'networks'>,
  clock: Pick<Clock, 'monotonicNow'>,
): number | Promise<number> {
  return store === undefined ? 0 : takeFrom(store, client.networks, clock.monotonicNow(), 0);
}

function takeFrom(
  store: ThrottleStore,
  networks: readonly string[],
  nowMs: number,
  index: number,
): number | Promise<number> {
  const network = networks[index];
  if (network === undefined) return 0;
  const next = (waitMs: number): number | Promise<number> =>
    waitMs > 0 ? waitMs : takeFrom(store, networks, nowMs, index + 1);
  const wait = store.take(network, nowMs, CAP_FACTORS[index] ?? 1);
  return typeof wait === 'number' ? next(wait) : wait.then(next);
}
