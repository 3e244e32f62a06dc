import fc from 'fast-check';
import type { ScrubOptions } from './scrub-settings.ts';
import { createSecretMarker } from './secret-marker.ts';
import { createNameJudge } from './secret-names.ts';
import { createUrlScrubber } from './url-scrubber.ts';

const create = ({ parameters = [], allowed = [], disabled = [] }: ScrubOptions = {}) =>
  createUrlScrubber({
    judgeName: createNameJudge(parameters, allowed),
    allowedNames: new Set(allowed),
    marker: createSecretMarker(disabled),
  });
const scrubber = create();
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r';
const OPAQUE = 'Zm9vYmFyQ1RoaXNJc0FTZWNyZXQ0Mg7x';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const UUID = '0b3d4f9e-6a1c-4e2b-9c1d-2f3a4b5c6d7e';

describe(createUrlScrubber, () => {
  const NAMES =
    'token access_token id_token refresh_token accessToken ACCESS-TOKEN authtoken code key api_key apikey x-api-key ' +
    'auth authorization password passwd pwd secret client_secret session session_id sid PHPSESSID sig signature jwt ' +
    'otp id_token_hint X-Amz-Signature X-Amz-Credential user[password] user%5Bpassword%5D csrf_token';
  it.each(NAMES.split(' '))('removes the value of the parameter %s from a URL', (name) => {
    expect(scrubber.url(`https://shop.test/a?x=1&${name}=hunter2&y=2#top`)).toBe(
      `https://shop.test/a?x=1&${name}=[Filtered]&y=2#top`,
    );
  });

  it.each([
    ['https://user:pass@shop.test/a', 'https://[Filtered]@shop.test/a'],
    ['//user@shop.test/a', '//[Filtered]@shop.test/a'],
    ['/cb#access_token=abc&state=x', '/cb#access_token=[Filtered]&state=x'],
    ['/app#/reset?token=abc&lang=de', '/app#/reset?token=[Filtered]&lang=de'],
    [`/app#/magic/${HEX}`, '/app#/magic/[Filtered]'],
    ['/cb?code=abc&state=xyz', '/cb?code=[Filtered]&state=[Filtered]'],
    [`/reset/${OPAQUE}/new`, '/reset/[Filtered]/new'],
    [`/reset/${HEX}`, '/reset/[Filtered]'],
    [`/verify/${JWT}`, '/verify/[Filtered]'],
    [`/a?q=${JWT}`, '/a?q=[Filtered]'],
    [`/a?${JWT}`, '/a?[Filtered]'],
    [`/a?q=${OPAQUE}%3D%3D`, '/a?q=[Filtered]'],
    ['/users/ann.lee+x@mail.example.com/edit', '/users/[Filtered]/edit'],
    ['/users/ann%40example.com', '/users/[Filtered]'],
    ['/a?who=ann%40example.com', '/a?who=[Filtered]'],
    ['mailto:ann@example.com', 'mailto:[Filtered]'],
    ['/digit@example.com/ann@2x.example', '/[Filtered]/[Filtered]'],
    ['/cart;jsessionid=ABC?x=1', '/cart;jsessionid=[Filtered]?x=1'],
    ['/in?next=/cb?token=abc', '/in?next=/cb?token=[Filtered]'],
    ['/in?next=https%3A%2F%2Fa.test%2F%3Ftoken%3Dabc', '/in?next=[Filtered]'],
    ['/in?next=token%3Dabc', '/in?next=[Filtered]'],
    ['/in?next=%252Fcb%253Ftoken%253Dabc', '/in?next=[Filtered]'],
    [
      '/trpc?input=%7B%22in%22%3A%7B%22password%22%3A%22a%20b%22%7D%7D&page=2',
      '/trpc?input=[Filtered]&page=2',
    ],
    ['/graphql?variables={"token":"abc","at":"/a?b=c"}', '/graphql?variables=[Filtered]'],
    ['/a?list=[{%22pin%22:1234}]', '/a?list=[Filtered]'],
    ['/in?next=%257B%2522token%2522%253A%2522abc%2522%257D', '/in?next=[Filtered]'],
    ['blob:https://a:b@shop.test/x', 'blob:https://[Filtered]@shop.test/x'],
  ])('removes the secret from %s', (before, after) => {
    expect(scrubber.url(before)).toBe(after);
  });

  it.each([
    '',
    '/',
    'https://shop.test/products/42?page=2&sort=asc&q=red+shoes#reviews',
    '/?token=&country_code=DE&sort_key=name&author=kim&keyboard=de&monkey=1&state=CA&max_tokens=5',
    `/orders/${UUID}?id=${UUID}`,
    '/how-to-build-a-very-long-house-in-2024-with-wood-and-stone',
    '/My-Great-Article-About-React-19-and-What-Came-After-2024',
    '/numbers/12345678901234567890123456789012345',
    `/a.js?dpl=dpl_${OPAQUE}`,
    '/@scope/pkg@1.2.3/index.js',
    '/a@b',
    '/a@b.c',
    '/hero@2x.webp?of=logo@3x.png',
    '/clone?from=git%40github.com%3Aacme%2Fshop.git',
    '/in?token_type_hint=refresh_token',
    '/search?filter={"color":"red","size":42}',
    '/search?filter=%7B%22color%22%3A%22red%22%2C%22token%22%3Anull%7D',
    '/%E0%A4%A?x=%E0%A4%A',
    `data:image/png;base64,${OPAQUE.repeat(3)}?token=x`,
    '/a?&&=&b&=c',
    'file:///srv/app/[Filtered]?x',
  ])('leaves %s as it is', (text) => {
    expect(scrubber.url(text)).toBe(text);
  });

  it.each([
    ['GET /a?token=abc failed', 'GET /a?token=[Filtered] failed'],
    [
      'see (https://a.test/?token=abc), then "https://u:p@b.test/"',
      'see (https://a.test/?token=[Filtered]), then "https://[Filtered]@b.test/"',
    ],
    ['url=https://a.test/?token=abc', 'url=https://a.test/?token=[Filtered]'],
    ['api/users?token=abc.', 'api/users?token=[Filtered].'],
    ['at ?token=abc and #access_token=abc', 'at ?token=[Filtered] and #access_token=[Filtered]'],
  ])('finds the URLs in "%s"', (before, after) => {
    expect(scrubber.text(before)).toBe(after);
  });

  it.each([`the value ${OPAQUE}, and / or`, 'really? yes!', '(', '((/', 'a/b or c://'])(
    'leaves the prose "%s" as it is',
    (text) => {
      expect(scrubber.text(text)).toBe(text);
    },
  );

  it.each([
    [`https://shop.test/_next/${OPAQUE}/page.js?dpl=${OPAQUE}&v=${OPAQUE}x`, undefined],
    ['file:///node_modules/.pnpm/a@b.com/x.js', undefined],
    ['https://shop.test/cb?code=abc', 'https://shop.test/cb?code=[Filtered]'],
    ['app.js', undefined],
  ])('reads the script address %s', (before, after) => {
    expect(scrubber.code(before)).toBe(after ?? before);
  });

  it('reads a query with or without its question mark', () => {
    expect([scrubber.query('?token=a&b=1'), scrubber.query('b=1&token=a')]).toEqual([
      '?token=[Filtered]&b=1',
      'b=1&token=[Filtered]',
    ]);
  });

  it('reads a value by its name', () => {
    expect([
      scrubber.named('Authorization', 'Basic x'),
      scrubber.named('x-trace', '1'),
      scrubber.named('traceparent', `00-${HEX}-00f067aa0ba902b7-01`),
      scrubber.named('token', ''),
    ]).toEqual(['[Filtered]', '1', `00-${HEX}-00f067aa0ba902b7-01`, '']);
  });

  it('takes more names, and fewer', () => {
    const { url } = create({ parameters: ['Invite-Id'], allowed: ['code', 'sid'] });

    expect(url(`/a?inviteId=1&code=2&sid=${HEX}&token=3`)).toBe(
      `/a?inviteId=[Filtered]&code=2&sid=${HEX}&token=[Filtered]`,
    );
  });

  it('keeps e-mail addresses and random values if they are disabled', () => {
    const text = `/ann@example.com/${HEX}?q=ann@example.com`;

    expect(create({ disabled: ['email', 'opaque-value'] }).url(text)).toBe(text);
  });

  const PIECES = [
    ...'? & = # / // :// : ; @ %40 % %3D %3F %26 . , ) ( " [Filtered] é %5B'.split(' '),
    ...'token code state a b.com ann@b.com https data:'.split(' '),
    ...[' ', JWT, OPAQUE, HEX, UUID],
  ];
  const urlLike = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((parts) => parts.join(''));

  it('keeps the colon behind a scheme that holds a secret, so that the host is one the second time, too', () => {
    const once = scrubber.url(`mail%3Dann@b.com://${HEX}`);
    expect(once).toBe(`[Filtered]://${HEX}`);
    expect(scrubber.url(once)).toBe(once);
  });

  it.each(['url', 'code', 'query', 'text'] as const)(
    'changes nothing more the second time (%s)',
    (reading) => {
      fc.assert(
        fc.property(
          fc.oneof(urlLike, fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })),
          (text) => {
            const once = scrubber[reading](text);
            expect(scrubber[reading](once)).toBe(once);
          },
        ),
        { numRuns: 3_000 },
      );
    },
  );

  it('never lets the value of a secret parameter through, wherever it stands', () => {
    fc.assert(
      fc.property(
        urlLike,
        urlLike,
        fc.constantFrom('token', 'api_key', 'password'),
        (before, after, name) => {
          const secret = 'HUNTER2';
          const head = before.replace(/[#"\s]/g, '').replace(/data:/gi, '');
          const text = scrubber.url(`/x?${head}&${name}=${secret}&${after}`);
          expect(text).not.toContain(secret);
        },
      ),
    );
  });

  it('leaves addresses byte for byte where nothing is secret', () => {
    const harmless = fc.constantFrom(...'page q lang a %20 + é . - _ ~ = & / 7'.split(' '));
    fc.assert(
      fc.property(
        fc.array(harmless, { maxLength: 20 }),
        fc.array(harmless, { maxLength: 20 }),
        (path, query) => {
          const text = `https://shop.test/${path.join('')}?${query.join('')}`;
          expect(scrubber.url(text)).toBe(text);
          expect(scrubber.text(text)).toBe(text);
        },
      ),
    );
  });

  const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
    letters: (length) => 'a'.repeat(length),
    'letters before an @': (length) => `${'a'.repeat(length)}@`,
    'only @': (length) => '@'.repeat(length),
    'encoded @': (length) => '%40'.repeat(length / 3),
    'almost addresses': (length) => 'a@b.'.repeat(length / 4),
    slashes: (length) => '/'.repeat(length),
    'question marks': (length) => '?'.repeat(length),
    'ampersands and equals': (length) => '&='.repeat(length / 2),
    'nested queries': (length) => '?a='.repeat(length / 3),
    'nested encodings': (length) => `?a=${'%25'.repeat(length / 3)}3Dx`,
    schemes: (length) => 'a://'.repeat(length / 4),
    closers: (length) => `/${').'.repeat(length / 2)}x`,
    'almost a JWT': (length) => `?x=eyJ${'a.'.repeat(length / 2)}`,
    'almost opaque': (length) => `?x=${'aA1'.repeat(length / 3)}!`,
    semicolons: (length) => `/${';'.repeat(length)}`,
  };

  it.each(Object.keys(HOSTILE))('takes work in proportion to the length of %s', (name) => {
    const build = HOSTILE[name]!;
    for (const reading of ['url', 'text', 'query', 'code'] as const) {
      const short = countWork(() => scrubber[reading](`/x?${build(3_000)}`));
      const long = countWork(() => scrubber[reading](`/x?${build(12_000)}`));
      expect(long / short).toBeLessThan(4.5);
    }
  });

  it('counts work so that a quadratic pattern is seen', () => {
    const quadratic = (text: string) => {
      for (let index = 0; index < text.length; index += 1) text.indexOf('@', index);
    };

    const ratio =
      countWork(() => {
        quadratic('a'.repeat(12_000));
      }) /
      countWork(() => {
        quadratic('a'.repeat(3_000));
      });
    expect(ratio).toBeGreaterThan(10);
  });
});

/**
 * Counts the characters that string and pattern methods receive while `run` runs. Unlike time, the count is the same on
 * every machine.
 */
function countWork(run: () => void): number {
  let work = 0;
  const count = (prototype: object, name: string, cost: (self: unknown, args: unknown[]) => number) => {
    const method = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]) {
      work += cost(this, args);
      return method.apply(this, args);
    });
    return () => Reflect.set(prototype, name, method);
  };
  const whole = (self: unknown) => String(self).length;
  const { indexOf } = String.prototype;
  const searched = (self: unknown, [sought, from]: unknown[]) => {
    const start = typeof from === 'number' ? from : 0;
    const found = indexOf.call(String(self), String(sought), start);
    return Math.max(1, (found === -1 ? whole(self) : found) - start);
  };
  /** A global pattern begins behind its last match. */
  const matched = (pattern: RegExp, text: string) => {
    if (!pattern.global) return text.length;
    const copy = new RegExp(pattern.source, pattern.flags);
    copy.lastIndex = pattern.lastIndex;
    const found = copy.exec(text);
    return (found === null ? text.length : found.index + found[0].length) - pattern.lastIndex;
  };
  const one = () => 1;
  const restores = [
    ...['split', 'replace', 'toLowerCase', 'lastIndexOf'].map((name) => count(String.prototype, name, whole)),
    ...['indexOf', 'includes'].map((name) => count(String.prototype, name, searched)),
    ...['charCodeAt', 'charAt', 'startsWith', 'endsWith'].map((name) => count(String.prototype, name, one)),
    count(String.prototype, 'slice', one),
    count(RegExp.prototype, 'test', (self, [text]) => matched(self as RegExp, String(text))),
  ];
  try {
    run();
  } finally {
    for (const restore of restores) restore();
  }
  return work;
}
