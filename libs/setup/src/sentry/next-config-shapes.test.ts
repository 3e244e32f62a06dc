import { describe, expect, it } from '@jest/globals';
import { convertNextConfig } from './convert-next-config.ts';
import { readModule } from './module-scope.ts';
import type { SdkMajor } from './sdk-major.ts';

interface Given {
  readonly release?: { readonly text: string; readonly isAlone: boolean };
  readonly sdk?: SdkMajor | undefined;
}

function convert(lines: readonly string[], { release, sdk = 11 }: Given = {}) {
  const converted = convertNextConfig(readModule('next.config.mjs', lines.join('\n'))!, release, sdk);
  if (converted === undefined || 'why' in converted) return converted;
  return { ...converted, lines: converted.text.split('\n') };
}

const IMPORT = "import { withSentryConfig } from '@sentry/nextjs';";

describe('a condition around withSentryConfig', () => {
  const convertLines = (...lines: readonly string[]) =>
    (convert([IMPORT, ...lines]) as { lines: string[] }).lines.slice(1);
  const OFF = '{ sourcemaps: { disable: true } }';

  it.each([
    [
      'becomes that of the options',
      ['export default process.env.CI ? withSentryConfig(config, { org }) : config;'],
      ['export default withAdit(config, {', `  sentry: process.env.CI ? { org } : ${OFF},`, '});'],
    ],
    [
      'may be the other way round',
      ['export default isLocal ? config : withSentryConfig(config, { org });'],
      ['export default withAdit(config, {', `  sentry: isLocal ? ${OFF} : { org },`, '});'],
    ],
    [
      'of the token goes: without one, nothing is sent',
      ['module.exports = process.env.SENTRY_AUTH_TOKEN ? withSentryConfig(config, { org }) : config;'],
      ['module.exports = withAdit(config, {', '  sentry: { org },', '});'],
    ],
    [
      'of a statement becomes that of the options',
      [
        'let config = {};',
        'if (on) {',
        '  config = withSentryConfig(config, { org });',
        '}',
        'export default config;',
      ],
      [
        'let config = {};',
        'config = withAdit(config, {',
        `  sentry: on ? { org } : ${OFF},`,
        '});',
        'export default config;',
      ],
    ],
    [
      'with more code gets another branch',
      [
        'let config = {};',
        'if (on) {',
        '  log();',
        '  config = withSentryConfig(config);',
        '}',
        'export default config;',
      ],
      [
        'let config = {};',
        'if (on) {',
        '  log();',
        '  config = withAdit(config);',
        '} else {',
        `  config = withAdit(config, { sentry: ${OFF} });`,
        '}',
        'export default config;',
      ],
    ],
    [
      'with another configuration wraps both',
      ['export default on ? withSentryConfig(one, { org }) : other;'],
      [
        'export default on ? withAdit(one, {',
        '  sentry: { org },',
        `}) : withAdit(other, { sentry: ${OFF} });`,
      ],
    ],
    [
      'with returns wraps each of them',
      [
        'export default (phase) => {',
        '  if (phase === DEV) return config;',
        '  return withSentryConfig(config, { org });',
        '};',
      ],
      [
        'export default (phase) => {',
        `  if (phase === DEV) return withAdit(config, { sentry: ${OFF} });`,
        '  return withAdit(config, {',
        '    sentry: { org },',
        '  });',
        '};',
      ],
    ],
  ])('%s', (_title, before, after) => {
    expect(convertLines(...before)).toEqual(after);
  });
});

describe('options of SDK 10', () => {
  const optionsOf = (options: string, sdk?: 10 | 11) => {
    const converted = convert([IMPORT, `export default withSentryConfig({}, ${options});`], { sdk });
    return converted && 'text' in converted
      ? {
          text: converted.text.replace(/^.*?withAdit\(\{\},? ?/s, '').replaceAll(/\s+/g, ' '),
          leftOut: converted.leftOut,
        }
      : converted;
  };

  it.each([
    ["{ _experimental: { turbopackApplicationKey: 'shop' } }", "{ sentry: { applicationKey: 'shop', }, });"],
    [
      "{ unstable_sentryWebpackPluginOptions: { applicationKey: 'shop' }, org }",
      "{ sentry: { org, applicationKey: 'shop', }, });",
    ],
    [
      "{ webpack: { unstable_sentryWebpackPluginOptions: { applicationKey: 'shop' }, a } }",
      "{ sentry: { webpack: { a }, applicationKey: 'shop', }, });",
    ],
    [
      "{ applicationKey: 'own', _experimental: { turbopackApplicationKey: 'shop', vercelCronsMonitoring: true } }",
      "{ sentry: { applicationKey: 'own', _experimental: { vercelCronsMonitoring: true } }, });",
    ],
    ["{ url: 'https://sentry.example/' }", "{ sentry: { sentryUrl: 'https://sentry.example/' }, });"],
    ['{ disableSentryWebpackConfig: true }', '{ sentry: { webpack: { disableSentryConfig: true, }, }, });'],
    ['{ org: 1, silent: true, org: 2 }', '{ sentry: { silent: true, org: 2 }, });'],
    [
      '{ disableLogger: true, webpack: { treeshake: { removeTracing: true } } }',
      '{ sentry: { webpack: { treeshake: { removeDebugLogging: true, removeTracing: true } } }, });',
    ],
    [
      '{ disableLogger: true, webpack: { treeshake: { removeDebugLogging: false } } }',
      '{ sentry: { webpack: { treeshake: { removeDebugLogging: false } } }, });',
    ],
    ['{ ...(isCi && { silent: true }), org }', '{ sentry: { ...(isCi && { silent: true }), org }, });'],
    [
      '{ ...(isCi ? { silent: true } : {}), org }',
      '{ sentry: { ...(isCi ? { silent: true } : {}), org }, });',
    ],
    [
      '{ bundleSizeOptimizations: { excludeDebugStatements: true } }',
      '{ sentry: { bundleSizeOptimizations: { excludeDebugStatements: true } }, });',
    ],
  ])('%s become %s', (options, text) => {
    expect(optionsOf(options)).toEqual({ text, leftOut: [] });
  });

  it.each([
    ['{ disableLogger: true, url, org }'],
    ["{ _experimental: { turbopackApplicationKey: 'shop' } }"],
    ['{ unstable_sentryWebpackPluginOptions: plugin }'],
  ])('stay with SDK 10: %s', (options) => {
    expect(optionsOf(options, 10)).toEqual({ text: `{ sentry: ${options}, });`, leftOut: [] });
  });

  it('that SDK 11 does not have are named', () => {
    expect(
      optionsOf(
        '{ disableManifestInjection: true, _experimental: { useDiagnosticsChannelInjection: true } }',
      ),
    ).toEqual({
      text: ');',
      leftOut: [
        'disableManifestInjection: SDK 11 does not have it',
        '_experimental.useDiagnosticsChannelInjection: SDK 11 does not have it',
      ],
    });
  });

  it('of the second argument win over those of the first', () => {
    const converted = convert([
      IMPORT,
      'export default withSentryConfig({}, { org: 1, silent: true }, { org: 2 });',
    ]);
    expect(converted).toMatchObject({ text: expect.stringMatching(/\{\s+silent: true,\s+org: 2,\s+\}/) });
  });
});

describe('the release of the browser', () => {
  const releaseIn = (release: string, isAlone: boolean, config = '{}') => {
    const converted = convert([IMPORT, `export default withSentryConfig(${config});`], {
      release: { text: release, isAlone },
    });
    return converted && 'text' in converted
      ? [/release: (.*),/.exec(converted.text)?.[1], converted.isReleaseOpen]
      : converted;
  };

  it.each([
    ['process.env.NEXT_PUBLIC_SHA', true, '{}', ['process.env.NEXT_PUBLIC_SHA', false]],
    [
      'process.env.NEXT_PUBLIC_SHA',
      true,
      "{ env: { NEXT_PUBLIC_SHA: read('sha') } }",
      ["read('sha')", false],
    ],
    [
      'process.env.NEXT_PUBLIC_SHA',
      true,
      '(() => { const sha = read(); return { env: { NEXT_PUBLIC_SHA: sha } }; })()',
      [undefined, true],
    ],
    ['process.env.NEXT_PUBLIC_SENTRY_RELEASE', true, '{}', [undefined, false]],
    ['version', false, '{}', [undefined, true]],
  ])('%s (alone: %s) in %s', (release, isAlone, config, expected) => {
    expect(releaseIn(release, isAlone, config)).toEqual(expected);
  });
});

it('constants that are spread into the options are rewritten where they stand', () => {
  const lines = [
    IMPORT,
    "const common = { tunnelRoute: '/t', org: 1, release: { name: sha }, hideSourceMaps: true };",
    'const more = { org: 2, disableLogger: true };',
    'export default withSentryConfig({}, { ...common, ...more, silent: true });',
  ];
  expect(convert(lines)).toMatchObject({
    text: expect.stringContaining('const common = { org: 1, };'),
    leftOut: ['tunnelRoute: Adit has its own tunnel path', 'hideSourceMaps: SDK 11 always hides them'],
  });
  expect(convert(lines)).toMatchObject({ text: expect.stringContaining('  release: sha,\n') });
  expect(convert(lines)).toMatchObject({
    text: expect.stringMatching(/const more = \{ org: 2, *\n {2}webpack:/),
  });
  expect(convert([...lines.slice(0, 3), lines[3]!.replace('silent', 'webpack')])).toEqual({
    why: 'options of ...more belong into an option webpack, and so do others',
  });
});

it.each([
  [
    'a spread that a condition chooses gives its release to withAdit',
    '...(sha ? { release: { name: sha } } : {}), org',
    ['  release: sha ? sha : undefined,', '  sentry: { org },'],
  ],
  [
    'of both branches, with the option that stays beside it',
    '...(isOn ? { release: { name: a }, silent } : isCi && { release: { name: b } })',
    ['  release: isOn ? a : isCi ? b : undefined,', '  sentry: { ...(isOn ? { silent } : isCi && { }) },'],
  ],
  [
    'and its tunnel is left out',
    "...(isOn && { tunnelRoute: '/t', org })",
    ['  sentry: { ...(isOn && { org }) },'],
  ],
])('%s', (_title, options, expected) => {
  const converted = convert([IMPORT, `export default withSentryConfig({}, { ${options} });`]);
  expect(converted).toMatchObject({ lines: expect.arrayContaining(expected) });
});

it.each([
  ['...(isCi && { release: { name: sha, deploy } })', 'release'],
  ['...(isCi && common)', 'tunnelRoute'],
])('a spread with %s is for a person', (spread, name) => {
  const lines = [
    IMPORT,
    "const common = { tunnelRoute: '/t' };",
    `export default withSentryConfig({}, { ${spread} });`,
  ];
  expect(convert(lines)).toEqual({ why: `${name} of ${spread} does not stay where it is` });
});
