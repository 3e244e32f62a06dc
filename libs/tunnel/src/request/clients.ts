import {
  findClient,
  formatClient,
  isForwarded,
  networksOf,
  type ClientIpMode,
  type IpRange,
} from '@adit/envelope';

/** The sender of a request. */
export interface Client {
  /** The value of `X-Forwarded-For` for ingest; empty for this process itself, of which none is sent. */
  readonly forwardedFor: string;
  /** The networks by which the client is throttled, the narrowest first. */
  readonly networks: readonly string[];
}

/** This process: it is not throttled, and ingest is told no address of it. */
export const THIS_PROCESS: Client = Object.freeze({ forwardedFor: '', networks: [] });

/** How clients are identified. */
export interface ClientRules {
  readonly trustedProxies: readonly IpRange[];
  readonly clientIp: ClientIpMode;
}

/** Identifies the sender of a request. */
export type ClientFinder = (peer: string | undefined, header: (name: string) => string | undefined) => Client;

/**
 * The most peers that are remembered, so that the address of a connection is parsed once. Beyond it, all are forgotten.
 */
const MAX_REMEMBERED = 1_000;

/** Creates a {@link ClientFinder}. */
export function createClientFinder({ trustedProxies, clientIp }: ClientRules): ClientFinder {
  const remembered = new Map<string, Client>();

  const find: ClientFinder = (peer, header) => {
    const address = findClient(peer, header, trustedProxies);
    return { forwardedFor: formatClient(address, clientIp), networks: networksOf(address) };
  };

  return (peer = '', header) => {
    // A proxy reports a different client each time.
    if (trustedProxies.length > 0 && isForwarded(header)) return find(peer, header);
    const known = remembered.get(peer);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const client = find(peer, header);
    remembered.set(peer, client);
    return client;
  };
}
