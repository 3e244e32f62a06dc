import {
  findClient,
  formatClient,
  isForwarded,
  networksOf,
  type ClientIpMode,
} from '../protocol/client-address.ts';
import type { IpRange } from '../protocol/ip.ts';

/** Who sent a request. */
export interface Client {
  /** The value of `X-Forwarded-For` for ingest. */
  readonly forwardedFor: string;
  /** What the client is throttled by, the narrowest first. */
  readonly networks: readonly string[];
}

/** How clients are identified. */
export interface ClientRules {
  readonly trustedProxies: readonly IpRange[];
  readonly clientIp: ClientIpMode;
}

/** Finds out who sent a request. */
export type ClientFinder = (peer: string | undefined, header: (name: string) => string | undefined) => Client;

/** Peers remembered, so that a connection's address is read once; with more, all are forgotten. */
const MAX_REMEMBERED = 1_000;

/** Creates a {@link ClientFinder}. */
export function createClientFinder({ trustedProxies, clientIp }: ClientRules): ClientFinder {
  const remembered = new Map<string, Client>();

  const find: ClientFinder = (peer, header) => {
    const address = findClient(peer, header, trustedProxies);
    return { forwardedFor: formatClient(address, clientIp), networks: networksOf(address) };
  };

  return (peer = '', header) => {
    // What a proxy reports is another client each time.
    if (trustedProxies.length > 0 && isForwarded(header)) return find(peer, header);
    const known = remembered.get(peer);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const client = find(peer, header);
    remembered.set(peer, client);
    return client;
  };
}
