import { cpuUsage } from 'node:process';
import { FOREIGN_NAMES, FOREIGN_NEIGHBOURS } from '../../testing/secrets.helper.ts';
import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();
const F = '[Filtered]';

// https://github.com/getsentry/sentry-python/blob/master/sentry_sdk/scrubber.py (DEFAULT_DENYLIST), without addresses of clients.
const SENTRY_PYTHON =
  'password passwd secret api_key apikey auth credentials mysql_pwd privatekey private_key token session csrftoken ' +
  'sessionid x_csrftoken set_cookie cookie authorization proxy-authorization x_api_key aiohttp_session connect.sid ' +
  'csrf_token csrf _csrf _csrf_token PHPSESSID _session symfony user_session _xsrf XSRF-TOKEN';

// The names that `@common:filter` and the rule for cookies of Relay's defaults find, without those above.
const RELAY_NAMES =
  'two_factor two-factor otp oauth oauth_state authdata userauth basicauth xpasswordx passwordhash dbpasswords mysecretthing ' +
  'credentialsjson apikeys tokens mytoken sudo su mysession fastcsrf sentrysid __session _vercel_jwt fasthttpsessionid ' +
  '_iris_csrf irissessionid api_key_2 apiKeyValue x-api-key-id private-keys myprivate_key mysql_pwd2';

describe('secrets that their name gives away', () => {
  it.each(SENTRY_PYTHON.split(' '))('removes the value of %s, as sentry-python does', (name) => {
    const payload = (value: string) => ({
      extra: { [name]: value },
      tags: { [name]: value },
      vars: { [name]: value },
    });
    expect(scrub(payload('hunter2'))).toEqual(payload(F));
  });

  it.each<[string, secret: string | number, payload: (value: string | number) => unknown]>([
    ['extra', 'a b', (v) => ({ extra: { login: { password: v, tries: 3 } } })],
    ['contexts', 'a', (v) => ({ contexts: { state: { accessToken: v } } })],
    [
      'tags as pairs',
      'a',
      (v) => ({
        tags: [
          ['api_key', v],
          ['plan', 'pro'],
        ],
      }),
    ],
    ['frame variables', '1234', (v) => ({ frames: [{ vars: { pin: v, n: 1 } }] })],
    ['a body', 'a', (v) => ({ request: { data: { password: v, q: 'b' } } })],
    ['a form', 'a%20b', (v) => ({ request: { data: `password=${v}&q=c&user%5Bpin%5D=1` } })],
    [
      'GraphQL',
      'a b',
      (v) => ({ request: { data: { query: `mutation { login(password: "${v}", user: "a") }` } } }),
    ],
    ['GraphQL variables', 'a', (v) => ({ request: { data: { variables: { in: { token: v } } } } })],
    ['cookies as an object', 'a', (v) => ({ cookies: { sid: v, theme: 'dark' } })],
    ['the environment', 'a', (v) => ({ request: { env: { DB_PASSWORD: v, LANG: 'C' } } })],
    ['numbers', 123456, (v) => ({ otp: v, token: 3, tokens: 512 })],
    ['lists', 'a', (v) => ({ passwords: [v, v], secret: [{ v }] })],
    ['numbers in lists', 7, (v) => ({ secret: [v], pins: 7 })],
    ['objects under the name', 'x', (v) => ({ authorization: { scheme: v, value: v } })],
    ['the user', 'a', (v) => ({ user: { email: 'ann@example.com', apiKey: v } })],
    ['JSON texts', 'x', (v) => ({ note: `{"a":{"password":"${v}"},"b":[1]}` })],
    ['JSON in JSON', 'x', (v) => ({ note: JSON.stringify({ body: JSON.stringify({ token: v, page: 2 }) }) })],
    ['JSON that was cut off', 'x y', (v) => ({ note: `{"a":1,"password":"${v}` })],
    ['escaped JSON in prose', 'a b', (v) => ({ note: `sent {\\"token\\":\\"${v}\\",\\"page\\":2}` })],
    ['numbers in prose', 1234, (v) => ({ note: `got {"pin": ${v}, "page": 2` })],
    ['printed objects', 'x y', (v) => ({ note: `login { password: '${v}', page: 2 }` })],
    ['pairs', 'abc', (v) => ({ note: `failed with api_key=${v}, page=2` })],
  ])('removes them from %s', (_where, secret, payload) => {
    const scrubbed = payload(F);
    expect(scrub(payload(secret))).toEqual(scrubbed);
    expect(scrub(scrubbed)).toBe(scrubbed);
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
    { password: 'true', token: 'undefined', secret: '^1.4.7', pwd: '/srv/app', url: 'https://shop.test/a' },
    { usage: { input_tokens: 12, total_tokens: 30, max_tokens: 100 } },
    { tags: { plan: 'pro', author: 'kim', keyboard: 'de', session_state: 'open' } },
  ])('leaves %j as it is', (payload) => {
    expect(scrub(payload)).toBe(payload);
  });

  it.each(FOREIGN_NAMES)('removes the value of %s', (name) => {
    const payload = (value: string) => ({
      extra: { [name]: value },
      request: { data: JSON.stringify({ [name]: value }), headers: { [name]: value } },
      url: `/a?${encodeURIComponent(name)}=${value}&b=1`,
    });
    expect(scrub(payload('s3sam0'))).toEqual(payload(F));
    if (!name.includes("'"))
      for (const key of [name, name.normalize('NFD'), name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')])
        expect(scrub(`it has "${key}": "s3sam0" and ${key}=s3sam0`)).toBe(
          `it has "${key}": "${F}" and ${key}=${F}`,
        );
  });

  it('reads a name that is encoded as Latin-1', () => {
    expect(scrub({ url: '/a?contrase%F1a=sol&x%F1=1' })).toEqual({ url: `/a?contrase%F1a=${F}&x%F1=1` });
  });

  it.each(FOREIGN_NEIGHBOURS)('keeps the value of %s', (name) => {
    const payload = {
      extra: { [name]: 'abc12' },
      url: `/a?${encodeURIComponent(name)}=abc12`,
      note: `${name}=abc12, "${name}": "abc12"`,
    };
    expect(scrub(payload)).toBe(payload);
  });

  it.each(RELAY_NAMES.split(' '))('removes the value of %s, as Relay does', (name) => {
    const payload = (value: string) => ({
      request: { cookies: { [name]: value }, url: `/a?${name}=${value}` },
    });
    expect(scrub(payload('v3ry-Hush.42'))).toEqual(payload(F));
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
      'bearer ',
      'Basic\t',
      '-----BEGIN PRIVATE KEY-----',
      '4111 ',
      'DE89 ',
      '= ',
      '": ',
      ' ',
      '\n',
      '\\"',
      "'",
    ],
    ...'eyJ eyJ- 4111 4 DE89 ? ?a # ; = a= : token= token=" auth=" " ` { [ [{" a @ a@ %40'.split(' '),
    ...':// a:// / & SK sk- SG. M. _ - . AKIA'.split(' '),
    ...[
      'token ',
      'password is ',
      '--password a1',
      'secret: ',
      'mot de passe ',
      '536-90-',
      '1-',
      'call ',
      '?code=a&state=',
    ],
    ...'%25 %2525 %3D ?a=%3D eyJ7 e30 code=a& ñ contraseña= -----BEGIN_PUBLIC_KEY----- a-1. /a%3Db'.split(
      ' ',
    ),
  ];

  /** Processor time of `run`, in milliseconds. */
  const cost = (run: () => void): number => {
    const before = cpuUsage();
    run();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1_000;
  };

  const LENGTH = 40_000;

  /** The time of a pattern that backtracks; it grows with the square of the length. */
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
