import { eventFiltersIntegration, linkedErrorsIntegration } from '@sentry/core';
import { TEST_DSNS } from '@adit/testing';
import { toBuildEnvironment } from './build-environment.ts';
import { defineMonitoring, type MonitoringOverrides } from './define-monitoring.ts';
import type { BaseInitOptions } from './options/base.ts';
import { toClientOptions } from './options/client.ts';
import { toEdgeOptions } from './options/edge.ts';
import { toServerOptions } from './options/server.ts';
import {
  readRuntimeConfig,
  serializeRuntimeConfig,
  warnOnMismatch,
  type RuntimeDocument,
} from './runtime-config.ts';
import type { EnvironmentRecord } from './variables.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const sdk = { eventFiltersIntegration, linkedErrorsIntegration };

/** The one build: continuous integration inlines these values into client, server and edge bundles. */
const inlined = toBuildEnvironment(
  defineMonitoring({ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_SHA: SHA, SENTRY_DSN: TEST_DSNS.selfHosted }),
);

interface Start {
  name: string;
  env: EnvironmentRecord;
  overrides: MonitoringOverrides;
  expected: Partial<BaseInitOptions> & { tunnel: string };
}

/** The three environments in which it is started. */
const starts: Start[] = [
  {
    name: 'production',
    env: { SENTRY_DSN: TEST_DSNS.saas, SENTRY_ENVIRONMENT: 'production' },
    overrides: {},
    expected: {
      dsn: TEST_DSNS.saas,
      environment: 'production',
      sampleRate: 1,
      tracesSampleRate: 0.1,
      tunnel: '/monitoring-tunnel?o=450&p=4509',
    },
  },
  {
    name: 'staging',
    env: {
      SENTRY_DSN: TEST_DSNS.regional,
      SENTRY_ENVIRONMENT: 'staging',
      SENTRY_TRACES_SAMPLE_RATE: '0.5',
    },
    overrides: { tunnelPath: '/t', noise: { disabled: ['bot'], dryRun: true } },
    expected: {
      dsn: TEST_DSNS.regional,
      environment: 'staging',
      sampleRate: 1,
      tracesSampleRate: 0.5,
      tunnel: '/t?o=450&p=4510&r=de',
    },
  },
  {
    name: 'a test run with the DSN that was built in',
    env: { SENTRY_ENVIRONMENT: 'qa' },
    overrides: { sampleRate: 0.25, tracesSampleRate: 0 },
    expected: {
      dsn: TEST_DSNS.selfHosted,
      environment: 'qa',
      sampleRate: 0.25,
      tracesSampleRate: 0,
      tunnel: '/monitoring-tunnel?o=0&p=7',
    },
  },
];

const documentWith = (text: string | null): RuntimeDocument => ({
  documentElement: { getAttribute: (name) => (name === 'data-monitoring' ? text : null) },
});

describe('one build in three environments', () => {
  it.each(starts)('gives client, server and edge the values of $name', ({ env, overrides, expected }) => {
    const server = defineMonitoring({ ...inlined, ...env }, overrides);
    const document = documentWith(serializeRuntimeConfig(server));
    const client = defineMonitoring(inlined, readRuntimeConfig(document));
    const warn = jest.fn();
    warnOnMismatch(document, client, warn);

    const { tunnel, ...common } = { ...expected, release: SHA };
    expect(toServerOptions(server, { sdk })).toMatchObject(common);
    expect(toEdgeOptions(server, { sdk })).toMatchObject(common);
    expect(toClientOptions(client, { sdk })).toMatchObject({ ...common, tunnel });
    expect(client.noise).toEqual(server.noise);
    expect(warn).not.toHaveBeenCalled();
  });

  it('uses the built value for the field that was tampered with, and warns', () => {
    const server = defineMonitoring({ ...inlined, ...starts[1]?.env }, starts[1]?.overrides);
    const text = serializeRuntimeConfig(server).replace(TEST_DSNS.regional, 'javascript:alert(1)');
    const client = defineMonitoring(inlined, readRuntimeConfig(documentWith(text)));
    const warn = jest.fn();
    warnOnMismatch(documentWith(text), client, warn);

    expect(client).toMatchObject({ environment: 'staging', dsn: TEST_DSNS.selfHosted });
    expect(warn.mock.calls).toEqual([
      [
        `Monitoring differs: dsn is "javascript:alert(1)" on the server and "${TEST_DSNS.selfHosted}" in the client`,
      ],
    ]);
  });
});
