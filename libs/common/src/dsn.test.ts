import { TEST_DSNS } from '@adit/testing';
import { makeDsn } from '@sentry/core';
import { adviceOnDsn, dsnOrigin, formatDsn, parseDsn, type Dsn } from './dsn.ts';

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
    ['https://k@h/1/', { projectId: '1', path: '' }],
    // A host that only looks like Sentry's names no organization.
    ['https://k@o1.ingest.sentry.io.example.com/1', { organizationId: '0', region: undefined }],
    ['https://k@o1.ingest.deu.sentry.io/1', { organizationId: '0' }],
  ])('reads %s', (text, parts) => {
    expect(parsed(text)).toMatchObject(parts);
  });

  it.each([
    '',
    'key@host/1',
    'https://h/1',
    'https://@h/1',
    'https://k@/1',
    'https://k@h',
    'https://k@h/',
    'https://k@h/web',
    'https://k@h/1?x',
    'https://k@h/1#x',
    'https://k@h//1',
    'https://k@h/1//',
    'ftp://k@h/1',
    '//k@h/1',
    ' https://k@h/1',
    'https://k@h/1\n',
    'https://k@ho st/1',
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

describe('formatDsn', () => {
  it.each(Object.values(TEST_DSNS))('writes %s as it was', (text) => {
    expect(formatDsn(parsed(text))).toBe(text);
  });

  it.each(['https://key:secret@host/1', 'https://key:@host/1/', 'https://key@host:443/1'])(
    'leaves out what %s does not need',
    (text) => {
      expect(formatDsn(parsed(text))).toBe('https://key@host/1');
    },
  );
});

describe('dsnOrigin', () => {
  it('has the port', () => {
    expect(dsnOrigin(parsed(TEST_DSNS.selfHosted))).toBe('https://sentry.example.com:9000');
  });
});

describe('adviceOnDsn', () => {
  // The SDK says why to the console.
  beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterAll(() => jest.restoreAllMocks());

  it.each(['https://k@h/abc', 'http://k@h:8000/default/', 'https://k:secret@h/base/my-project'])(
    'says of %s that its project must be a number, as the SDK has it',
    (text) => {
      expect(adviceOnDsn(text)).toMatch(
        /^; the project must be a number: the Sentry SDK for JavaScript refuses/,
      );
      expect(adviceOnDsn(text)).not.toContain('secret');
      expect([parseDsn(text), makeDsn(text)]).toEqual([undefined, undefined]);
    },
  );

  it.each([
    // The SDK takes the digits that a project begins with.
    ['https://k@h/42abc', '42'],
    ['https://k@h/42', '42'],
  ])('says nothing of %s, which the SDK takes', (text, project) => {
    expect([adviceOnDsn(text), makeDsn(text)?.projectId]).toEqual(['', project]);
  });

  it.each(['', 'nonsense', 'https://h/abc', 'https://k@h', 'https://k@h/', 'ftp://k@h/abc'])(
    'says nothing of %j, which is no DSN anyway',
    (text) => {
      expect(adviceOnDsn(text)).toBe('');
    },
  );
});
