import { TEST_DSNS } from '@adit/testing';
import { createTunnel } from './index.ts';
import { resolveOptions } from './options.ts';

const create = (options: object): unknown => createTunnel({ allowedDsns: [TEST_DSNS.saas], ...options });

const messageOf = (options: object): string => {
  try {
    create(options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
};

describe('wrong options', () => {
  it.each([
    [
      'allowedDsns',
      undefined,
      'createTunnel: allowedDsns is undefined; accepted is a list of at least one DSN.',
    ],
    ['allowedDsns', [], 'createTunnel: allowedDsns is []; accepted is a list of at least one DSN.'],
    [
      'allowedDsns',
      TEST_DSNS.selfHosted,
      'createTunnel: allowedDsns is "https://…@sentry.example.com:9000/base/7"; accepted is a list of at least one DSN.',
    ],
    [
      'allowedDsns',
      { 0: 'x' },
      'createTunnel: allowedDsns is an object; accepted is a list of at least one DSN.',
    ],
    [
      'allowedDsns',
      ['*'],
      'createTunnel: allowedDsns[0] is "*"; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER.',
    ],
    [
      'allowedDsns',
      [TEST_DSNS.saas, ''],
      'createTunnel: allowedDsns[1] is ""; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER; set the variable that has it, such as SENTRY_DSN.',
    ],
    [
      'allowedDsns',
      [undefined],
      'createTunnel: allowedDsns[0] is undefined; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER; set the variable that has it, such as SENTRY_DSN.',
    ],
    [
      'allowedDsns',
      [['x']],
      'createTunnel: allowedDsns[0] is a list; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER.',
    ],
    [
      'allowedDsns',
      ['https://k@h/default'],
      'createTunnel: allowedDsns[0] is "https://…@h/default"; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER; the project must be a number: the Sentry SDK for JavaScript refuses any other too, sends nothing, and says so only with debug.',
    ],
    [
      'allowedDsns',
      ['https://k@h:99999/1'],
      'createTunnel: allowedDsns[0] is "https://…@h:99999/1"; accepted is a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER.',
    ],
    [
      'path',
      'tunnel',
      'createTunnel: path is "tunnel"; accepted is a path that begins with one slash, without query.',
    ],
    [
      'path',
      '//tunnel',
      'createTunnel: path is "//tunnel"; accepted is a path that begins with one slash, without query.',
    ],
    [
      'path',
      '/t?o=1',
      'createTunnel: path is "/t?o=1"; accepted is a path that begins with one slash, without query.',
    ],
    [
      'path',
      null,
      'createTunnel: path is null; accepted is a path that begins with one slash, without query.',
    ],
    [
      'apiPath',
      'sentry',
      'createTunnel: apiPath is "sentry"; accepted is a path that begins with one slash, without query.',
    ],
    [
      'ingestOrigin',
      'relay:3000',
      'createTunnel: ingestOrigin is "relay:3000"; accepted is an http or https origin such as https://relay.example.com.',
    ],
    [
      'ingestOrigin',
      'http://relay/api?x',
      'createTunnel: ingestOrigin is "http://relay/api?x"; accepted is an http or https origin such as https://relay.example.com.',
    ],
    [
      'ingestOrigin',
      'http://me:pw@relay',
      'createTunnel: ingestOrigin is "http://…@relay"; accepted is an http or https origin such as https://relay.example.com.',
    ],
    [
      'ingestOrigin',
      'file:///',
      'createTunnel: ingestOrigin is "file:///"; accepted is an http or https origin such as https://relay.example.com.',
    ],
    [
      'ingestOrigin',
      '',
      'createTunnel: ingestOrigin is ""; accepted is an http or https origin such as https://relay.example.com.',
    ],
    [
      'maxEnvelopeBytes',
      0,
      'createTunnel: maxEnvelopeBytes is 0; accepted is a whole number from 1 to 9007199254740991.',
    ],
    [
      'maxEnvelopeBytes',
      '1MB',
      'createTunnel: maxEnvelopeBytes is "1MB"; accepted is a whole number from 1 to 9007199254740991.',
    ],
    [
      'times.ingestTimeoutMs',
      -1,
      'createTunnel: times.ingestTimeoutMs is -1; accepted is a whole number from 1 to 2147483647.',
    ],
    [
      'times.ingestTimeoutMs',
      Infinity,
      'createTunnel: times.ingestTimeoutMs is Infinity; accepted is a whole number from 1 to 2147483647.',
    ],
    [
      'trustedProxies',
      '10.0.0.0/8',
      'createTunnel: trustedProxies is "10.0.0.0/8"; accepted is a list of addresses and CIDR blocks.',
    ],
    [
      'trustedProxies',
      ['10.0.0.0/99'],
      'createTunnel: trustedProxies[0] is "10.0.0.0/99"; accepted is an address or a CIDR block such as 10.0.0.0/8.',
    ],
    [
      'trustedProxies',
      [8],
      'createTunnel: trustedProxies[0] is 8; accepted is an address or a CIDR block such as 10.0.0.0/8.',
    ],
    [
      'allowedOrigins',
      'https://shop.example.com',
      'createTunnel: allowedOrigins is "https://shop.example.com"; accepted is a list of origins, or \'*\' for any.',
    ],
    [
      'allowedOrigins',
      null,
      "createTunnel: allowedOrigins is null; accepted is a list of origins, or '*' for any.",
    ],
    [
      'allowedOrigins',
      ['https://shop.example.com', 'https://*.example.com'],
      'createTunnel: allowedOrigins[1] is "https://*.example.com"; accepted is an origin such as https://shop.example.com.',
    ],
    [
      'allowedOrigins',
      ['https://shop.example.com/cart'],
      'createTunnel: allowedOrigins[0] is "https://shop.example.com/cart"; accepted is an origin such as https://shop.example.com.',
    ],
    [
      'allowedOrigins',
      ['null'],
      'createTunnel: allowedOrigins[0] is "null"; accepted is an origin such as https://shop.example.com.',
    ],
    [
      'allowedOrigins',
      [true],
      'createTunnel: allowedOrigins[0] is true; accepted is an origin such as https://shop.example.com.',
    ],
    [
      'times.bodyTimeoutMs',
      0,
      'createTunnel: times.bodyTimeoutMs is 0; accepted is a whole number from 1 to 2147483647.',
    ],
    [
      'times.bodyTimeoutMs',
      2_147_483_648,
      'createTunnel: times.bodyTimeoutMs is 2147483648; accepted is a whole number from 1 to 2147483647.',
    ],
    [
      'times.defaultBackOffMs',
      1.5,
      'createTunnel: times.defaultBackOffMs is 1.5; accepted is a whole number from 1 to 2147483647.',
    ],
    [
      'times.spoolMaxAgeMs',
      '24h',
      'createTunnel: times.spoolMaxAgeMs is "24h"; accepted is a whole number from 1 to 9007199254740991.',
    ],
    [
      'times.reportIntervalMs',
      NaN,
      'createTunnel: times.reportIntervalMs is NaN; accepted is a whole number from 1 to 2147483647.',
    ],
    [
      'times',
      null,
      'createTunnel: times is null; accepted is an object of milliseconds, such as { ingestTimeoutMs: 5_000 }.',
    ],
    [
      'times',
      5,
      'createTunnel: times is 5; accepted is an object of milliseconds, such as { ingestTimeoutMs: 5_000 }.',
    ],
    [
      'times.ingestMs',
      5,
      'createTunnel: times.ingestMs is no option; docs/options.md of @adit/tunnel lists all.',
    ],
    ['clientIp', 'half', "createTunnel: clientIp is \"half\"; accepted is 'full', 'truncated', 'none'."],
  ])('%s: %j is named in one line', (name, value, message) => {
    const [, time] = name.split('.');
    expect(messageOf(time === undefined ? { [name]: value } : { times: { [time]: value } })).toBe(message);
  });

  it('an unknown option is named, unless it has no value', () => {
    expect(messageOf({ allowDsn: TEST_DSNS.saas })).toBe(
      'createTunnel: allowDsn is no option; docs/options.md of @adit/tunnel lists all.',
    );
    expect(() => resolveOptions({ allowedDsns: [TEST_DSNS.saas], ...{ allowDsn: undefined } })).not.toThrow();
  });

  it('missing options are named', () => {
    expect(() => (createTunnel as () => unknown)()).toThrow(
      'createTunnel: allowedDsns is undefined; accepted is a list of at least one DSN.',
    );
  });

  it.each([
    ['throttle', 'method take, such as createMemoryThrottle returns'],
    ['limits', 'methods get, set, such as createDiskLimits returns'],
    ['transport', 'method send, such as createNodeTransport returns'],
    ['clock', 'methods now, monotonicNow, setTimeout, clearTimeout'],
  ])('%s without its methods is answered with what it needs', (name, needed) => {
    expect(messageOf({ [name]: {} })).toBe(
      `createTunnel: ${name} is an object; accepted is an object with the ${needed}.`,
    );
  });

  it.each([
    'https://public:topsecret@h/web',
    'https://public:top/secret@h/web',
    'https://public:top@secret@h/web',
    'public:topsecret@h/1',
    'https://0123456789abcdef0123456789abcdef:topsecrettopsecrettopsecret/1',
    'https://public:\ntopsecret\n@h/1',
  ])('no message shows the secret in %j', (dsn) => {
    expect(messageOf({ allowedDsns: [dsn] })).not.toMatch(/top|secret|\n/);
  });

  it('a long value is cut short', () => {
    expect(messageOf({ path: 'a-'.repeat(10_000) }).length).toBeLessThan(400);
  });
});

describe('right options', () => {
  it.each([
    { path: '/' },
    { path: '/a/b/' },
    { apiPath: '/' },
    { apiPath: '/sentry/' },
    { ingestOrigin: 'http://127.0.0.1:3000' },
    { ingestOrigin: 'https://relay.example.com/' },
    { maxEnvelopeBytes: 1 },
    { times: { ingestTimeoutMs: 1 } },
    { allowedOrigins: '*' },
    { allowedOrigins: [] },
    { allowedOrigins: ['https://shop.example.com/', 'capacitor://localhost'] },
    { times: { bodyTimeoutMs: 2_147_483_647 } },
    { times: { spoolMaxAgeMs: Number.MAX_SAFE_INTEGER } },
    { trustedProxies: [] },
    { trustedProxies: ['::1', '10.0.0.0/8', 'fd00::/8'] },
    { clientIp: 'none' },
    {
      path: undefined,
      apiPath: undefined,
      ingestOrigin: undefined,
      maxEnvelopeBytes: undefined,
      trustedProxies: undefined,
      clock: undefined,
      allowedOrigins: undefined,
      throttle: undefined,
      limits: undefined,
      spool: undefined,
      decoders: undefined,
      times: undefined,
      tell: undefined,
    },
  ])('%j is accepted', (options) => {
    expect(() => create(options)).not.toThrow();
  });

  it('the path is as documented by default, and shown on the tunnel', () => {
    expect(create({})).toMatchObject({ path: '/monitoring-tunnel' });
    expect(create({ path: '/t/' })).toMatchObject({ path: '/t/' });
  });

  it('the API door is closed by default', () => {
    expect(create({})).toMatchObject({ apiPath: undefined });
    expect(create({ apiPath: '/' })).toMatchObject({ apiPath: '' });
    expect(create({ apiPath: '/sentry/' })).toMatchObject({ apiPath: '/sentry' });
  });

  it('the numbers are as documented by default', () => {
    expect(resolveOptions({ allowedDsns: [TEST_DSNS.saas] })).toMatchObject({
      maxEnvelopeBytes: 209_715_200,
      bodyTimeoutMs: 30_000,
      timeoutMs: 10_000,
      defaultBackOffMs: 60_000,
      spoolMaxAgeMs: 86_400_000,
      reportIntervalMs: 60_000,
      allowedOrigins: [],
      trustedProxies: [],
      clientIp: 'full',
    });
  });

  it('DSNs that are the same count once, under each of their spellings', () => {
    const { destinations } = resolveOptions({
      allowedDsns: [TEST_DSNS.saas, TEST_DSNS.saas.replace('@', ':secret@'), TEST_DSNS.regional],
    });
    expect(destinations.all).toHaveLength(2);
    expect(destinations.byText(TEST_DSNS.saas)).toBe(
      destinations.byText(TEST_DSNS.saas.replace('@', ':secret@')),
    );
  });
});
