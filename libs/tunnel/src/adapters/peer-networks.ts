import { isTrusted, networksOf, parseIp, parseIpRange, type IpRange } from '@adit/envelope';

/**
 * Groups connections by network, for a server that bounds the connections of one client: by the IPv4 address, or by the
 * /64 and the /48 of an IPv6 address.
 * @param trustedProxies addresses and CIDR blocks; a proxy's connections carry many clients and are in no group
 * @returns the groups of a peer address, the narrowest first
 */
export function createPeerNetworks(
  trustedProxies: readonly string[],
): (peerAddress: string | undefined) => readonly string[] {
  const ranges = trustedProxies.map(parseIpRange).filter((range): range is IpRange => range !== undefined);
  return (peerAddress) => {
    const address = peerAddress === undefined ? undefined : parseIp(peerAddress);
    return address === undefined || isTrusted(address, ranges) ? [] : networksOf(address);
  };
}
