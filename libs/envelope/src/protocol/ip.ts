/** An address as its bytes: 4 for IPv4, 16 for IPv6. */
export type IpAddress = readonly number[];

/** A block of addresses. */
export interface IpRange {
  readonly address: IpAddress;
  readonly prefixBits: number;
}

// A faster path for IPv4 peers of IPv6 sockets, which are common. The general code below gives the same result.
const MAPPED_IPV4 = /^::ffff:(\d+\.[\d.]+)$/i;
const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const HEXTET = /^[\da-f]{1,4}$/i;
const PREFIX_LENGTH = /^\d{1,3}$/;
const IPV6_BYTES = 16;
const MAX_TEXT_LENGTH = 64;

/** ::ffff:0:0/96, the IPv4 peers of IPv6 sockets (RFC 4291 §2.5.5.2). */
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** Reads an address. An IPv4-mapped IPv6 address becomes its IPv4 address. A zone id is dropped. */
export function parseIp(text: string): IpAddress | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  if (!text.includes(':')) return parseIpv4(text);
  const mapped = MAPPED_IPV4.exec(text)?.[1];
  if (mapped !== undefined) return parseIpv4(mapped);
  const [address = ''] = text.split('%', 1);
  const bytes = parseIpv6(address);
  if (bytes === undefined) return undefined;
  return MAPPED_PREFIX.every((byte, index) => bytes[index] === byte)
    ? bytes.slice(MAPPED_PREFIX.length)
    : bytes;
}

function parseIpv4(text: string): IpAddress | undefined {
  const bytes = IPV4.exec(text)?.slice(1).map(Number);
  return bytes?.every((byte) => byte <= 255) === true ? bytes : undefined;
}

function parseIpv6(text: string): IpAddress | undefined {
  const hextets = withoutDottedEnd(text);
  if (hextets === undefined) return undefined;
  const halves = hextets.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(parseHextets);
  if (head === undefined) return undefined;
  if (halves.length === 1) return head.length === IPV6_BYTES ? head : undefined;
  // RFC 4291 §2.2: `::` stands for one or more groups of zeros.
  if (tail === undefined || head.length + tail.length > IPV6_BYTES - 2) return undefined;
  return [...head, ...new Array<number>(IPV6_BYTES - head.length - tail.length).fill(0), ...tail];
}

/** Turns an IPv4 address in place of the last two groups (RFC 4291 §2.2) into groups. */
function withoutDottedEnd(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const dottedAt = text.lastIndexOf(':') + 1;
  const bytes = parseIpv4(text.slice(dottedAt));
  return bytes === undefined ? undefined : text.slice(0, dottedAt) + hextetsOf(bytes).join(':');
}

function parseHextets(text: string): number[] | undefined {
  if (text === '') return [];
  const groups = text.split(':');
  if (!groups.every((group) => HEXTET.test(group))) return undefined;
  return groups.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]);
}

function hextetsOf(address: IpAddress): string[] {
  const groups: string[] = [];
  address.forEach((byte, index) => {
    if (index % 2 === 1) groups.push((((address[index - 1] ?? 0) << 8) | byte).toString(16));
  });
  return groups;
}

/** Writes an address. IPv6 follows RFC 5952 §4, with the longest run of zero groups as `::`. */
export function formatIp(address: IpAddress): string {
  if (address.length !== IPV6_BYTES) return address.join('.');
  const groups = hextetsOf(address);
  const run = longestZeroRun(groups);
  if (run.length < 2) return groups.join(':');
  return `${groups.slice(0, run.start).join(':')}::${groups.slice(run.start + run.length).join(':')}`;
}

function longestZeroRun(groups: readonly string[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  groups.forEach((group, index) => {
    if (group !== '0') start = index + 1;
    else if (index + 1 - start > longest.length) longest = { start, length: index + 1 - start };
  });
  return longest;
}

/** Reads a CIDR block. A single address becomes a block of one address. */
export function parseIpRange(text: string): IpRange | undefined {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  const address = parseIp(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const totalBits = address.length * 8;
  if (prefixText === undefined) return { address, prefixBits: totalBits };
  // The prefix length of a mapped block includes the 96 bits of ::ffff:0:0.
  const writtenBits = PREFIX_LENGTH.test(prefixText) ? Number(prefixText) : Number.NaN;
  const prefixBits =
    addressText.includes(':') && totalBits === 32 ? writtenBits - MAPPED_PREFIX.length * 8 : writtenBits;
  return prefixBits >= 0 && prefixBits <= totalBits ? { address, prefixBits } : undefined;
}

/** Whether a text is an address or a CIDR block, as `trustedProxies` takes it. */
export const isIpRange = (text: string): boolean => parseIpRange(text) !== undefined;

/** Whether the block contains the address. Addresses of the other family never match. */
export function isInRange(address: IpAddress, range: IpRange): boolean {
  if (address.length !== range.address.length) return false;
  const kept = keepPrefix(address, range.prefixBits);
  return keepPrefix(range.address, range.prefixBits).every((byte, index) => byte === kept[index]);
}

/** The address with every bit after the prefix set to zero. */
export function keepPrefix(address: IpAddress, prefixBits: number): IpAddress {
  return address.map((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefixBits - index * 8));
    return byte & (0xff << (8 - bits));
  });
}
