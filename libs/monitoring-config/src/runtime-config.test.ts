import { TEST_DSNS } from '@adit/testing';
import { defineMonitoring } from './define-monitoring.ts';
import { parseRuntimeConfig, serializeRuntimeConfig } from './runtime-config.ts';

const built = { NEXT_PUBLIC_SENTRY_DSN: TEST_DSNS.selfHosted, NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1' };
const atRunTime = defineMonitoring(
  { ...built, SENTRY_DSN: TEST_DSNS.regional, SENTRY_ENVIRONMENT: 'staging' },
  { tunnelPath: '/t', tracesSampleRate: 0.25, noise: { disabled: ['bot'], dryRun: true } },
);

describe('the runtime config', () => {
  it('lets one build serve another environment', () => {
    const text = serializeRuntimeConfig(atRunTime);

    expect(defineMonitoring(built, parseRuntimeConfig(text))).toEqual({
      ...atRunTime,
      ingestOrigins: ['https://o450.ingest.de.sentry.io'],
    });
  });

  it('carries no origin that only servers know', () => {
    const monitoring = defineMonitoring({
      SENTRY_DSN: TEST_DSNS.saas,
      ADIT_INGEST_ORIGIN: 'http://10.0.0.7:3000',
    });

    expect(serializeRuntimeConfig(monitoring)).not.toContain('10.0.0.7');
  });

  it('writes nothing that could end a script, a comment or a quoted attribute', () => {
    const monitoring = defineMonitoring({ SENTRY_ENVIRONMENT: `'><!--&\u2028` });
    const text = serializeRuntimeConfig(monitoring);

    expect(text).not.toMatch(/[<>&'\u2028]/);
    expect(parseRuntimeConfig(text)?.environment).toBe(monitoring.environment);
  });

  it('ignores keys it does not know, inherited ones too', () => {
    const parsed = parseRuntimeConfig(
      '{"environment":"qa","ingestOrigin":"https://evil.test","__proto__":{"dsn":1}}',
    );

    expect(parsed).toEqual({ environment: 'qa', noise: { disabled: [], dryRun: false } });
  });

  it.each([
    ['nothing', undefined],
    ['no attribute', null],
    ['an empty text', ''],
    ['half a text', '{"dsn":"https'],
    ['a list', '[]'],
    ['a number', '1'],
    ['a DSN that is a number', '{"dsn":1}'],
    ['a DSN that is none', '{"dsn":"javascript:alert(1)"}'],
    ['a tunnel on another origin', '{"tunnelPath":"//evil.test/t"}'],
    ['a sample rate that is text', '{"tracesSampleRate":"1"}'],
    ['a sample rate out of range', '{"sampleRate":7}'],
    ['noise that is text', '{"noise":"off"}'],
    ['a dry run that is a number', '{"noise":{"dryRun":1}}'],
    ['rules that are no list', '{"noise":{"disabled":"bot"}}'],
    ['rules that are numbers', '{"noise":{"disabled":[1]}}'],
    ['a rule that does not exist', '{"noise":{"disabled":["x"]}}'],
    ['a text without end', `{"environment":"qa","x":"${'x'.repeat(5_000)}"}`],
  ])('refuses %s', (_what, text) => {
    expect(parseRuntimeConfig(text)).toBeUndefined();
  });
});
