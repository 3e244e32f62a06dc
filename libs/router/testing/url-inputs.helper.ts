/** The fields of a vector of web-platform-tests' `urltestdata.json` that the check uses. */
export interface UrlVector {
  readonly input: string;
  readonly base: string | null;
  /** The resolved address. Absent if the input is not a URL. */
  readonly href?: string;
}

const BASES = [
  'https://app.example/shop/cart?step=2#top',
  'http://app.example:8080/a/b/',
  'https://app.example',
];

/** One input for each state of the URL parser (https://url.spec.whatwg.org/#url-parsing); `*` is where the code point goes. */
const STATES = [
  ...['*', '*a', 'a*', 'a*:b', '*https://app.example/', 'htt*ps://app.example/'],
  ...[
    'https:*',
    'https:*app.example/',
    'https:/*app.example/',
    'https:/*/evil.example/',
    'https://*evil.example/',
  ],
  ...[
    'https://app.example*/',
    'https://app*.example/',
    'https://app.example:*/',
    'https://app.example:44*3/',
  ],
  ...['https://user*@app.example/', 'https://app.example*@evil.example/', 'https://[::*1]/'],
  ...['/*', '/*/evil.example', '/a*', '/a/*/b', '/..*/b', '/%*', '/%2*', '?*', '?a*b', '#*', '#a*b'],
  ...['javascript*:alert(1)', '*javascript:alert(1)', 'data:*', 'blob:*https://app.example/'],
];

/** One or more of each class of code points that the parser distinguishes. */
const CODE_POINTS = [
  ...['', '\0', '\x01', '\t', '\n', '\r', '\x1f', ' ', '\x7f', '\x80', '\xa0', '\xad', '\u200b', '\u2028'],
  ...[
    '/',
    '\\',
    '//',
    '/\\',
    '\\\\',
    '?',
    '#',
    ':',
    '@',
    '.',
    '..',
    '%',
    '%2e',
    '%2f',
    '%5c',
    '%00',
    ';',
    '&',
    '=',
  ],
  ...[
    '[',
    ']',
    '<',
    '>',
    '"',
    "'",
    '`',
    '{',
    '}',
    '|',
    '^',
    '~',
    '!',
    '$',
    '(',
    ')',
    '*',
    '+',
    ',',
    '-',
    '_',
  ],
  ...[
    '0',
    '9',
    'a',
    'Z',
    '\xe9',
    '\xdf',
    '\u3002',
    '\uff0f',
    '\uff0e',
    '\uff1a',
    '\u2100',
    '\ud800',
    '\ufffd',
    '\ufffe',
  ],
  ...['\u{1f600}', '\u{e0001}', '\u05d0', '\u202e'],
];

/** Each state with each code point at each base, with the result of the platform's own `URL`. */
export function generateUrlVectors(): readonly UrlVector[] {
  return BASES.flatMap((base) =>
    STATES.flatMap((state) =>
      CODE_POINTS.map((codePoint) => {
        const input = state.replace('*', () => codePoint);
        return URL.canParse(input, base) ? { input, base, href: new URL(input, base).href } : { input, base };
      }),
    ),
  );
}

/** The expected verdict on a vector: a kind with its address, or the reason of the refusal. */
export function expectedVerdict({ input, base, href }: UrlVector): string {
  if (input === '') return 'empty';
  if (base === null || !/^https?:/.test(base)) return 'base';
  if (href === undefined) return 'malformed';
  const url = new URL(href);
  if (!/^https?:$/.test(url.protocol)) return 'scheme';
  const from = new URL(base);
  // An input that takes only the credentials of its base has none of its own.
  if (url.username === from.username && url.password === from.password) url.username = url.password = '';
  const { origin, password, username } = url;
  if (username + password !== '') return 'credentials';
  return origin === from.origin ? `ours ${url.href.replace(/[?#]+$/, '')}` : `external ${href}`;
}

/**
 * The vectors on which a gate's verdict is not the expected one. `judge` returns the same as {@link expectedVerdict}.
 */
export const findMisjudged = (
  vectors: readonly UrlVector[],
  judge: (input: string, base: string) => string,
): readonly UrlVector[] =>
  vectors.filter((vector) => judge(vector.input, vector.base ?? '') !== expectedVerdict(vector));
