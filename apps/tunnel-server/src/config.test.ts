import { ConfigError, readConfig } from './config.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

describe('readConfig', () => {
  it('needs nothing but the allowed DSNs', () => {
    expect(readConfig({ ADIT_DSNS: DSN })).toEqual({
      host: '127.0.0.1',
      port: 8787,
      adminHost: '127.0.0.1',
      adminPort: 8788,
      shutdownTimeoutMs: 10_000,
      tunnel: {
        allowedDsns: [DSN],
        path: undefined,
        ingestOrigin: undefined,
        maxEnvelopeBytes: 200 * 2 ** 20,
        ingestTimeoutMs: 10_000,
        trustedProxies: [],
        clientIp: 'full',
      },
    });
  });

  it('takes SENTRY_DSN where ADIT_DSNS is missing', () => {
    expect(readConfig({ SENTRY_DSN: DSN }).tunnel.allowedDsns).toEqual([DSN]);
  });

  it('takes a blank variable for none, so that nothing listens on every interface by accident', () => {
    const blank = {
      HOST: '',
      ADIT_ADMIN_HOST: ' ',
      PORT: '',
      ADIT_DSNS: '',
      ADIT_CLIENT_IP: '',
      ADIT_SPOOL: '',
    };

    expect(readConfig({ ...blank, SENTRY_DSN: DSN })).toEqual(readConfig({ ADIT_DSNS: DSN }));
  });

  it('splits lists at commas and ignores blanks', () => {
    const { tunnel } = readConfig({
      ADIT_DSNS: `${DSN}, ${DSN},`,
      ADIT_TRUSTED_PROXIES: '10.0.0.0/8, ::1/128',
    });

    expect(tunnel.allowedDsns).toEqual([DSN, DSN]);
    expect(tunnel.trustedProxies).toEqual(['10.0.0.0/8', '::1/128']);
  });

  it('reads sizes and durations with their units', () => {
    const config = readConfig({
      ADIT_DSNS: DSN,
      ADIT_MAX_ENVELOPE_BYTES: '512KiB',
      ADIT_INGEST_TIMEOUT: '500ms',
      ADIT_SHUTDOWN_TIMEOUT: '1m',
    });

    expect(config.tunnel.maxEnvelopeBytes).toBe(524_288);
    expect(config.tunnel.ingestTimeoutMs).toBe(500);
    expect(config.shutdownTimeoutMs).toBe(60_000);
  });

  it.each([
    ['PORT', '80a', 'a port from 0 to 65535'],
    ['PORT', '70000', 'a port from 0 to 65535'],
    ['ADIT_ADMIN_PORT', '-1', 'a port from 0 to 65535'],
    ['ADIT_SHUTDOWN_TIMEOUT', '1000h', 'a duration such as 500ms, 10s or 1m'],
    ['ADIT_CLIENT_IP', 'hashed', 'full, truncated, none'],
    ['ADIT_MAX_ENVELOPE_BYTES', '10MB', 'a size such as 1048576, 512KiB or 200MiB'],
    ['ADIT_INGEST_TIMEOUT', '0s', 'a duration such as 500ms, 10s or 1m'],
    ['ADIT_SHUTDOWN_TIMEOUT', 'soon', 'a duration such as 500ms, 10s or 1m'],
    ['ADIT_SPOOL', 'memory', 'off, the only one in this release'],
    ['ADIT_WORKERS', '4', '1, the only one in this release'],
  ])('stops at %s=%j with one line that names what is accepted', (name, value, accepted) => {
    expect(() => readConfig({ ADIT_DSNS: DSN, [name]: value })).toThrow(
      new ConfigError(`${name}=${JSON.stringify(value)} is not valid: use ${accepted}.`),
    );
  });

  it('stops without any DSN', () => {
    expect(() => readConfig({})).toThrow(
      new ConfigError('ADIT_DSNS is missing: use one or more DSNs, comma-separated.'),
    );
  });
});
