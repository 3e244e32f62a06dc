import { browserOf, readRecorded } from './read-recorded.ts';

const NONE = { arrived: 0, lost: 0, unknown: 0, late: 0 };

it('reads the fates of earlier items and the items of the request', () => {
  expect(readRecorded('shop%401.2;e3.0.1.0;s10.2.0.1;h4.0.1.0;-ts')).toEqual({
    release: 'shop@1.2',
    earlierRelease: 'shop@1.2',
    received: 2,
    isHidden: false,
    items: {
      error: { arrived: 3, lost: 0, unknown: 1, late: 0 },
      session: { arrived: 10, lost: 2, unknown: 0, late: 1 },
    },
    hidden: { arrived: 4, lost: 0, unknown: 1, late: 0 },
  });
});

it('reads the header of a page that has nothing to report yet, and of one that is hidden', () => {
  expect(readRecorded('shop%401;-s')).toEqual({
    ...{ release: 'shop@1', earlierRelease: 'shop@1', received: 1, isHidden: false, items: {}, hidden: NONE },
  });
  expect(readRecorded(';+')).toMatchObject({ release: '', received: 0, isHidden: true });
});

it('reads the release of a page that reports the items of an earlier one', () => {
  expect(readRecorded('shop%401;e3.0.1.0;-ts;shop%402')).toMatchObject({
    ...{ earlierRelease: 'shop@1', release: 'shop@2', received: 2, items: { error: { arrived: 3 } } },
  });
  expect(readRecorded('shop%401;e3.0.1.0;-ts;')).toMatchObject({ earlierRelease: 'shop@1', release: '' });
});

it('ignores categories that it does not know', () => {
  expect(readRecorded('a;z1.0.0.0;-zse')).toMatchObject({ received: 2, items: {} });
});

it.each([
  undefined,
  '',
  'a;e1.0.0.0',
  'a;e100.0.0.0;-s',
  'a;e1.0.0;-s',
  'a;e-1.0.0;-s',
  'a b;-s',
  `${'a'.repeat(41)};-s`,
  `a${';e1.0.0.0'.repeat(7)};-s`,
  'a;-sssssssss',
  'a;-s, a;-s',
  'a;-s;b;c',
  `a;-s;${'a'.repeat(41)}`,
])('reads nothing of %j', (header) => {
  expect(readRecorded(header)).toBeUndefined();
});

it('leaves a release as it is that was cut within an escape, or would hold a control character', () => {
  expect(readRecorded('shop%4;-s')?.release).toBe('shop%4');
  expect(readRecorded('shop%0A;-s')?.release).toBe('shop%0A');
});

const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  ['chrome', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  ['chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36'],
  ['safari', `${SAFARI} Version/19.0 Safari/605.1.15`],
  ['safari', `${SAFARI} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  ['other', 'curl/8.5.0'],
  ['other', undefined],
] as const)('knows %s', (family, userAgent) => {
  expect(browserOf(userAgent)).toBe(family);
});
