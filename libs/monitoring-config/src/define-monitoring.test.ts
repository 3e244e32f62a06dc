import { TEST_DSNS } from '@adit/testing';
import { toBuildEnvironment } from './build-environment.ts';
import { MonitoringConfigError } from './config-error.ts';
import { defineMonitoring, type MonitoringOverrides } from './define-monitoring.ts';
import type { EnvironmentRecord } from './variables.ts';

const catchError = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (error) {
    return error;
  }
};

describe(defineMonitoring, () => {
  it.each([
    [TEST_DSNS.saas, '/monitoring-tunnel?o=450&p=4509'],
    [TEST_DSNS.regional, '/monitoring-tunnel?o=450&p=4510&r=de'],
    [TEST_DSNS.selfHosted, '/monitoring-tunnel?o=0&p=7'],
  ])('S9 S10 builds the tunnel of %s as %s', (dsn, tunnel) => {
    expect(defineMonitoring({ SENTRY_DSN: dsn }).tunnel).toBe(tunnel);
  });

  it('takes the tunnel path given', () => {
    const { tunnel, tunnelPath } = defineMonitoring(
      { SENTRY_DSN: TEST_DSNS.saas },
      { tunnelPath: '/base/t' },
    );

    expect(tunnelPath).toBe('/base/t');
    expect(tunnel).toBe('/base/t?o=450&p=4509');
  });

  it('leaves out fields without a value', () => {
    const monitoring = defineMonitoring({});

    expect(Object.keys(monitoring)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(dsn|tunnel|release|ingestOrigin|ingestUrl)$/)]),
    );
    expect(monitoring.ingestOrigins).toEqual([]);
  });

  it('takes the DSN given before SENTRY_DSN, and that before the public one, without the secret', () => {
    const env = { SENTRY_DSN: 'https://key:secret@host/1', NEXT_PUBLIC_SENTRY_DSN: 'https://key@host/2' };

    expect(defineMonitoring(env, { dsn: 'https://key@host/3' }).dsn).toBe('https://key@host/3');
    expect(defineMonitoring(env).dsn).toBe('https://key@host/1');
    expect(defineMonitoring({ ...env, SENTRY_DSN: ' ' }).dsn).toBe('https://key@host/2');
  });

  it('S19 gives client, server and edge one release through the variables that the build inlines', () => {
    const atBuild = defineMonitoring({
      SENTRY_DSN: TEST_DSNS.saas,
      SENTRY_RELEASE: 'shop@1',
      VERCEL_ENV: 'preview',
    });
    const inlined = toBuildEnvironment(atBuild);

    const client = defineMonitoring(inlined);
    const server = defineMonitoring({ ...inlined, SENTRY_RELEASE: 'changed-since' });

    expect(client).toMatchObject({ dsn: TEST_DSNS.saas, release: 'shop@1', environment: 'vercel-preview' });
    expect(server.release).toBe(client.release);
    expect(toBuildEnvironment(defineMonitoring({}))).toEqual({
      NEXT_PUBLIC_SENTRY_ENVIRONMENT: 'production',
    });
  });

  it('lets servers send envelopes to `ingestOrigin`', () => {
    const monitoring = defineMonitoring({
      SENTRY_DSN: 'https://key@o450.ingest.sentry.io/7',
      ADIT_INGEST_ORIGIN: 'http://127.0.0.1:8969/',
    });

    expect(monitoring.ingestOrigin).toBe('http://127.0.0.1:8969');
    expect(monitoring.ingestUrl).toBe(
      'http://127.0.0.1:8969/api/7/envelope/?sentry_version=7&sentry_key=key',
    );
    expect(monitoring.ingestOrigins).toEqual(['https://o450.ingest.sentry.io', 'http://127.0.0.1:8969']);
    const gateway = {
      SENTRY_DSN: 'https://key@o1.ingest.sentry.io/2',
      ADIT_INGEST_ORIGIN: 'https://gw.test/errors/',
    };
    expect(defineMonitoring(gateway).ingestUrl).toBe(
      'https://gw.test/errors/api/2/envelope/?sentry_version=7&sentry_key=key',
    );
    expect(defineMonitoring({ ADIT_INGEST_ORIGIN: 'http://127.0.0.1:8969' }).ingestUrl).toBeUndefined();
  });

  it.each<[EnvironmentRecord, MonitoringOverrides, number]>([
    [{}, {}, 0.1],
    [{ VERCEL_ENV: 'production' }, {}, 0.1],
    [{ VERCEL_ENV: 'preview' }, {}, 1],
    [{ SENTRY_ENVIRONMENT: 'staging' }, {}, 1],
    [{ SENTRY_TRACES_SAMPLE_RATE: '0.5' }, {}, 0.5],
    [{ SENTRY_TRACES_SAMPLE_RATE: '0.5' }, { tracesSampleRate: 0 }, 0],
  ])('samples traces, of %j and %j, at %s', (env, overrides, rate) => {
    expect(defineMonitoring(env, overrides).tracesSampleRate).toBe(rate);
  });

  it.each<[EnvironmentRecord, MonitoringOverrides, number, number]>([
    [{}, {}, 0, 0],
    [{ SENTRY_REPLAYS_SESSION_SAMPLE_RATE: '0.1' }, {}, 0.1, 0],
    [{ NEXT_PUBLIC_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: '1' }, {}, 0, 1],
    [{ SENTRY_REPLAYS_SESSION_SAMPLE_RATE: '0.1' }, { replaysSessionSampleRate: 0 }, 0, 0],
    [{ SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: '1' }, { replaysOnErrorSampleRate: 0.5 }, 0, 0.5],
  ])('records, of %j and %j, %s of sessions and %s of errors', (env, overrides, session, onError) => {
    expect(defineMonitoring(env, overrides)).toMatchObject({
      replaysSessionSampleRate: session,
      replaysOnErrorSampleRate: onError,
    });
  });

  it('scrubs and trims events by default', () => {
    const { scrub, maxEventBytes } = defineMonitoring({});

    expect(scrub).toEqual({
      parameters: [],
      allowed: [],
      emails: true,
      opaqueValues: true,
      disabled: [],
      dryRun: false,
    });
    expect(maxEventBytes).toBe(1_048_576);
    expect(
      defineMonitoring({}, { scrub: { parameters: ['invite_id'] }, maxEventBytes: 65_536 }),
    ).toMatchObject({
      scrub: { parameters: ['invite_id'], allowed: [], disabled: [], dryRun: false },
      maxEventBytes: 65_536,
    });
    expect(defineMonitoring({}, { scrub: false, maxEventBytes: false })).toMatchObject({
      scrub: false,
      maxEventBytes: false,
    });
  });

  it('is frozen throughout', () => {
    const monitoring = defineMonitoring({ SENTRY_DSN: TEST_DSNS.saas });
    const { limits, noise, scrub, ingestOrigins } = monitoring;
    const lists = scrub === false ? [] : [scrub.parameters, scrub.allowed, scrub.disabled];

    expect(lists).toHaveLength(3);
    for (const part of [monitoring, limits, noise, noise.disabled, scrub, ...lists, ingestOrigins])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it.each<[string, EnvironmentRecord, MonitoringOverrides]>([
    [
      'SENTRY_DSN is "nonsense"; accepted: https://<public key>@<host>/<project number>',
      { SENTRY_DSN: 'nonsense' },
      {},
    ],
    ['dsn is "https://key:***@host/x"; accepted:', {}, { dsn: 'https://key:secret@host/x' }],
    [
      'SENTRY_TRACES_SAMPLE_RATE is "half"; accepted: a number from 0 to 1',
      { SENTRY_TRACES_SAMPLE_RATE: 'half' },
      {},
    ],
    ['tracesSampleRate is 2; accepted: a number from 0 to 1', {}, { tracesSampleRate: 2 }],
    ['sampleRate is NaN; accepted: a number from 0 to 1', {}, { sampleRate: Number.NaN }],
    [
      'SENTRY_REPLAYS_SESSION_SAMPLE_RATE is "half"; accepted: a number from 0 to 1',
      { SENTRY_REPLAYS_SESSION_SAMPLE_RATE: 'half' },
      {},
    ],
    ['replaysOnErrorSampleRate is 2; accepted: a number from 0 to 1', {}, { replaysOnErrorSampleRate: 2 }],
    ['scrub.parameters is "two words"; accepted: up to 64', {}, { scrub: { parameters: ['two words'] } }],
    ['scrub.allowed is "--"; accepted: up to 64', {}, { scrub: { allowed: ['--'] } }],
    ['scrub.disabled is "ibans"; accepted: name, ', {}, { scrub: { disabled: ['ibans'] } }],
    [
      'scrub.parameters is "33 names"; accepted: up to 32 names',
      {},
      { scrub: { parameters: Array.from({ length: 33 }, () => 'a') } },
    ],
    ['maxEventBytes is 1000; accepted: a whole number of at least 65536', {}, { maxEventBytes: 1_000 }],
    ['tunnelPath is "//evil.test"; accepted: a path', {}, { tunnelPath: '//evil.test' }],
    ['tunnelPath is "/t?o=1"; accepted: a path', {}, { tunnelPath: '/t?o=1' }],
    ['tunnelPath is "/../t"; accepted: a path', {}, { tunnelPath: '/../t' }],
    ['tunnelPath is "/"; accepted: a path', {}, { tunnelPath: '/' }],
    [
      'ADIT_INGEST_ORIGIN is "localhost:1"; accepted: an http or https origin',
      { ADIT_INGEST_ORIGIN: 'localhost:1' },
      {},
    ],
    [
      'noise.disabled is "no-such-rule"; accepted: cross-origin-script-error,',
      {},
      { noise: { disabled: ['no-such-rule'] } },
    ],
    ['limits.stackFrames is 99; accepted:', {}, { limits: { stackFrames: 99 } }],
    [
      'sampelRate is 1; accepted: only the overrides dsn, environment, prefix,',
      {},
      { sampelRate: 1 } as MonitoringOverrides,
    ],
    [
      'toString is "x"; accepted: only the overrides',
      {},
      { toString: 'x' } as unknown as MonitoringOverrides,
    ],
  ])('refuses in one line: %s', (message, env, overrides) => {
    const define = () => defineMonitoring(env, overrides);

    expect(define).toThrow(message);
    expect(define).not.toThrow('\n');
  });

  it('ignores an unknown override without a value', () => {
    const overrides = { sampelRate: undefined } as MonitoringOverrides;

    expect(defineMonitoring({}, overrides)).toEqual(defineMonitoring({}));
  });

  it('names the option in the error', () => {
    const error = catchError(() => defineMonitoring({ SENTRY_DSN: 'nonsense' }));

    expect(error).toBeInstanceOf(MonitoringConfigError);
    expect(error).toMatchObject({ name: 'MonitoringConfigError', option: 'SENTRY_DSN' });
  });

  it('repeats no more of a wrong value than fits a line', () => {
    expect(() => defineMonitoring({ SENTRY_DSN: 'x\n'.repeat(10_000) })).toThrow(/^.{1,300}$/);
  });
});
