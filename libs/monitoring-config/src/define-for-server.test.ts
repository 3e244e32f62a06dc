import { TEST_DSNS } from '@adit/testing';
import { defineForServer, type WrongVariable } from './define-for-server.ts';
import type { MonitoringOverrides } from './define-monitoring.ts';
import type { EnvironmentRecord } from './variables.ts';

function define(env: EnvironmentRecord, overrides: MonitoringOverrides = {}) {
  const wrong: WrongVariable[] = [];
  const monitoring = defineForServer(env, overrides, (one) => wrong.push(one));
  return { monitoring, lines: wrong.map(({ message, instead }) => `${message}. ${instead}`), wrong };
}

const DSN = { SENTRY_DSN: TEST_DSNS.saas };

it.each<[EnvironmentRecord, RegExp, object]>([
  [
    { SENTRY_DSN: 'foo', NEXT_PUBLIC_SENTRY_DSN: TEST_DSNS.saas },
    /^SENTRY_DSN is "foo"; accepted: https:.*\. Monitoring is off\.$/,
    { dsn: undefined },
  ],
  [
    { SENTRY_DSN: ' https://k@urgentry.example/default' },
    /; the project must be a number: the Sentry SDK for JavaScript refuses any other too, .*\. Monitoring is off\.$/,
    { dsn: undefined },
  ],
  [
    { ...DSN, ADIT_INGEST_ORIGIN: 'localhost:1' },
    /^ADIT_INGEST_ORIGIN is "localhost:1"; .* Monitoring is off\.$/,
    { dsn: undefined },
  ],
  [
    { ...DSN, SENTRY_TRACES_SAMPLE_RATE: '10%' },
    /^SENTRY_TRACES_SAMPLE_RATE is "10%"; accepted: a number from 0 to 1\. The rate is 0\.1\.$/,
    { dsn: TEST_DSNS.saas, tracesSampleRate: 0.1 },
  ],
  [
    { ...DSN, SENTRY_REPLAYS_SESSION_SAMPLE_RATE: 'all' },
    / The rate is 0\.$/,
    { replaysSessionSampleRate: 0 },
  ],
  [
    { ...DSN, NEXT_PUBLIC_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: '2' },
    /^NEXT_PUBLIC_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE is "2"; .* The rate is 0\.$/,
    { replaysOnErrorSampleRate: 0 },
  ],
  [
    { ...DSN, SENTRY_ENVIRONMENT: 'a b', VERCEL_ENV: 'preview' },
    / The environment is vercel-preview\.$/,
    { environment: 'vercel-preview' },
  ],
  [{ ...DSN, SENTRY_RELEASE: 'a/b' }, / Events have no release\.$/, { release: undefined }],
  [
    { ...DSN, NEXT_PUBLIC_SENTRY_RELEASE: '..', SENTRY_RELEASE: 'shop@1' },
    / The release is shop@1\.$/,
    { release: 'shop@1' },
  ],
])('goes on with %j, and says in one line what holds instead', (env, line, expected) => {
  const { monitoring, lines } = define(env);

  expect(lines).toEqual([expect.stringMatching(line)]);
  expect({ dsn: undefined, release: undefined, ...monitoring }).toMatchObject(expected);
});

it('names each of several wrong variables, and nothing if all are right', () => {
  const { wrong } = define({ SENTRY_DSN: 'foo', SENTRY_ENVIRONMENT: 'None', SENTRY_TRACES_SAMPLE_RATE: 'x' });

  expect(wrong.map(({ name }) => name)).toEqual([
    'SENTRY_DSN',
    'SENTRY_ENVIRONMENT',
    'SENTRY_TRACES_SAMPLE_RATE',
  ]);
  expect(define(DSN).lines).toEqual([]);
});

it('sends nothing past a wrong ingest origin, wherever the DSN is set', () => {
  const { monitoring } = define({ ADIT_INGEST_ORIGIN: 'relay' }, { dsn: TEST_DSNS.saas });

  expect(monitoring.dsn).toBeUndefined();
});

it.each([
  'https://key:pass-word/1@host/x',
  'key:password@host/1',
  `https://key@${'a'.repeat(90)}.test:password@host/1`,
  'sntrys_eyJpYXQiOjE3MDAwMDAwMDAuMTIzNDU2LCJ1cmwiOiJodHRwcz',
])('shows no secret of %s', (value) => {
  const [line] = define({ SENTRY_DSN: value }).lines;

  expect(line).not.toMatch(/password|pass-word|MTIzNDU2/);
});

it('throws for a wrong override, which the code gives', () => {
  expect(() => define({ SENTRY_DSN: 'foo' }, { tracesSampleRate: 2 })).toThrow('tracesSampleRate is 2');
  expect(() => define({}, { tunnelPath: '/' })).toThrow('tunnelPath is "/"');
});
