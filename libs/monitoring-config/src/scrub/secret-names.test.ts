import { cpuUsage } from 'node:process';
import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();
const F = '[Filtered]';

// https://github.com/getsentry/sentry-python/blob/master/sentry_sdk/scrubber.py (DEFAULT_DENYLIST), without addresses of clients.
const SENTRY_PYTHON = [
  ...['password', 'passwd', 'secret', 'api_key', 'apikey', 'auth', 'credentials', 'mysql_pwd', 'privatekey'],
  ...['private_key', 'token', 'session', 'csrftoken', 'sessionid', 'x_csrftoken', 'set_cookie', 'cookie'],
  ...['authorization', 'proxy-authorization', 'x_api_key', 'aiohttp_session', 'connect.sid', 'csrf_token'],
  ...[
    'csrf',
    '_csrf',
    '_csrf_token',
    'PHPSESSID',
    '_session',
    'symfony',
    'user_session',
    '_xsrf',
    'XSRF-TOKEN',
  ],
];

describe('secrets that their name gives away', () => {
  it.each(SENTRY_PYTHON)('removes the value of %s, as sentry-python does', (name) => {
    const payload = {
      extra: { [name]: 'hunter2' },
      tags: { [name]: 'hunter2' },
      vars: { [name]: 'hunter2' },
    };
    expect(scrub(payload)).toEqual({ extra: { [name]: F }, tags: { [name]: F }, vars: { [name]: F } });
  });

  it.each([
    [
      'extra',
      { extra: { login: { password: 'a b', tries: 3 } } },
      { extra: { login: { password: F, tries: 3 } } },
    ],
    ['contexts', { contexts: { state: { accessToken: 'a' } } }, { contexts: { state: { accessToken: F } } }],
    [
      'tags as pairs',
      {
        tags: [
          ['api_key', 'a'],
          ['plan', 'pro'],
        ],
      },
      {
        tags: [
          ['api_key', F],
          ['plan', 'pro'],
        ],
      },
    ],
    [
      'frame variables',
      { frames: [{ vars: { pin: '1234', n: 1 } }] },
      { frames: [{ vars: { pin: F, n: 1 } }] },
    ],
    [
      'a body',
      { request: { data: { password: 'a', q: 'b' } } },
      { request: { data: { password: F, q: 'b' } } },
    ],
    [
      'a form',
      { request: { data: 'password=a%20b&q=c&user%5Bpin%5D=1' } },
      { request: { data: `password=${F}&q=c&user%5Bpin%5D=1` } },
    ],
    [
      'GraphQL variables',
      {
        request: {
          data: {
            query: 'mutation { login(password: "a b", user: "ann") }',
            variables: { in: { token: 'a' } },
          },
        },
      },
      {
        request: {
          data: {
            query: `mutation { login(password: "${F}", user: "ann") }`,
            variables: { in: { token: F } },
          },
        },
      },
    ],
    [
      'cookies as an object',
      { cookies: { sid: 'a', theme: 'dark' } },
      { cookies: { sid: F, theme: 'dark' } },
    ],
    [
      'the environment',
      { request: { env: { DB_PASSWORD: 'a', LANG: 'C' } } },
      { request: { env: { DB_PASSWORD: F, LANG: 'C' } } },
    ],
    ['numbers', { otp: 123456, token: 3, tokens: 512 }, { otp: F, token: 3, tokens: 512 }],
    [
      'lists',
      { passwords: ['a', 'b'], secret: [{ v: 'a' }, 7] },
      { passwords: [F, F], secret: [{ v: F }, F] },
    ],
    [
      'objects under the name',
      { authorization: { scheme: 'x', value: 'y' } },
      { authorization: { scheme: F, value: F } },
    ],
    [
      'the user',
      { user: { email: 'ann@example.com', apiKey: 'a' } },
      { user: { email: 'ann@example.com', apiKey: F } },
    ],
    ['JSON texts', { note: '{"a":{"password":"x"},"b":[1]}' }, { note: `{"a":{"password":"${F}"},"b":[1]}` }],
    [
      'JSON in JSON',
      { note: JSON.stringify({ body: JSON.stringify({ token: 'x', page: 2 }) }) },
      { note: JSON.stringify({ body: JSON.stringify({ token: F, page: 2 }) }) },
    ],
    ['JSON that was cut off', { note: '{"a":1,"password":"x y' }, { note: `{"a":1,"password":"${F}` }],
    [
      'escaped JSON in prose',
      { note: 'sent {\\"token\\":\\"a b\\",\\"page\\":2}' },
      { note: `sent {\\"token\\":\\"${F}\\",\\"page\\":2}` },
    ],
    ['numbers in prose', { note: 'got {"pin": 1234, "page": 2' }, { note: `got {"pin": ${F}, "page": 2` }],
    [
      'printed objects',
      { note: "login { password: 'x y', page: 2 }" },
      { note: `login { password: '${F}', page: 2 }` },
    ],
    ['pairs', { note: 'failed with api_key=abc, page=2' }, { note: `failed with api_key=${F}, page=2` }],
  ])('removes them from %s', (_where, before, after) => {
    expect(scrub(before)).toEqual(after);
    expect(scrub(after)).toBe(after);
  });

  it.each([
    { error: { code: 'E_FAIL', key: 'cart.total', assertion: 'expected 1 to be 2', ticket: 'SHOP-12' } },
    { react: { key: 'item-1' }, session: 42, auth: 'basic', credentials: 'include', cookie_consent: '1' },
    {
      token_type: 'bearer',
      tokenCount: 12,
      password_strength: 'weak',
      isAuth: true,
      token: null,
      secret: '',
    },
    { usage: { input_tokens: 12, total_tokens: 30, max_tokens: 100 } },
    { tags: { plan: 'pro', author: 'kim', keyboard: 'de', session_state: 'open' } },
  ])('leaves %j as it is', (payload) => {
    expect(scrub(payload)).toBe(payload);
  });

  it('takes further names everywhere, and leaves those that are allowed', () => {
    const custom = createScrubber({ parameters: ['invite_id'], allowed: ['token'] });
    expect(custom.scrub({ extra: { inviteId: 'a', token: 'b' }, url: '/x?invite_id=1&token=2' })).toEqual({
      extra: { inviteId: F, token: 'b' },
      url: `/x?invite_id=${F}&token=2`,
    });
  });

  it('counts in a dry run, and replaces nothing', () => {
    const dry = createScrubber({ dryRun: true });
    const payload = {
      extra: { password: 'a', mail: 'ann@example.com' },
      url: 'https://u:p@shop.test/?token=a',
    };

    expect(dry.scrub(payload)).toBe(payload);
    expect(dry.counts()).toMatchObject({ name: 2, email: 1, 'url-credentials': 1, jwt: 0 });
  });
});

describe('time', () => {
  const PIECES = [
    ...[
      'eyJ',
      'eyJ-',
      'bearer ',
      'Basic\t',
      '-----BEGIN PRIVATE KEY-----',
      '4111 ',
      '4111',
      '4',
      'DE89 ',
      'DE89',
    ],
    ...[
      '?',
      '?a',
      '#',
      ';',
      '=',
      '= ',
      'a=',
      ':',
      '": ',
      'token=',
      'token="',
      'auth="',
      '\\"',
      '"',
      "'",
      '`',
      '{',
      '[',
      '[{"',
    ],
    ...[
      'a',
      '@',
      'a@',
      '%40',
      '://',
      'a://',
      '/',
      '&',
      'SK',
      'sk-',
      'SG.',
      'M.',
      '_',
      '-',
      '.',
      ' ',
      '\n',
      'AKIA',
    ],
  ];

  /** Processor time of `run`, in milliseconds. */
  const cost = (run: () => void): number => {
    const before = cpuUsage();
    run();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1_000;
  };

  const LENGTH = 40_000;

  /** What a pattern that backtracks takes, whose time grows with the square of the length. */
  let quadratic: number;
  beforeAll(() => {
    const text = '?a'.repeat(LENGTH / 2);
    quadratic = cost(() => /\?[^\s=]*=/.test(text));
  });

  it.each(PIECES)('is far from the square of the length of a text that repeats %j', (piece) => {
    const text = piece.repeat(LENGTH / piece.length);
    expect(cost(() => scrub({ note: text, url: `/x?${text}`, query_string: text }))).toBeLessThan(
      quadratic / 2,
    );
  });
});
