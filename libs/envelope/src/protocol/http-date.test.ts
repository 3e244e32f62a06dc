import { parseHttpDate } from './http-date.ts';

const NOW = Date.UTC(2026, 6, 1);

describe('parseHttpDate', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov 16 08:49:37 1994', Date.UTC(1994, 10, 16, 8, 49, 37)],
    ['Wed, 01 Jul 2026 00:01:00 GMT', NOW + 60_000],
    ['Wednesday, 01-Jul-26 00:01:00 GMT', NOW + 60_000],
    ['Thursday, 01-Jan-76 00:00:00 GMT', Date.UTC(2076, 0, 1)],
    ['Thursday, 01-Jan-77 00:00:00 GMT', Date.UTC(1977, 0, 1)],
    ['Fri, 31 Dec 2027 23:59:59 GMT', Date.UTC(2027, 11, 31, 23, 59, 59)],
    ['Tue, 29 Feb 2028 00:00:00 GMT', Date.UTC(2028, 1, 29)],
  ])('reads %s', (text, expected) => {
    expect(parseHttpDate(text, NOW)).toBe(expected);
  });

  it.each([
    '',
    '120',
    '2026-07-01T00:01:00Z',
    'Wed, 01 Jul 2026 00:01:00',
    'Wed, 01 Jul 2026 00:01:00 UTC',
    'Wed, 1 Jul 2026 00:01:00 GMT',
    ' Wed, 01 Jul 2026 00:01:00 GMT',
    'Wed, 01 Jul 2026 00:01:00 GMT ',
    'Wed, 01 Jux 2026 00:01:00 GMT',
    'Wed, 01 Jul 2026 25:00:00 GMT',
    'Wed, 01 Jul 2026 00:60:00 GMT',
    'Wed, 01 Jul 2026 00:00:60 GMT',
    'Wed, 00 Jan 2026 00:00:00 GMT',
    'Wed, 01 Xyz 2026 00:00:00 GMT',
    'Wed, 31 Xyz 2026 00:00:00 GMT',
    'Wed, 00 Jul 2026 00:00:00 GMT',
    'Wed, 31 Jun 2026 00:00:00 GMT',
    'Mon, 29 Feb 2027 00:00:00 GMT',
    'Monday, 29-Feb-27 00:00:00 GMT',
    'Mon Feb 29 00:00:00 2027',
    'garbage 2026',
  ])('refuses %j', (text) => {
    expect(parseHttpDate(text, NOW)).toBeUndefined();
  });
});
