import { isIP } from 'node:net';
import { formatIp, isInRange, parseIp, parseIpRange } from './ip.ts';

const normalised = (text: string): string | undefined => {
  const address = parseIp(text);
  return address && formatIp(address);
};

describe('parseIp and formatIp', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['::ffff:1', '::ffff:1'],
  ])('reads %s as %s', (text, expected) => {
    expect(normalised(text)).toBe(expected);
  });

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1.1',
    '192.0.2.1 ',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    ':1:2:3:4:5:6:7',
    '12345::',
    'g::',
    '::192.0.2.256',
    '192.0.2.1::',
    '1.2.3.4:80',
    '[::1]',
    '1:'.repeat(100),
  ])('refuses %j', (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  it("agrees with Node's own reading of random texts", () => {
    const alphabet = '01f:.';
    let seed = 1;
    const next = (bound: number): number => (seed = (seed * 48_271) % 2_147_483_647) % bound;
    for (let round = 0; round < 4_000; round += 1) {
      const text = Array.from({ length: 1 + next(12) }, () => alphabet[next(alphabet.length)]).join('');
      // Node rejects leading zeros, which some systems read as octal. Here all digits are decimal.
      if (/(^|\.)0\d/.test(text)) continue;
      expect([text, parseIp(text) !== undefined]).toEqual([text, isIP(text) !== 0]);
    }
  });
});

describe('parseIpRange and isInRange', () => {
  const contains = (range: string, address: string): boolean => {
    const parsedRange = parseIpRange(range);
    const parsedAddress = parseIp(address);
    if (parsedRange === undefined || parsedAddress === undefined) throw new Error(`${range} ${address}`);
    return isInRange(parsedAddress, parsedRange);
  };

  it.each([
    ['10.0.0.0/8', '10.255.1.2', '11.0.0.0'],
    ['172.16.0.0/12', '172.31.255.255', '172.32.0.0'],
    ['10.1.2.3/8', '10.9.9.9', '9.9.9.9'],
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['192.0.2.0/31', '192.0.2.1', '192.0.2.2'],
    ['0.0.0.0/0', '255.255.255.255', '::1'],
    ['::/0', '::1', '0.0.0.0'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['::1', '::1', '::2'],
    ['::ffff:10.0.0.0/104', '10.1.1.1', '11.1.1.1'],
    ['10.0.0.0/8', '::ffff:10.1.1.1', '::ffff:11.1.1.1'],
  ])('%s holds %s and not %s', (range, inside, outside) => {
    expect(contains(range, inside)).toBe(true);
    expect(contains(range, outside)).toBe(false);
  });

  it.each([
    '',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    '::ffff:10.0.0.0/95',
    'all',
    '10.0.0.0/8 ',
  ])('refuses %j', (text) => {
    expect(parseIpRange(text)).toBeUndefined();
  });
});
