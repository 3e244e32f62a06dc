import { TEST_DSNS } from '@adit/testing';
import { ingestEndpoint } from './ingest-endpoint.ts';
import { dsnIdentity, parseDsn, type Dsn } from './dsn.ts';

const parsed = (text: string): Dsn => {
  const dsn = parseDsn(text);
  if (dsn === undefined) throw new Error(`not a DSN: ${text}`);
  return dsn;
};

describe('parseDsn', () => {
  it.each([
    [
      TEST_DSNS.saas,
      { host: 'o450.ingest.sentry.io', port: '', path: '', projectId: '4509', organizationId: '450' },
    ],
    [TEST_DSNS.regional, { host: 'o450.ingest.de.sentry.io', organizationId: '450', region: 'de' }],
    [
      TEST_DSNS.selfHosted,
      { protocol: 'https', host: 'sentry.example.com', port: '9000', path: '/base', projectId: '7' },
    ],
    ['https://k@sentry.io/1', { host: 'sentry.io', organizationId: '0', region: undefined }],
    ['http://k@[::1]:8000/a/b/1', { protocol: 'http', host: '[::1]', port: '8000', path: '/a/b' }],
    ['http://k@h:80/1', { port: '' }],
    ['https://k@h:80/1', { port: '80' }],
    ['HTTPS://k@H/1', { protocol: 'https', host: 'h' }],
    ['https://k:secret@h/1', { publicKey: 'k' }],
    // A host that only looks like Sentry's names no organization.
    ['https://k@o1.ingest.sentry.io.example.com/1', { organizationId: '0', region: undefined }],
    ['https://k@o1.ingest.deu.sentry.io/1', { organizationId: '0' }],
  ])('reads %s', (text, parts) => {
    expect(parsed(text)).toMatchObject(parts);
  });

  it.each([
    '',
    'https://h/1',
    'https://@h/1',
    'https://k@/1',
    'https://k@h',
    'https://k@h/',
    'https://k@h/web',
    'https://k@h/1?x',
    'https://k@h/1#x',
    'https://k@h//1',
    'https://k@h/1/',
    'ftp://k@h/1',
    '//k@h/1',
    ' https://k@h/1',
    'https://k@h/1\n',
    'https://k@h@evil.example/1',
    'https://k:s@evil.example@h/1',
    'https://k@h:port/1',
    'https://k@h\\evil.example/1',
    'https://k@höst.example/1',
    'https://k@h。example/1',
    'https://k@h%2eexample/1',
    'https://k@[::1/1',
    `https://k@${'h'.repeat(2_000)}/1`,
  ])('refuses %j', (text) => {
    expect(parseDsn(text)).toBeUndefined();
  });

  it('takes time in proportion to a hostile text', () => {
    const before = process.cpuUsage();
    for (let round = 0; round < 1_000; round += 1) parseDsn(`https://k@h/${'a/'.repeat(500)}`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('dsnIdentity', () => {
  const identity = (text: string): string => dsnIdentity(parsed(text));

  it.each([
    ['a secret', 'https://k:secret@h/1'],
    ['the case of the host', 'https://k@H/1'],
    ['the default port', 'https://k@h:443/1'],
    ['the protocol', 'http://k@h/1'],
  ])('leaves out %s', (_what, text) => {
    expect(identity(text)).toBe(identity('https://k@h/1'));
  });

  it.each([
    'https://K@h/1',
    'https://k@h.example/1',
    'https://k@h./1',
    'https://k@h:444/1',
    'https://k@h/a/1',
    'https://k@h/2',
  ])('tells %s apart', (text) => {
    expect(identity(text)).not.toBe(identity('https://k@h/1'));
  });
});

describe('ingestEndpoint', () => {
  it.each([
    [TEST_DSNS.saas, undefined, 'https://o450.ingest.sentry.io/api/4509/envelope/?hsts=0'],
    ['https://k@sentry.io/1', undefined, 'https://sentry.io/api/1/envelope/?hsts=0'],
    ['https://k@notsentry.io/1', undefined, 'https://notsentry.io/api/1/envelope/'],
    [TEST_DSNS.selfHosted, undefined, 'https://sentry.example.com:9000/base/api/7/envelope/'],
    [TEST_DSNS.selfHosted, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/api/7/envelope/'],
    [TEST_DSNS.saas, 'http://relay:3000', 'http://relay:3000/api/4509/envelope/'],
  ])('leads from %s by way of %s to %s', (dsn, origin, href) => {
    expect(ingestEndpoint(parsed(dsn), origin).href).toBe(href);
  });

  it('comes in the pieces an HTTP client asks for', () => {
    expect(ingestEndpoint(parsed('http://k@[::1]:8000/a/1'), undefined)).toEqual({
      href: 'http://[::1]:8000/a/api/1/envelope/',
      origin: 'http://[::1]:8000',
      path: '/a/api/1/envelope/',
    });
    expect(ingestEndpoint(parsed(TEST_DSNS.saas), undefined)).toMatchObject({
      origin: 'https://o450.ingest.sentry.io',
      path: '/api/4509/envelope/?hsts=0',
    });
  });
});
