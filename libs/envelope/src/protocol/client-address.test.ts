import {
  findClient,
  formatClient,
  networksOf,
  withoutInternal,
  type ClientIpMode,
} from './client-address.ts';
import { parseIpRange, type IpRange } from './ip.ts';

interface Situation {
  peer?: string;
  trusted?: string[];
  mode?: ClientIpMode;
  headers?: Record<string, string>;
}

const rangesOf = (trusted: readonly string[]): IpRange[] =>
  trusted.map(parseIpRange).filter((range): range is IpRange => range !== undefined);

const derive = ({ peer, trusted = [], mode = 'full', headers = {} }: Situation): string =>
  formatClient(
    findClient(peer, (name) => headers[name], rangesOf(trusted)),
    mode,
  );

const PROXY = { peer: '10.0.0.1', trusted: ['10.0.0.0/8'] };
const forwarded = (value: string): Situation => ({ ...PROXY, headers: { 'x-forwarded-for': value } });

describe('the client as ingest is told', () => {
  it.each<[string, Situation, string]>([
    ['the peer', { peer: '192.0.2.1' }, '192.0.2.1'],
    ['the IPv4 peer of an IPv6 socket', { peer: '::ffff:192.0.2.1' }, '192.0.2.1'],
    ['the neutral address for no peer', {}, '0.0.0.0'],
    ['the neutral address for a peer that is none', { peer: 'unix:' }, '0.0.0.0'],
    [
      'the peer without a trusted proxy',
      { peer: '192.0.2.1', headers: { 'x-forwarded-for': '198.51.100.7' } },
      '192.0.2.1',
    ],
    [
      'no hop without a peer',
      { trusted: ['0.0.0.0/0'], headers: { 'x-forwarded-for': '198.51.100.7' } },
      '0.0.0.0',
    ],
    ['the only hop', forwarded('198.51.100.7'), '198.51.100.7'],
    ['the right-most hop', forwarded('192.0.2.66, 198.51.100.7'), '198.51.100.7'],
    [
      'the right-most hop that is no proxy',
      forwarded('192.0.2.66, 198.51.100.7, 10.0.0.3,10.0.0.2'),
      '198.51.100.7',
    ],
    ['the left-most where all are proxies', forwarded('10.0.0.4, 10.0.0.3'), '10.0.0.4'],
    ['a hop with a port', forwarded('198.51.100.7:4711'), '198.51.100.7'],
    ['an IPv6 hop', forwarded('2001:DB8::7'), '2001:db8::7'],
    ['an IPv6 hop in brackets', forwarded('[2001:db8::7]'), '2001:db8::7'],
    ['an IPv6 hop with a port', forwarded('[2001:db8::7]:4711'), '2001:db8::7'],
    ['the proxy that reports nobody', { ...PROXY }, '10.0.0.1'],
    ['the proxy that reports an empty list', forwarded(''), '10.0.0.1'],
    ['the proxy that reports "unknown"', forwarded('unknown'), '10.0.0.1'],
    ['the nearest proxy that reports a hidden hop', forwarded('198.51.100.7, _hidden, 10.0.0.9'), '10.0.0.9'],
    [
      'CF-Connecting-IP from a proxy',
      { ...PROXY, headers: { 'cf-connecting-ip': '198.51.100.1', 'x-forwarded-for': '198.51.100.7' } },
      '198.51.100.1',
    ],
    [
      'X-Vercel-Forwarded-For from a proxy',
      {
        ...PROXY,
        headers: { 'x-vercel-forwarded-for': '198.51.100.2', 'x-sentry-forwarded-for': '198.51.100.3' },
      },
      '198.51.100.2',
    ],
    [
      'X-Sentry-Forwarded-For from a proxy',
      { ...PROXY, headers: { 'x-sentry-forwarded-for': '198.51.100.3', 'x-forwarded-for': '198.51.100.7' } },
      '198.51.100.3',
    ],
    [
      'the next header where one is unreadable',
      { ...PROXY, headers: { 'cf-connecting-ip': 'x', 'x-forwarded-for': '198.51.100.7' } },
      '198.51.100.7',
    ],
    [
      'the peer where CF-Connecting-IP is the client’s own',
      { peer: '192.0.2.1', headers: { 'cf-connecting-ip': '198.51.100.1' } },
      '192.0.2.1',
    ],
    ['half an IPv4 address', { peer: '192.0.2.77', mode: 'truncated' }, '192.0.2.0'],
    ['half an IPv6 address', { peer: '2001:db8:1:2:3:4:5:6', mode: 'truncated' }, '2001:db8:1::'],
    ['half a mapped address', { peer: '::ffff:192.0.2.77', mode: 'truncated' }, '192.0.2.0'],
    ['half the reported hop', { ...forwarded('198.51.100.7'), mode: 'truncated' }, '198.51.100.0'],
    ['nobody on request', { ...forwarded('198.51.100.7'), mode: 'none' }, '0.0.0.0'],
  ])('names %s', (_whom, situation, expected) => {
    expect(derive(situation)).toBe(expected);
  });

  it('looks at a bounded number of hops', () => {
    expect(derive(forwarded(`198.51.100.7, ${'10.0.0.2, '.repeat(31)}10.0.0.2`))).toBe('10.0.0.2');
    expect(derive(forwarded(`198.51.100.7, ${'10.0.0.2, '.repeat(30)}10.0.0.2`))).toBe('198.51.100.7');
  });

  it('writes an address, whatever text it was given', () => {
    for (const text of ['1.2.3.4\r\nx: y', '1.2.3.4, 5.6.7.8', '<script>']) {
      expect(derive({ peer: text })).toBe('0.0.0.0');
      expect(derive(forwarded(text))).toMatch(/^[\d.]+$/);
    }
  });
});

describe('networksOf', () => {
  it.each([
    ['an IPv4 address as it is', '192.0.2.1', ['192.0.2.1']],
    ['an IPv4 address seen by an IPv6 socket', '::ffff:192.0.2.1', ['192.0.2.1']],
    [
      'the /64 and the /48 of an IPv6 address',
      '2001:db8:1:2:3:4:5:6',
      ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ],
    ['two names for the first /64 of a /48', '2001:db8:1::9', ['2001:db8:1::/64', '2001:db8:1::/48']],
    ['one name for all unknown clients', undefined, ['0.0.0.0']],
  ])('is %s', (_what, peer, expected) => {
    expect(networksOf(findClient(peer, () => undefined, []))).toEqual(expected);
  });
});

describe('withoutInternal', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '::1',
    '::',
    'fc00::1',
    'fdab:cdef::1',
    'fe80::1',
    'febf::1',
    '0.0.0.0',
  ])('sends the neutral address for %s', (address) => {
    expect(withoutInternal(address)).toBe('0.0.0.0');
  });

  it.each([
    '126.255.255.255',
    '128.0.0.1',
    '11.0.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '192.169.0.1',
    '169.253.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '198.51.100.7',
    '::2',
    'fbff::1',
    'fe00::1',
    'fec0::1',
    '2001:db8::1',
  ])('leaves %s as it is', (address) => {
    expect(withoutInternal(address)).toBe(address);
  });
});
