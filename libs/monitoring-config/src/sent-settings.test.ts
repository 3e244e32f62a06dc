import { TEST_DSNS } from '@adit/testing';
import { defineMonitoring, type MonitoringOverrides } from './define-monitoring.ts';
import { readRuntimeConfig, serializeRuntimeConfig } from './runtime-config.ts';
import { readSentSettings } from './sent-settings.ts';

/** Settings as a server would define them. */
const SERVERS: [title: string, overrides: MonitoringOverrides][] = [
  ['nothing but a DSN', { dsn: TEST_DSNS.saas }],
  ['no DSN', {}],
  ['a DSN of a region, with a port or a path', { dsn: TEST_DSNS.regional }],
  ['an own Sentry', { dsn: TEST_DSNS.selfHosted, environment: 'staging', release: 'shop@2' }],
  [
    'all settings',
    {
      dsn: TEST_DSNS.saas,
      environment: 'qa',
      release: 'shop@2',
      tunnelPath: '/t',
      sampleRate: 0.5,
      tracesSampleRate: 0.2,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
      limits: { stackFrames: 20, linkedErrors: 2 },
      noise: { disabled: ['bot'], dryRun: true },
      scrub: { parameters: ['iban'], allowed: ['token'], emails: false, disabled: ['jwt'], dryRun: true },
      maxEventBytes: 70_000,
    },
  ],
  ['no scrubbing and events of any size', { dsn: TEST_DSNS.saas, scrub: false, maxEventBytes: false }],
];

const BUILDS: [title: string, overrides: MonitoringOverrides][] = [
  ['nothing', {}],
  ['blank texts', { dsn: '', environment: '', release: '' }],
  [
    'an environment',
    { dsn: TEST_DSNS.selfHosted, environment: 'preview', release: 'shop@1', tunnelPath: '/b' },
  ],
  ['rates', { tracesSampleRate: 0.3, sampleRate: 0.4, replaysSessionSampleRate: 0.5 }],
  ['lists', { noise: { disabled: ['bot'] }, scrub: { parameters: ['pin'] }, limits: { normalizeDepth: 5 } }],
  ['no scrubbing', { scrub: false, maxEventBytes: false }],
  ['an origin of ingest', { dsn: TEST_DSNS.saas, ingestOrigin: 'https://relay.test/' }],
];

/** The settings of a browser that checks everything again. */
const checked = (text: string | undefined, built: MonitoringOverrides) =>
  defineMonitoring({}, readRuntimeConfig({ documentElement: { getAttribute: () => text ?? null } }, built));

// Only servers send to these.
const inBrowser = (settings: ReturnType<typeof checked>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !/^ingest(Origin|Url)$/.test(name)));

describe(readSentSettings, () => {
  const pairs = SERVERS.flatMap(([server, sent]) =>
    BUILDS.map(([build, built]) => [server, build, sent, built] as const),
  );

  it.each(pairs)('reads %s, sent to a build with %s, as with checks', (_server, _build, sent, built) => {
    const text = serializeRuntimeConfig(defineMonitoring({}, sent));

    expect(readSentSettings(text, built)).toEqual(inBrowser(checked(text, built)));
  });

  it.each(BUILDS)('uses a build with %s if the server has no settings', (_title, built) => {
    expect(readSentSettings(undefined, built)).toEqual(inBrowser(checked(undefined, built)));
  });

  it('reads settings that were written by hand, with defaults for the rest', () => {
    const text = JSON.stringify({ dsn: TEST_DSNS.saas, environment: null });

    expect(readSentSettings(text, {})).toEqual(inBrowser(defineMonitoring({}, { dsn: TEST_DSNS.saas })));
  });

  it('switches monitoring off if the DSN is not one', () => {
    const { dsn, tunnel, ingestOrigins } = readSentSettings('{"dsn":"nonsense"}', { dsn: TEST_DSNS.saas });

    expect([dsn, tunnel, ingestOrigins]).toEqual([undefined, undefined, []]);
  });

  it('throws if the text is not JSON', () => {
    expect(() => readSentSettings('<html>', {})).toThrow(SyntaxError);
  });
});
