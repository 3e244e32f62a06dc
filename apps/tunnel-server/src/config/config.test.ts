import { generateKeyPairSync } from 'node:crypto';
import { ConfigError } from './config-error.ts';
import { REDIS_ADDRESSES } from './redis-address.ts';
import { readConfig as readFrom, toConfigError, type ServerConfig } from './config.ts';
import { FILE_VARIABLES, SETTINGS, SETTING_ROWS, VARIABLES } from './settings.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const DSN = `https://${KEY}@o450.ingest.sentry.io/4509`;
const OTHER_DSN = 'https://fedcba9876543210fedcba9876543210@o450.ingest.de.sentry.io/4510';

const RECEIVER = 'an http or https address such as http://collector:4318';

/** A test certificate whose key was thrown away. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUbhhhzHuhlswN/b1hOXIa92qe2IIwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFY2FjaGUwIBcNMjYxMTI2MDI0MDQ1WhgPMjEyNjExMDIwMjQw
NDVaMBAxDjAMBgNVBAMMBWNhY2hlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
WMO7eWSW/dYs/FHLQOgWqobenYivtSADEIGkpq8he0eCco4Ph2OvjN6utDk7bwi3
rNx+tTcJlC5I7Jq4UPUDxKNTMFEwHQYDVR0OBBYEFAKX2sn8S87s4X9QImNMt7fN
HFIhMB8GA1UdIwQYMBaAFAKX2sn8S87s4X9QImNMt7fNHFIhMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgULsvQY3Fu8S/b/LFWMSTwI2f2vY/S7uc
MPffOe7qcl0CIQCQwZELIZQ9b5jk91ONfZ5Q/xJq7RhTTdGGL5m8JxR/Pg==
-----END CERTIFICATE-----
`;

/** Files with secrets. */
const FILES: Readonly<Record<string, string>> = {
  '/run/secrets/dsns': `${DSN}\n`,
  '/run/secrets/redis': 'rediss://adit:hunter2@cache:6380/3\n',
  '/run/secrets/empty': '\n',
};

const readFile = (path: string): string => {
  const text = FILES[path];
  if (text === undefined) throw Object.assign(new Error('no such file or directory'), { code: 'ENOENT' });
  return text;
};

const readConfig = (env: Record<string, string>, flags?: Record<string, string>): ServerConfig =>
  readFrom({ env, flags: new Map(Object.entries(flags ?? {})), workingDirectory: '/srv/adit', readFile });

describe('readConfig', () => {
  it('requires only the allowed DSNs', () => {
    expect(readConfig({ ADIT_DSNS: DSN })).toEqual({
      host: '127.0.0.1',
      port: 8787,
      adminHost: '127.0.0.1',
      adminPort: 8788,
      adminTokens: { token: undefined, controlToken: undefined },
      shutdownTimeoutMs: 10_000,
      workers: 1,
      logLevel: 'info',
      spool: { kind: 'disk', path: '/srv/adit/.adit/spool' },
      spoolMaxBytes: 500 * 2 ** 20,
      limits: { kind: 'memory' },
      redis: { prefix: 'adit:', timeoutMs: 200, tls: { ca: undefined, cert: undefined, key: undefined } },
      policy: { kind: 'built-in' },
      throttle: undefined,
      throttleSecret: '',
      pageSettings: JSON.stringify({ dsn: DSN }),
      dsnVariable: 'ADIT_DSNS',
      tunnel: {
        allowedDsns: [DSN],
        path: '/monitoring-tunnel',
        ingestOrigin: undefined,
        maxEnvelopeBytes: 200 * 2 ** 20,
        trustedProxies: [],
        clientIp: 'full',
        allowedOrigins: [],
        times: { ingestTimeoutMs: 10_000, spoolMaxAgeMs: 24 * 3_600_000 },
      },
    });
  });

  it('lets pages ask for the only DSN, the environment and the share of traces', () => {
    const env = { SENTRY_ENVIRONMENT: 'staging', SENTRY_TRACES_SAMPLE_RATE: '0' };
    const { pageSettings } = readConfig({ ADIT_DSNS: DSN, ...env });

    expect(JSON.parse(String(pageSettings))).toEqual({
      dsn: DSN,
      environment: 'staging',
      tracesSampleRate: 0,
    });
    expect(readConfig({ ADIT_DSNS: `${DSN},${OTHER_DSN}`, ...env }).pageSettings).toBeUndefined();
  });

  it.each(['-0.1', '1.1', 'half'])('refuses %j as a share of traces', (value) => {
    expect(() => readConfig({ ADIT_DSNS: DSN, SENTRY_TRACES_SAMPLE_RATE: value })).toThrow(
      `SENTRY_TRACES_SAMPLE_RATE="${value}" is not valid: use a number from 0 to 1.`,
    );
  });

  it('uses SENTRY_DSN only if ADIT_DSNS is missing', () => {
    const taken = readConfig({ SENTRY_DSN: DSN });

    expect([taken.tunnel.allowedDsns, taken.dsnVariable]).toEqual([[DSN], 'SENTRY_DSN']);
    expect(readConfig({ ADIT_DSNS: OTHER_DSN, SENTRY_DSN: DSN }).tunnel.allowedDsns).toEqual([OTHER_DSN]);
  });

  it('treats a blank variable as not set, so that the server does not listen on every interface by accident', () => {
    const blank = Object.fromEntries(
      SETTING_ROWS.map(({ name }, index) => [name, index % 2 === 0 ? '' : ' ']),
    );

    expect(readConfig({ ...blank, SENTRY_DSN: DSN })).toEqual({
      ...readConfig({ ADIT_DSNS: DSN }),
      dsnVariable: 'SENTRY_DSN',
    });
  });

  it('prefers a flag to its variable, and treats a blank flag as not set', () => {
    const env = { ADIT_DSNS: DSN, PORT: '1', ADIT_WORKERS: '2' };

    expect(readConfig(env, { PORT: '9000', ADIT_WORKERS: ' ' })).toMatchObject({ port: 9_000, workers: 2 });
  });

  it('splits lists at commas and ignores blanks', () => {
    const { tunnel } = readConfig({
      ADIT_DSNS: `${DSN}, ${OTHER_DSN},`,
      ADIT_TRUSTED_PROXIES: '10.0.0.0/8, ::1/128',
      ADIT_ALLOWED_ORIGINS: 'https://a.example,https://b.example',
    });

    expect(tunnel).toMatchObject({
      allowedDsns: [DSN, OTHER_DSN],
      trustedProxies: ['10.0.0.0/8', '::1/128'],
      allowedOrigins: ['https://a.example', 'https://b.example'],
    });
  });

  it('accepts * for any origin', () => {
    expect(readConfig({ ADIT_DSNS: DSN, ADIT_ALLOWED_ORIGINS: '*' }).tunnel.allowedOrigins).toBe('*');
  });

  it('reads sizes, durations and rates with their units', () => {
    const config = readConfig({
      ADIT_DSNS: DSN,
      ADIT_MAX_ENVELOPE_BYTES: '512KiB',
      ADIT_INGEST_TIMEOUT: '500ms',
      ADIT_SHUTDOWN_TIMEOUT: '1m',
      ADIT_SPOOL_MAX_BYTES: '1GiB',
      ADIT_SPOOL_MAX_AGE: '2d',
      ADIT_THROTTLE: '300/min',
    });

    expect(config).toMatchObject({
      shutdownTimeoutMs: 60_000,
      spoolMaxBytes: 2 ** 30,
      throttle: { requests: 300, perMs: 60_000 },
      tunnel: { maxEnvelopeBytes: 524_288, times: { ingestTimeoutMs: 500, spoolMaxAgeMs: 172_800_000 } },
    });
  });

  it.each([
    ['off', { kind: 'off' }],
    ['memory', { kind: 'memory' }],
    ['disk:spool', { kind: 'disk', path: '/srv/adit/spool' }],
    ['disk:/var/lib/adit', { kind: 'disk', path: '/var/lib/adit' }],
  ])('reads the spool %s', (value, expected) => {
    expect(readConfig({ ADIT_DSNS: DSN, ADIT_SPOOL: value }).spool).toEqual(expected);
  });

  it.each([
    ['PORT', '80a', 'a port from 0 to 65535'],
    ['PORT', '70000', 'a port from 0 to 65535'],
    ['ADIT_ADMIN_PORT', '-1', 'a port from 0 to 65535'],
    [
      'ADIT_SHUTDOWN_TIMEOUT',
      '1000h',
      'a duration of one number and unit, such as 500ms, 10s, 1m or 24h, of 24 days at most',
    ],
    ['ADIT_CLIENT_IP', 'hashed', 'full, truncated, none'],
    [
      'ADIT_MAX_ENVELOPE_BYTES',
      '10MB',
      'a size of one number and unit (B, KiB, MiB, GiB), such as 1048576, 512KiB or 200MiB',
    ],
    [
      'ADIT_SPOOL_MAX_BYTES',
      'lots',
      'a size of one number and unit (B, KiB, MiB, GiB), such as 1048576, 512KiB or 200MiB',
    ],
    [
      'ADIT_SPOOL_MAX_AGE',
      '0h',
      'a duration of one number and unit, such as 500ms, 10s, 1m or 24h, of 24 days at most',
    ],
    [
      'ADIT_INGEST_TIMEOUT',
      '0s',
      'a duration of one number and unit, such as 500ms, 10s, 1m or 24h, of 24 days at most',
    ],
    ['ADIT_SPOOL', 'on', `off, memory, disk:PATH, ${REDIS_ADDRESSES}`],
    ['ADIT_SPOOL', 'disk:', `off, memory, disk:PATH, ${REDIS_ADDRESSES}`],
    ['ADIT_SPOOL', 'redis://', REDIS_ADDRESSES],
    ['ADIT_INSURANCE', 'redis://cache', 'off, memory or disk:PATH'],
    ['ADIT_LIMITS', 'rediss://cache/x', REDIS_ADDRESSES],
    ['ADIT_LIMITS', 'off', `memory, ${REDIS_ADDRESSES}`],
    ['ADIT_REDIS_PREFIX', 'a{b}', 'letters, digits and . : _ -, such as adit:'],
    ['ADIT_REDIS_TIMEOUT', '61s', 'a duration from 1ms to 60s'],
    ['ADIT_THROTTLE', '300', 'off, or a rate such as 300/min'],
    ['ADIT_WORKERS', '0', 'a whole number from 1 to 64'],
    ['ADIT_WORKERS', '65', 'a whole number from 1 to 64'],
    ['ADIT_WORKERS', 'auto', 'a whole number from 1 to 64'],
    ['ADIT_LOG_LEVEL', 'debug', 'error, warn, info'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', RECEIVER],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://', RECEIVER],
    ['OTEL_METRIC_EXPORT_INTERVAL', '1m', 'a whole number of milliseconds from 100 to 999999999'],
    ['OTEL_METRIC_EXPORT_INTERVAL', '99', 'a whole number of milliseconds from 100 to 999999999'],
  ])('stops at %s=%j with one line that names what is accepted', (name, value, accepted) => {
    expect(() => readConfig({ ADIT_DSNS: DSN, [name]: value })).toThrow(
      new ConfigError(`${name}=${JSON.stringify(value)} is not valid: use ${accepted}.`),
    );
  });

  it('names the flag if it has the invalid value', () => {
    expect(() => readConfig({ ADIT_DSNS: DSN }, { ADIT_WORKERS: 'many' })).toThrow(
      new ConfigError('ADIT_WORKERS="many" (--adit-workers) is not valid: use a whole number from 1 to 64.'),
    );
  });

  it.each([
    [{ ADIT_SPOOL: 'redis://user:hunter2@cache:6379/x' }, 'hunter2'],
    [{ ADIT_SPOOL: 'redis+sentinel://user:a,hunter2@one:1,two:2' }, 'hunter2'],
    [{ ADIT_SPOOL: 'redis+sentinel://one/name/x?sentinelPassword=hunter2' }, 'hunter2'],
    [{ PORT: DSN }, KEY],
    [{ ADIT_LIMITS: 'redis://:hunter2@cache/x' }, 'hunter2'],
    [{ ADIT_THROTTLE_SECRET: 'hunter2' }, 'hunter2'],
    [{ ADIT_SPOOL: 'rediss://cache', ADIT_REDIS_KEY: 'hunter2' }, 'hunter2'],
    [{ ADIT_CLIENT_IP: `hunter2@host` }, 'hunter2'],
  ])('shows no key and no password of %j', (env, secret) => {
    let message = '';
    try {
      readConfig({ ADIT_DSNS: DSN, ...env });
    } catch (error) {
      ({ message } = error as Error);
    }

    expect(message).toContain('is not valid');
    expect(message).not.toContain(secret);
    expect(message).not.toContain('\n');
  });

  it('requires a DSN', () => {
    expect(() => readConfig({ ADIT_DSNS: ' , ' })).toThrow(
      new ConfigError(
        'ADIT_DSNS is missing: use one or more DSNs, comma-separated, such as https://PUBLIC_KEY@HOST/PROJECT.',
      ),
    );
  });

  it('reads every setting, and each secret from a file too', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string>>(
      {},
      { get: (_env, name) => (read.add(String(name)), name === 'SENTRY_DSN' ? DSN : undefined) },
    );
    readFrom({ env, workingDirectory: '/', readFile });

    expect([...read].sort()).toEqual([...VARIABLES].sort());
  });

  it('reads secrets from files, by variable or flag', () => {
    const env = { ADIT_DSNS_FILE: '/run/secrets/dsns' };
    const spool = { kind: 'redis', address: { password: 'hunter2', database: 3 } };

    expect(readConfig(env)).toMatchObject({ tunnel: { allowedDsns: [DSN] }, dsnVariable: 'ADIT_DSNS_FILE' });
    expect(readConfig({ ...env, ADIT_SPOOL: 'off', ADIT_SPOOL_FILE: '/run/secrets/redis' })).toMatchObject({
      spool,
    });
    expect(
      readConfig({ ...env, ADIT_SPOOL: 'off' }, { ADIT_SPOOL_FILE: '/run/secrets/redis' }),
    ).toMatchObject({ spool });
    expect(FILE_VARIABLES).toEqual(
      ['ADIT_DSNS', 'SENTRY_DSN', 'ADIT_SPOOL', 'ADIT_LIMITS', 'ADIT_REDIS_CA', 'ADIT_REDIS_CERT']
        .concat(
          'ADIT_REDIS_KEY',
          'ADIT_POLICY_KEY',
          'ADIT_THROTTLE_SECRET',
          'ADIT_ADMIN_TOKEN',
          'ADIT_ADMIN_CONTROL_TOKEN',
        )
        .concat('OTEL_EXPORTER_OTLP_ENDPOINT')
        .map((name) => `${name}_FILE`),
    );
  });

  it.each([
    [
      { ADIT_SPOOL_FILE: '/run/none' },
      'ADIT_SPOOL_FILE="/run/none" cannot be read (ENOENT: no such file or directory): use the path of a readable file.',
    ],
    [
      { ADIT_SPOOL_FILE: '/run/secrets/empty' },
      'ADIT_SPOOL_FILE="/run/secrets/empty" is empty: use a file with the value.',
    ],
    [
      { ADIT_LIMITS_FILE: '/run/secrets/dsns' },
      `ADIT_LIMITS_FILE="https://…@o450.ingest.sentry.io/4509" is not valid: use memory, ${REDIS_ADDRESSES}.`,
    ],
    [
      { ADIT_LIMITS: 'redis://cache', ADIT_THROTTLE: '300/min' },
      'ADIT_THROTTLE_SECRET is missing: use a random text of 16 characters or more, the same for all replicas, because the throttle is in Redis.',
    ],
    [
      { ADIT_REDIS_CA: 'x' },
      'ADIT_REDIS_CA="…" is not valid: use it only with an address that begins with rediss, for TLS.',
    ],
    [
      { ADIT_SPOOL: 'rediss://cache', ADIT_REDIS_CA: 'x' },
      'ADIT_REDIS_CA="…" is not valid: use PEM, which has a line -----BEGIN …-----.',
    ],
    [
      { ADIT_SPOOL: 'rediss://cache', ADIT_REDIS_CERT: '-----BEGIN CERTIFICATE-----' },
      'ADIT_REDIS_CERT="…" is not valid: use certificate and key together.',
    ],
    [
      { ADIT_SPOOL: 'rediss://cache', ADIT_REDIS_CA: '-----BEGIN CERTIFICATE-----' },
      'ADIT_REDIS_CA="…" is not valid: use PEM that OpenSSL can read.',
    ],
  ] as const)('stops at %j with %s', (env, message) => {
    expect(() => readConfig({ ADIT_DSNS: DSN, ...(env as Record<string, string>) })).toThrow(
      new ConfigError(message),
    );
  });

  it('wants a key with its certificate', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const read = (env: Record<string, string>) => () =>
      readConfig({ ADIT_DSNS: DSN, ADIT_SPOOL: 'rediss://cache', ...env });

    expect(read({ ADIT_REDIS_KEY: privateKey })).toThrow(
      'ADIT_REDIS_KEY="…" is not valid: use certificate and key together.',
    );
    expect(read({ ADIT_REDIS_CERT: CERTIFICATE, ADIT_REDIS_KEY: privateKey })).toThrow(
      'ADIT_REDIS_KEY="…" is not valid: use the key of the certificate.',
    );
  });

  it('reads where metrics are pushed', () => {
    const push = (endpoint: string, env: Record<string, string> = {}): ServerConfig['push'] =>
      readConfig({ ADIT_DSNS: DSN, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }).push;

    expect(push('http://collector:4318')).toEqual({
      url: 'http://collector:4318/v1/metrics',
      intervalMs: 60_000,
      attributes: {},
    });
    expect(
      push('https://collector/base//', {
        OTEL_METRIC_EXPORT_INTERVAL: '100',
        OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=shop',
      }),
    ).toEqual({
      url: 'https://collector/base/v1/metrics',
      intervalMs: 100,
      attributes: { 'service.namespace': 'shop' },
    });
  });

  it('reads spool and limits in Redis', () => {
    const config = readConfig({
      ADIT_DSNS: DSN,
      ADIT_SPOOL: 'redis://cache',
      ADIT_LIMITS: 'redis+sentinel://one,two/name',
      ADIT_THROTTLE: '300/min',
      ADIT_THROTTLE_SECRET: '0123456789abcdef',
      ADIT_INSURANCE: 'disk:insurance',
    });

    expect(config).toMatchObject({
      spool: {
        kind: 'redis',
        address: { kind: 'single', shown: 'redis://cache' },
        insurance: { kind: 'disk', path: '/srv/adit/insurance' },
      },
      limits: { kind: 'redis', address: { kind: 'sentinel', primaryName: 'name' } },
      throttleSecret: '0123456789abcdef',
    });
  });
});

describe('toConfigError', () => {
  const config = readConfig({ ADIT_DSNS: DSN, ADIT_PATH: '/t' });
  const messageOf = (message: string, from = config): string =>
    toConfigError(new TypeError(message), from).message;

  it('names the variable of the option', () => {
    expect(messageOf('createTunnel: path is "no"; accepted is a path that begins with one slash.')).toBe(
      `${SETTINGS.path.name}="no" is not valid: use a path that begins with one slash.`,
    );
    expect(messageOf('createTunnel: trustedProxies[1] is "x"; accepted is an address.')).toBe(
      'ADIT_TRUSTED_PROXIES[1]="x" is not valid: use an address.',
    );
  });

  it('names the variable the DSNs came from', () => {
    const message = 'createTunnel: allowedDsns[0] is "x"; accepted is a DSN.';

    expect(messageOf(message)).toBe('ADIT_DSNS[0]="x" is not valid: use a DSN.');
    expect(messageOf(message, readConfig({ SENTRY_DSN: DSN }))).toBe(
      'SENTRY_DSN[0]="x" is not valid: use a DSN.',
    );
  });

  it('returns any other error in one line, without keys', () => {
    expect(messageOf(`something\nelse about ${DSN}`)).toBe(
      'something else about https://…@o450.ingest.sentry.io/4509',
    );
    expect(toConfigError('text', config).message).toBe('text');
  });
});
