import { TEST_DSNS } from '@adit/testing';
import { compareMonitoring, warnOnMismatch } from './compare-monitoring.ts';
import { defineMonitoring } from './define-monitoring.ts';

const server = defineMonitoring({
  SENTRY_DSN: TEST_DSNS.saas,
  SENTRY_ENVIRONMENT: 'staging',
  SENTRY_RELEASE: 'shop@2',
  ADIT_INGEST_ORIGIN: 'http://10.0.0.7:3000',
});
const alike = defineMonitoring({
  NEXT_PUBLIC_SENTRY_DSN: TEST_DSNS.saas,
  NEXT_PUBLIC_SENTRY_ENVIRONMENT: 'staging',
  NEXT_PUBLIC_SENTRY_RELEASE: 'shop@2',
});
const other = defineMonitoring(
  { NEXT_PUBLIC_SENTRY_DSN: TEST_DSNS.regional, NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1' },
  { tunnelPath: '/t' },
);

describe(compareMonitoring, () => {
  it('finds nothing where server and client agree, whatever only servers know', () => {
    expect(compareMonitoring(server, alike)).toEqual([]);
  });

  it('lists each field that differs with both values', () => {
    expect(compareMonitoring(server, other)).toEqual([
      { field: 'environment', server: 'staging', client: 'production' },
      { field: 'release', server: 'shop@2', client: 'shop@1' },
      { field: 'dsn', server: TEST_DSNS.saas, client: TEST_DSNS.regional },
      { field: 'tunnelPath', server: '/monitoring-tunnel', client: '/t' },
    ]);
  });

  it('lists what only one side has', () => {
    const client = defineMonitoring({ SENTRY_ENVIRONMENT: 'staging', SENTRY_RELEASE: 'shop@2' });

    expect(compareMonitoring(server, client)).toEqual([
      { field: 'dsn', server: TEST_DSNS.saas, client: undefined },
    ]);
  });
});

describe(warnOnMismatch, () => {
  it('says nothing where server and client agree', () => {
    const warn = jest.fn();

    expect(warnOnMismatch(server, alike, warn)).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('says everything in one line', () => {
    const warn = jest.fn();

    const mismatches = warnOnMismatch(server, other, warn);

    expect(mismatches).toEqual(compareMonitoring(server, other));
    expect(warn.mock.calls).toEqual([
      [
        'Monitoring differs: environment is "staging" on the server and "production" in the client; ' +
          'release is "shop@2" on the server and "shop@1" in the client; ' +
          `dsn is "${TEST_DSNS.saas}" on the server and "${TEST_DSNS.regional}" in the client; ` +
          'tunnelPath is "/monitoring-tunnel" on the server and "/t" in the client',
      ],
    ]);
  });

  it('says that a value is not set, and keeps to one short line whatever the values are', () => {
    const warn = jest.fn<undefined, [string]>();

    warnOnMismatch({ ...server, release: 'x\n'.repeat(9_999) }, { ...server, release: undefined }, warn);

    expect(warn.mock.calls[0]?.[0]).toMatch(
      /^Monitoring differs: release is "x.{1,600} and not set in the client$/,
    );
  });
});
