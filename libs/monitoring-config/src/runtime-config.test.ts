import fc from 'fast-check';
import { TEST_DSNS } from '@adit/testing';
import { defineMonitoring, type Monitoring } from './define-monitoring.ts';
import { NOISE_RULES } from './noise/noise-rules.ts';
import {
  parseRuntimeConfig,
  readRuntimeConfig,
  readServerValues,
  renderRuntimeScript,
  serializeRuntimeConfig,
  toRuntimeScriptProps,
  type RuntimeDocument,
} from './runtime-config.ts';

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

  it('carries what client and server have in common, and nothing of where the server runs', () => {
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

  it('spares the page what is as always', () => {
    const keys = Object.keys(JSON.parse(serializeRuntimeConfig(defineMonitoring({}))) as object);

    expect(keys).toEqual(['environment', 'tunnelPath', 'sampleRate', 'tracesSampleRate', 'noise']);
  });

  it('carries what is switched off', () => {
    const off = defineMonitoring({}, { scrub: false, maxEventBytes: false });

    expect(parseRuntimeConfig(serializeRuntimeConfig(off))).toMatchObject({
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

    expect(defineMonitoring({}, parseRuntimeConfig(serializeRuntimeConfig(longest)))).toEqual(longest);
  });

  it('takes what is acceptable and leaves the rest to what was built', () => {
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

    expect(parseRuntimeConfig(text)).toEqual({
      tracesSampleRate: 0,
      limits: { linkedErrors: 2 },
      noise: { dryRun: true },
      scrub: { emails: false },
    });
  });

  it('ignores keys it does not know, inherited ones too', () => {
    const parsed = parseRuntimeConfig(
      '{"environment":"qa","ingestOrigin":"https://evil.test","__proto__":{"dsn":1}}',
    );

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
    expect(parseRuntimeConfig(text)).toBeUndefined();
  });
});

const CAN_END_A_SCRIPT = /<|>|&|-->|\u2028|\u2029/;

/** A description with any text where text can be, whether it would be accepted or not. */
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

describe(toRuntimeScriptProps, () => {
  it('is an inert script with the nonce', () => {
    expect(toRuntimeScriptProps(atRunTime, { nonce: 'c2VjcmV0+/-_==' })).toEqual({
      id: 'monitoring-config',
      type: 'application/json',
      nonce: 'c2VjcmV0+/-_==',
      dangerouslySetInnerHTML: { __html: serializeRuntimeConfig(atRunTime) },
    });
  });

  it.each([undefined, null, '', '" onload="x', 'a b', '=', 'abc===', `a\n`, 'x'.repeat(300)])(
    'leaves out the nonce %j, which no policy could hold',
    (nonce) => {
      expect(toRuntimeScriptProps(atRunTime, { nonce })).not.toHaveProperty('nonce');
    },
  );

  it.each(['', '1', 'a b', 'a"b', 'a>', 'x'.repeat(65)])('refuses the id %j in one line', (id) => {
    expect(() => toRuntimeScriptProps(atRunTime, { id })).toThrow(/^id is ".*"; accepted: .*$/);
  });
});

describe(renderRuntimeScript, () => {
  it('is one element', () => {
    const qa = defineMonitoring({ SENTRY_ENVIRONMENT: 'qa' });

    expect(renderRuntimeScript(qa, { id: 'values', nonce: 'abc' })).toBe(
      `<script id="values" type="application/json" nonce="abc">${serializeRuntimeConfig(qa)}</script>`,
    );
  });

  it('cannot be ended, nor its text made a comment, by any value', () => {
    fc.assert(
      fc.property(anyMonitoring, (monitoring) => {
        const html = renderRuntimeScript(monitoring);
        const [, text = '<'] =
          /^<script id="monitoring-config" type="application\/json">(.*)<\/script>$/s.exec(html) ?? [];

        expect(text).not.toMatch(CAN_END_A_SCRIPT);
        expect(JSON.parse(text)).toMatchObject({
          environment: monitoring.environment,
          tunnelPath: monitoring.tunnelPath,
        });
      }),
    );
  });

  it('would be ended by the same values without the escapes', () => {
    expect(JSON.stringify({ environment: '</script>' })).toMatch(CAN_END_A_SCRIPT);
  });

  it('cannot be left through the nonce or the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (nonce, id) => {
        const tag =
          /^<script id="[A-Za-z][\w-]*" type="application\/json"(?: nonce="[\w+/-]+={0,2}")?>[^<>&]*<\/script>$/;
        expect(renderRuntimeScript(atRunTime, { nonce })).toMatch(tag);
        try {
          expect(renderRuntimeScript(atRunTime, { id })).toMatch(tag);
        } catch (error) {
          expect(error).toMatchObject({ name: 'MonitoringConfigError', option: 'id' });
        }
      }),
    );
  });

  it('cannot leave an attribute in which the host escapes double quotes', () => {
    fc.assert(
      fc.property(anyMonitoring, (monitoring) => {
        const attribute = serializeRuntimeConfig(monitoring).replaceAll('"', '&quot;');

        expect(attribute).toMatch(/^(?:[^"'<>&]|&quot;)*$/);
      }),
    );
  });
});

/** A document with a script element and an attribute, as far as reading needs one. */
function documentWith({
  script,
  attribute = null,
  localName = 'script',
}: {
  script?: string | null;
  attribute?: string | null;
  localName?: string;
}): RuntimeDocument {
  return {
    getElementById: (id) =>
      id === 'monitoring-config' && script !== undefined ? { localName, textContent: script } : null,
    documentElement: { getAttribute: (name) => (name === 'data-monitoring' ? attribute : null) },
  };
}

describe(readRuntimeConfig, () => {
  const inBundle = {
    dsn: TEST_DSNS.selfHosted,
    environment: 'production',
    sampleRate: 0.5,
    noise: { disabled: ['bot'], dryRun: false },
  };

  it('reads the script before the attribute before what was built, field by field', () => {
    const document = documentWith({
      script: '{"environment":"staging","noise":{"dryRun":true}}',
      attribute: '{"environment":"qa","tunnelPath":"/t"}',
    });

    expect(readRuntimeConfig(document, { built: inBundle })).toEqual({
      dsn: TEST_DSNS.selfHosted,
      environment: 'staging',
      tunnelPath: '/t',
      sampleRate: 0.5,
      noise: { disabled: ['bot'], dryRun: true },
    });
  });

  it('falls back to the attribute where the script was tampered with', () => {
    const document = documentWith({
      script: '{"environment":"staging","dsn":"javascript:1"}',
      attribute: serializeRuntimeConfig(atRunTime),
    });

    expect(readRuntimeConfig(document)).toMatchObject({ environment: 'staging', dsn: TEST_DSNS.regional });
  });

  it.each([
    ['says nothing', {}],
    ['has an empty script', { script: null }],
    ['has half a script', { script: '{"environment":"stag' }],
    [
      'has an element of a visitor’s in the script’s place',
      { script: '{"environment":"x"}', localName: 'div' },
    ],
  ])('is what was built where the document %s', (_what, parts) => {
    expect(readRuntimeConfig(documentWith(parts), { built: inBundle })).toEqual(inBundle);
    expect(readRuntimeConfig(documentWith(parts))).toEqual({});
  });

  it('takes the later place’s word on scrubbing, field by field', () => {
    const read = (script: object, attribute: object) =>
      readRuntimeConfig(
        documentWith({
          script: JSON.stringify({ scrub: script }),
          attribute: JSON.stringify({ scrub: attribute }),
        }),
      ).scrub;

    expect(read({ parameters: ['a'] }, { emails: false })).toEqual({ parameters: ['a'], emails: false });
    expect(readRuntimeConfig(documentWith({ attribute: '{"scrub":false}' })).scrub).toBe(false);
    expect(
      readRuntimeConfig(documentWith({ script: '{"scrub":false}', attribute: '{"scrub":{"emails":false}}' }))
        .scrub,
    ).toBe(false);
  });

  it('reads under other names', () => {
    const document: RuntimeDocument = {
      getElementById: (id) =>
        id === 'a' ? { localName: 'script', textContent: '{"environment":"s"}' } : null,
      documentElement: { getAttribute: (name) => (name === 'data-b' ? '{"release":"r"}' : null) },
    };

    expect(readRuntimeConfig(document, { id: 'a', attribute: 'data-b' })).toEqual({
      environment: 's',
      release: 'r',
    });
    expect(readRuntimeConfig(document)).toEqual({});
    expect(readServerValues(document, { id: 'a', attribute: 'data-b' })).toEqual({
      environment: 's',
      release: 'r',
    });
  });

  it('never throws and never answers what defineMonitoring refuses, whatever the document says', () => {
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
      fc.property(fc.oneof(anyText, anyFields), fc.oneof(anyText, anyFields), (script, attribute) => {
        const overrides = readRuntimeConfig(documentWith({ script, attribute }), { built: inBundle });

        expect(() => defineMonitoring({}, overrides)).not.toThrow();
      }),
    );
  });
});

describe(readServerValues, () => {
  it('says what the document says, acceptable or not, the script before the attribute', () => {
    const document = documentWith({
      script: '{"environment":"two words","dsn":7,"tracesSampleRate":1}',
      attribute: '{"environment":"qa","release":"shop@1","tunnelPath":" "}',
    });

    expect(readServerValues(document)).toEqual({ environment: 'two words', release: 'shop@1' });
    expect(readServerValues(documentWith({ script: '[]' }))).toEqual({});
    expect(readServerValues(documentWith({}))).toEqual({});
  });
});
