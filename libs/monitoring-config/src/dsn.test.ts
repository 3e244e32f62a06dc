import { TEST_DSNS } from '@adit/testing';
import { dsnOrigin, formatDsn, parseDsn } from './dsn.ts';

describe(parseDsn, () => {
  it.each([
    [TEST_DSNS.saas, { host: 'o450.ingest.sentry.io', organizationId: '450', projectId: '4509', path: '' }],
    [TEST_DSNS.regional, { organizationId: '450', region: 'de', projectId: '4510' }],
    [TEST_DSNS.selfHosted, { organizationId: '0', port: '9000', path: '/base', projectId: '7' }],
    ['http://key@[::1]:8969/1', { protocol: 'http', host: '[::1]', port: '8969' }],
    ['https://key@o5.ingest.sentry.io.example.com/1', { organizationId: '0' }],
  ])('reads %s', (text, expected) => {
    expect(parseDsn(text)).toMatchObject(expected);
  });

  it.each([
    '',
    'key@host/1',
    'ftp://key@host/1',
    'https://host/1',
    'https://key@host',
    'https://key@host/project',
    'https://key@host/1?o=2',
    'https://key@host/1\nX: y',
    'https://key@ho st/1',
    `https://key@host/${'1'.repeat(600)}`,
  ])('refuses %j', (text) => {
    expect(parseDsn(text)).toBeUndefined();
  });
});

describe(formatDsn, () => {
  it.each(Object.values(TEST_DSNS))('writes %s as it was', (text) => {
    expect(formatDsn(parseDsn(text)!)).toBe(text);
  });

  it.each(['https://key:secret@host/1', 'https://key:@host/1/'])('strips the secret of %s', (text) => {
    expect(formatDsn(parseDsn(text)!)).toBe('https://key@host/1');
  });
});

describe(dsnOrigin, () => {
  it('is where the DSN leads, with its port', () => {
    expect(dsnOrigin(parseDsn(TEST_DSNS.selfHosted)!)).toBe('https://sentry.example.com:9000');
  });
});
