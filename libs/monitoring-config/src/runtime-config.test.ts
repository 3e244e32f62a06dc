import { NOISE_RULES } from '@adit/policy';
import fc from 'fast-check';
import { TEST_DSNS } from '@adit/testing';
import { defineMonitoring, type Monitoring } from './define-monitoring.ts';
import {
  readRuntimeConfig,
  serializeRuntimeConfig,
  warnOnMismatch,
  type RuntimeDocument,
} from './runtime-config.ts';

const documentWith = (text: string | null | undefined): RuntimeDocument => ({
  documentElement: { getAttribute: (name) => (name === 'data-monitoring' ? (text ?? null) : null) },
});

const read = (text: string | null | undefined) => readRuntimeConfig(documentWith(text));

const built = { NEXT_PUBLIC_SENTRY_DSN: TEST_DSNS.selfHosted, NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1' };
const atRunTime = defineMonitoring(
  { ...built, SENTRY_DSN: TEST_DSNS.regional, SENTRY_ENVIRONMENT: 'staging' },
  {
    tunnelPath: '/t',
    tracesSampleRate: 0.25,
    replaysSessionSampleRate: 0.5,
    replaysOnErrorSampleRate: 0.75,
    limits: { stackFrames: 20, linkedErrors: 2 },
    noise: { disabled: ['bot'], dryRun: true },
    scrub: { parameters: ['invite_id'], emails: false, disabled: ['iban'], dryRun: true },
    maxEventBytes: 500_000,
  },
);

describe('the runtime config', () => {
  it('lets one build serve another environment', () => {
    const text = serializeRuntimeConfig(atRunTime);

    expect(defineMonitoring(built, read(text))).toEqual({
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
    expect(read(text).environment).toBe(monitoring.environment);
  });

  it('contains the fields that client and server share, and no others', () => {
    const keys = Object.keys(JSON.parse(serializeRuntimeConfig(atRunTime)) as object);

    expect(keys.sort()).toEqual(
      [
        'dsn',
        'environment',
        'limits',
        'maxEventBytes',
        'noise',
        'release',
        'replaysOnErrorSampleRate',
        'replaysSessionSampleRate',
        'sampleRate',
        'scrub',
        'tracesSampleRate',
        'tunnel',
        'tunnelPath',
      ].sort(),
    );
  });

  it('leaves out defaults', () => {
    const keys = Object.keys(JSON.parse(serializeRuntimeConfig(defineMonitoring({}))) as object);

    expect(keys).toEqual(['environment', 'tunnelPath', 'sampleRate', 'tracesSampleRate', 'noise']);
  });

  it('contains `false` for scrubbing and size', () => {
    const off = defineMonitoring({}, { scrub: false, maxEventBytes: false });

    expect(read(serializeRuntimeConfig(off))).toMatchObject({
      scrub: false,
      maxEventBytes: false,
    });
  });

  it('reads the longest description there is', () => {
    const names = Array.from({ length: 32 }, () => 'n'.repeat(64));
    const longest = defineMonitoring(
      {
        SENTRY_DSN: `https://${'k'.repeat(32)}@${'h'.repeat(253)}/7`,
        SENTRY_ENVIRONMENT: '<'.repeat(64),
        SENTRY_RELEASE: '<'.repeat(200),
      },
      {
        tunnelPath: `/${'t'.repeat(200)}`,
        noise: { disabled: NOISE_RULES.map(({ id }) => id), dryRun: true },
        replaysSessionSampleRate: 1 / 3,
        replaysOnErrorSampleRate: 1 / 3,
        limits: {
          stackFrames: 49,
          normalizeDepth: Number.MAX_SAFE_INTEGER,
          normalizeMaxBreadth: Number.MAX_SAFE_INTEGER,
          logFlushIdleMs: Number.MAX_SAFE_INTEGER,
          linkedErrors: Number.MAX_SAFE_INTEGER,
        },
        scrub: { parameters: names, allowed: names, emails: false, opaqueValues: false },
        maxEventBytes: 65_536,
      },
    );

    expect(defineMonitoring({}, read(serializeRuntimeConfig(longest)))).toEqual(longest);
  });

  it('reads valid fields and ignores the others', () => {
    const text = JSON.stringify({
      dsn: 'javascript:alert(1)',
      environment: 'two words',
      release: 7,
      tunnelPath: '//evil.test/t',
      sampleRate: -1,
      tracesSampleRate: 0,
      replaysSessionSampleRate: 2,
      limits: { stackFrames: 99, linkedErrors: 2, normalizeDepth: '4', unknown: 1 },
      replaysOnErrorSampleRate: '1',
      noise: { disabled: ['no-such-rule'], dryRun: true },
      scrub: {
        parameters: ['two words'],
        allowed: [7],
        emails: false,
        opaqueValues: 'no',
        disabled: ['ibans'],
      },
      maxEventBytes: 1,
    });

    expect(read(text)).toEqual({
      tracesSampleRate: 0,
      limits: { linkedErrors: 2 },
      noise: { dryRun: true },
      scrub: { emails: false },
    });
  });

  it('ignores keys it does not know, inherited ones too', () => {
    const parsed = read('{"environment":"qa","ingestOrigin":"https://evil.test","__proto__":{"dsn":1}}');

    expect(parsed).toEqual({ environment: 'qa' });
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
    ['a text without end', `{"environment":"qa","x":"${'x'.repeat(9_000)}"}`],
    ['blank texts', '{"dsn":" ","environment":""}'],
    ['nested lists without end', '['.repeat(4_000)],
    ['null', 'null'],
  ])('takes nothing from %s', (_what, text) => {
    expect(read(text)).toEqual({});
  });
});

/** Settings with random text in every text field, valid or not. */
const anyMonitoring: fc.Arbitrary<Monitoring> = fc
  .record(
    {
      dsn: fc.string({ unit: 'binary' }),
      environment: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('</script>', '<!--<script>', ']]>'),
      ),
      release: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('</SCRIPT ', '"><img src=x>', '\u2028'),
      ),
      tunnelPath: fc.string({ unit: 'binary' }),
    },
    { requiredKeys: ['environment', 'tunnelPath'] },
  )
  .map((texts) => ({ ...defineMonitoring({}), ...texts }));

describe(serializeRuntimeConfig, () => {
  it('cannot leave an attribute in which the host escapes double quotes', () => {
    fc.assert(
      fc.property(anyMonitoring, (monitoring) => {
        const attribute = serializeRuntimeConfig(monitoring).replaceAll('"', '&quot;');

        expect(attribute).toMatch(/^(?:[^"'<>&]|&quot;)*$/);
      }),
    );
  });
});

const inBundle = {
  dsn: TEST_DSNS.selfHosted,
  environment: 'production',
  sampleRate: 0.5,
  noise: { disabled: ['bot'], dryRun: false },
};

describe(readRuntimeConfig, () => {
  it('takes the values of the document before those of the build, field by field', () => {
    const document = documentWith('{"environment":"staging","tunnelPath":"/t","noise":{"dryRun":true}}');

    expect(readRuntimeConfig(document, inBundle)).toEqual({
      ...inBundle,
      environment: 'staging',
      tunnelPath: '/t',
      noise: { disabled: ['bot'], dryRun: true },
    });
  });

  it.each([null, '', '{"environment":"stag'])('returns the values of the build if the text is %j', (text) => {
    expect(readRuntimeConfig(documentWith(text), inBundle)).toEqual(inBundle);
  });

  it('merges scrubbing field by field, unless it is switched off', () => {
    const scrub = (text: string) =>
      readRuntimeConfig(documentWith(text), { scrub: { parameters: ['a'] } }).scrub;

    expect(scrub('{"scrub":{"emails":false}}')).toEqual({ parameters: ['a'], emails: false });
    expect(scrub('{"scrub":false}')).toBe(false);
    expect(readRuntimeConfig(documentWith('{"scrub":{"emails":false}}'), { scrub: false }).scrub).toEqual({
      emails: false,
    });
  });

  it('returns what defineMonitoring accepts, for any document', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.json(),
      fc.object().map((value) => JSON.stringify(value)),
    );
    const anyFields = fc
      .record({
        dsn: fc.jsonValue(),
        environment: fc.jsonValue(),
        release: fc.jsonValue(),
        tunnelPath: fc.jsonValue(),
        sampleRate: fc.jsonValue(),
        noise: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(anyText, anyFields), (text) => {
        const overrides = readRuntimeConfig(documentWith(text), inBundle);

        expect(() => defineMonitoring({}, overrides)).not.toThrow();
      }),
    );
  });
});

describe(warnOnMismatch, () => {
  const client = defineMonitoring({ SENTRY_ENVIRONMENT: 'qa' });
  const warnings = (text: string | null) => {
    const warn = jest.fn<undefined, [string]>();
    warnOnMismatch(documentWith(text), client, warn);
    return warn.mock.calls.flat();
  };

  it('names every field that differs, with both values, also values that are not valid', () => {
    const text = '{"environment":"two words","dsn":7,"release":"shop@1","tunnelPath":"/t","sampleRate":1}';

    expect(warnings(text)).toEqual([
      'Monitoring differs: environment is "two words" on the server and "qa" in the client; ' +
        'release is "shop@1" on the server and not set in the client; ' +
        'tunnelPath is "/t" on the server and "/monitoring-tunnel" in the client',
    ]);
  });

  it('repeats at most 200 characters of a value', () => {
    expect(warnings(JSON.stringify({ release: 'x'.repeat(500) }))[0]?.length).toBeLessThan(300);
  });

  it.each([null, '[]', '{"environment":"qa","dsn":" "}'])('says nothing if the text is %j', (text) => {
    expect(warnings(text)).toEqual([]);
  });
});
