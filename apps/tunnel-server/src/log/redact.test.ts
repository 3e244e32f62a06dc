import { redact, redactSetting } from './redact.ts';

const KEY = '0123456789abcdef0123456789abcdef';

describe('redact', () => {
  it.each([
    [
      `connect to https://${KEY}@o450.ingest.sentry.io/4509 failed`,
      'connect to https://…@o450.ingest.sentry.io/4509 failed',
    ],
    ['redis://user:pass@cache:6379/0', 'redis://…@cache:6379/0'],
    [`key ${KEY} refused`, 'key … refused'],
    [
      `x-sentry-auth: Sentry sentry_key=${KEY}, sentry_version=7`,
      'x-sentry-auth: Sentry sentry_key=…, sentry_version=7',
    ],
    ['short@host:9000/7', '…@host:9000/7'],
  ])('strips %j', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each([
    'connect ECONNREFUSED 127.0.0.1:8787',
    'disk:/var/lib/adit/spool/worker-1',
    '2026-01-01T00:00:00.000Z',
    'ENOSPC: no space left on device, write',
  ])('leaves %j alone', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('redactSetting', () => {
  it.each([
    ['redis://user:pa,ss@one:1,two:2/name', 'redis://…@one:1,two:2/name'],
    ['redis+sentinel://user:pa,s@s@one', 'redis+sentinel://…@one'],
    ['redis+sentinel://one/name?sentinelPassword=pa,ss', 'redis+sentinel://one/name?sentinelPassword=…'],
  ])('redacts %s as a whole', (value, shown) => {
    expect(redactSetting(value)).toBe(shown);
  });

  it('redacts each part of a list', () => {
    expect(redactSetting('https://a:b@one/1, key@two/2,nonsense')).toBe('https://…@one/1,…@two/2,nonsense');
  });
});
