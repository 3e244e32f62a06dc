import {
  formatIp,
  isInRange,
  keepPrefix,
  parseIp,
  parseIpRange,
  type IpAddress,
  type IpRange,
} from './ip.ts';

/** How much of the client's address ingest gets. */
export type ClientIpMode = 'full' | 'truncated' | 'none';

/**
 * Sent instead of an address that is unknown or withheld. Without an address, ingest would use the tunnel's own and place
 * every visitor in its datacentre. This address belongs to no machine and has no location (RFC 1122 §3.2.1.3).
 */
export const NEUTRAL_ADDRESS = '0.0.0.0';

/** /24 and /48: the network that a provider gives to a site, without the machine in it. */
const TRUNCATED_BITS = { ipv4: 24, ipv6: 48 } as const;

const IPV4_BYTES = 4;

// Relay's order (`forwarded_for.rs`): the header of an edge network is more reliable than a list that every hop adds to.
const FORWARDING_HEADERS = [
  'cf-connecting-ip',
  'x-vercel-forwarded-for',
  'x-sentry-forwarded-for',
  'x-forwarded-for',
] as const;

/** The most hops read from one header, from the right. */
const MAX_HOPS = 32;

/** The longest entry that is read, in characters. An IPv6 address in brackets with a port has 47. */
const MAX_HOP_CHARS = 64;

/** Whether a request has a forwarding header. */
export function isForwarded(header: (name: string) => string | undefined): boolean {
  return FORWARDING_HEADERS.some((name) => header(name) !== undefined);
}

/**
 * Returns the client's address: the peer or, behind trusted proxies, the right-most hop that is not a trusted proxy.
 * `undefined` if the host does not know the peer.
 * @param peer the address at the other end of the connection; `undefined` if the host does not know it
 * @param header reads a request header by its lower-case name
 */
export function findClient(
  peer: string | undefined,
  header: (name: string) => string | undefined,
  trustedProxies: readonly IpRange[],
): IpAddress | undefined {
  const peerAddress = peer === undefined ? undefined : parseIp(peer);
  return peerAddress !== undefined && isTrusted(peerAddress, trustedProxies)
    ? reportedAddress(peerAddress, header, trustedProxies)
    : peerAddress;
}

/** Formats the client for `X-Forwarded-For`. */
export function formatClient(client: IpAddress | undefined, mode: ClientIpMode): string {
  if (client === undefined || mode === 'none') return NEUTRAL_ADDRESS;
  return formatIp(mode === 'truncated' ? truncate(client) : client);
}

/** A machine can use every address of its /64. A site gets a /48 at most (RFC 6177). */
const NETWORK_BITS = [64, 48] as const;

/**
 * The networks from which a client can choose its address, the narrowest first: for IPv4 the address alone, for IPv6 the
 * /64 and the /48. All unknown clients count as one.
 */
export function networksOf(client: IpAddress | undefined): readonly [string, ...string[]] {
  if (client === undefined) return [NEUTRAL_ADDRESS];
  if (client.length === IPV4_BYTES) return [formatIp(client)];
  const [narrow, wide] = NETWORK_BITS;
  return [
    `${formatIp(keepPrefix(client, narrow))}/${narrow}`,
    `${formatIp(keepPrefix(client, wide))}/${wide}`,
  ];
}

// Loopback, private, link-local and shared addresses (RFC 6890), and the unique local ones of IPv6 (RFC 4193).
const INTERNAL_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  // `::1`, and `::`, which is `::1` truncated.
  '::/127',
  'fc00::/7',
  'fe80::/10',
].map((text) => parseIpRange(text) as IpRange);

/**
 * The value of `X-Forwarded-For` for events of a server's SDK. An address of an internal network is not a visitor's, so
 * it is replaced with the neutral one. A public address may be that of a phone.
 * @param forwardedFor as {@link formatClient} writes it
 */
export function withoutInternal(forwardedFor: string): string {
  const address = parseIp(forwardedFor);
  return address !== undefined && isTrusted(address, INTERNAL_NETWORKS) ? NEUTRAL_ADDRESS : forwardedFor;
}

function reportedAddress(
  peer: IpAddress,
  header: (name: string) => string | undefined,
  trustedProxies: readonly IpRange[],
): IpAddress {
  for (const name of FORWARDING_HEADERS) {
    const value = header(name);
    const hop = value === undefined ? undefined : rightmostUntrusted(value, trustedProxies);
    if (hop !== undefined) return hop;
  }
  return peer;
}

/** Ends at a hop that cannot be read: the entries left of it cannot be trusted. */
function rightmostUntrusted(value: string, trustedProxies: readonly IpRange[]): IpAddress | undefined {
  let nearest: IpAddress | undefined;
  let end = value.length;
  for (let hops = 0; hops < MAX_HOPS && end >= 0; hops += 1) {
    const comma = end === 0 ? -1 : value.lastIndexOf(',', end - 1);
    const entry = value.slice(comma + 1, end).trim();
    const hop = entry.length > MAX_HOP_CHARS ? undefined : parseHop(entry);
    if (hop === undefined) return nearest;
    nearest = hop;
    if (!isTrusted(hop, trustedProxies)) return nearest;
    end = comma;
  }
  return nearest;
}

// Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
const WITH_PORT = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/;

function parseHop(entry: string): IpAddress | undefined {
  const [, ipv6, ipv4] = WITH_PORT.exec(entry) ?? [];
  return parseIp(ipv6 ?? ipv4 ?? entry);
}

/** Whether it is the address of a trusted proxy. */
export function isTrusted(address: IpAddress, trustedProxies: readonly IpRange[]): boolean {
  return trustedProxies.some((range) => isInRange(address, range));
}

function truncate(address: IpAddress): IpAddress {
  return keepPrefix(address, address.length === IPV4_BYTES ? TRUNCATED_BITS.ipv4 : TRUNCATED_BITS.ipv6);
}
