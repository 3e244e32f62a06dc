import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();
const F = '[Filtered]';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A text percent-encoded several times. */
const encoded = (text: string, times: number): string =>
  times === 0 ? text : encodeURIComponent(encoded(text, times - 1));

describe('JSON in base64', () => {
  const SECRETS: readonly unknown[] = [
    { token: 'abc' },
    { pin: 1234 },
    [{ password: 'ä b' }],
    { a: { secret: { value: 'x' } } },
    { tokens: ['abc'] },
    { to: '/cb?token=abc' },
    { to: 'ann@example.com' },
    { iv: 'Zm9vYmFyQ1RoaXNJc0FTZWNyZXQ0Mg7x' },
    { key: `ghp_${'aB3d'.repeat(9)}` },
    { contraseña: 'sol' },
    { auth: 'x1y2z3' },
  ];
  it.each(SECRETS)('is replaced as a whole if it holds a secret: %j', (value) => {
    for (const text of [base64(value), base64url(value), encodeURIComponent(base64(value))]) {
      expect(scrub({ url: `/a?state=${text}&page=2` })).toEqual({ url: `/a?state=${F}&page=2` });
      expect(scrub({ request: { headers: { 'X-State': text } } })).toEqual({
        request: { headers: { 'X-State': F } },
      });
      expect(scrub({ message: `GET /a?state=${text} failed` })).toEqual({
        message: `GET /a?state=${F} failed`,
      });
    }
  });

  const HARMLESS: readonly unknown[] = [
    { color: 'red', size: 42, list: [1, 'a', null, true], page: { sort: 'price' } },
    { token: 3, max_tokens: '512', password: null, secret: '' },
    { tokenCount: 12, größe: 'groß' },
    [1, 2, 3, 4, 5, 6],
    { to: '/a?page=2' },
    { auth: 'basic', session: '2024-spring' },
  ];
  it.each(HARMLESS)('stays if it holds none: %j', (value) => {
    for (const text of [base64(value), base64url(value)]) {
      const payload = { url: `/a?state=${text}&page=2`, request: { headers: { 'X-State': text } } };
      expect(scrub(payload)).toBe(payload);
    }
  });

  it('is read by nothing but its names if it is deep, long or not JSON', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 30; level += 1) deep = [deep];
    expect(scrub({ url: `/a?q=${base64(deep)}` })).toEqual({ url: `/a?q=${F}` });
    const long = base64({ list: Array.from({ length: 3_000 }, () => 'red'), password: 'x' });
    expect(scrub({ url: `/a?q=${long}` })).toEqual({ url: `/a?q=${F}` });
    for (const text of [
      'eyJhIjoxfQ%',
      'ewAAAAAAAAAA',
      'eyJhIjoxLCJi',
      'e_',
      'everything-is',
      'eyJhIjoxfQAAA',
      'eyJhIjoi_w__In0',
      `e3${'_'.repeat(12)}`,
    ])
      expect(scrub({ url: `/a?q=${text}` })).toEqual({ url: `/a?q=${text}` });
  });
});

describe('texts that are encoded several times', () => {
  const SECRETS = [
    'token=abc',
    'page=2&contraseña=sol',
    'https://shop.test/cb?token=abc',
    '/in?next=/in?next=/in?next=/cb?token=abc',
    '/cb?code=a1B2c3D4',
    '{"token":"abc"}',
    'ann@example.com',
    `/a/ghp_${'aB3d'.repeat(9)}`,
  ];
  it.each(SECRETS)('are replaced as a whole if they hold a secret: %s', (text) => {
    for (const times of [1, 2, 3, 4, 5])
      expect(scrub({ url: `/in?next=${encoded(text, times)}` })).toEqual({ url: `/in?next=${F}` });
  });

  it('are found in a path, and at every level of addresses in addresses', () => {
    for (const times of [1, 2, 3, 4])
      expect(scrub({ url: `/to/${encoded('https://a.test/?token=abc', times)}/x` })).toEqual({
        url: `/to/${F}/x`,
      });
    const nest = (level: number): string =>
      level === 0 ? '/cb?token=abc' : `/in?next=${encodeURIComponent(nest(level - 1))}`;
    for (const level of [1, 2, 3, 4, 5])
      expect(scrub({ url: nest(level) })).toEqual({ url: `/in?next=${F}` });
  });

  it.each(['/a?page=2', 'token=', '100% of a%b=c', '/a?code=SPRING24', '{"a":1}', '/ünter/größe?q=straße'])(
    'stay if they hold none: %s',
    (text) => {
      for (const times of [1, 2, 3, 4, 5]) {
        const payload = {
          url: `/in?next=${encoded(text, times)}`,
          extra: { to: `/to/${encoded(text, times)}` },
        };
        expect(scrub(payload)).toBe(payload);
      }
    },
  );

  it('stays if the name is allowed', () => {
    const payload = { url: `/in?next=${encoded('/cb?token=abc', 4)}` };
    expect(createScrubber({ allowed: ['token'] }).scrub(payload)).toBe(payload);
  });
});
