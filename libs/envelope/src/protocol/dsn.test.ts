import { TEST_DSNS } from '@adit/testing';
import { ingestEndpoint } from './ingest-endpoint.ts';
import { dsnIdentity, parseDsn, type Dsn } from './dsn.ts';

const parsed = (text: string): Dsn => {
  const dsn = parseDsn(text);
  if (dsn === undefined) throw new Error(`not a DSN: ${text}`);
  return dsn;
};

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
