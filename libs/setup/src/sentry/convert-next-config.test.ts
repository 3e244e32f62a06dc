import { describe, expect, it } from '@jest/globals';
import { convertNextConfig } from './convert-next-config.ts';
import { readModule } from './module-scope.ts';

function convert(lines: readonly string[], release?: string) {
  const given = release === undefined ? undefined : { text: release, isAlone: true };
  const converted = convertNextConfig(readModule('next.config.mjs', lines.join('\n'))!, given, 11);
  if (converted === undefined || 'why' in converted) return converted;
  return { ...converted, lines: converted.text.split('\n') };
}

const IMPORT = "import { withSentryConfig } from '@sentry/nextjs';";
const ADIT = "import { withAdit } from '@adit/next/config';";

it.each([
  ['without the SDK', ['export default {};']],
  [
    'with another withSentryConfig',
    ["import { withSentryConfig } from './own';", 'export default withSentryConfig({});'],
  ],
])('has nothing to do in a file %s', (_title, lines) => {
  expect(convert(lines)).toBeUndefined();
});

describe('withSentryConfig becomes withAdit', () => {
  it.each([
    [
      'without options',
      [IMPORT, 'export default withSentryConfig({ a: 1 })'],
      [ADIT, 'export default withAdit({ a: 1 })'],
    ],
    [
      'with none left',
      [IMPORT, "export default withSentryConfig({ a: 1 }, { tunnelRoute: '/t' });"],
      [ADIT, 'export default withAdit({ a: 1 });'],
    ],
    [
      'of the whole SDK, in a function',
      [
        'import * as Sentry from "@sentry/nextjs"',
        'export default async (phase) => withBundles(Sentry.withSentryConfig(own(phase), { org: "acme" }))',
      ],
      [
        'import { withAdit } from "@adit/next/config"',
        'export default async (phase) => withBundles(withAdit(own(phase), {',
        '  sentry: { org: "acme" },',
        '}))',
      ],
    ],
    [
      'beside other names of the SDK',
      [
        'import { withSentryConfig, version, other } from "@sentry/nextjs";',
        'export default withSentryConfig({ env: { version } });',
      ],
      [
        'import { withAdit } from "@adit/next/config";',
        'import { version } from "@sentry/nextjs";',
        'export default withAdit({ env: { version } });',
      ],
    ],
    [
      'in CommonJS, beside the whole SDK',
      [
        "const Sentry = require('@sentry/nextjs');",
        'module.exports = Sentry.withSentryConfig({ a: Sentry.a });',
      ],
      [
        "const { withAdit } = require('@adit/next/config');",
        "const Sentry = require('@sentry/nextjs');",
        'module.exports = withAdit({ a: Sentry.a });',
      ],
    ],
    [
      'of a wizard that ran three times',
      [
        IMPORT,
        'export default withSentryConfig(withSentryConfig(withSentryConfig(config, { a }), { b }), { org: "c" });',
      ],
      [ADIT, 'export default withAdit(config, {', '  sentry: { org: "c" },', '});'],
    ],
    [
      'with the three arguments of SDK 7',
      [
        IMPORT,
        'const plugin = {',
        '  silent: true, // always',
        '};',
        'export default withSentryConfig(',
        '  {},',
        '  plugin,',
        '  {',
        '    hideSourceMaps: true,',
        '    widenClientFileUpload: true',
        '  },',
        ');',
      ],
      [
        ADIT,
        'const plugin = {',
        '  silent: true, // always',
        '};',
        'export default withAdit(',
        '  {},',
        '  {',
        '    sentry: {',
        '      ...plugin,',
        '      widenClientFileUpload: true,',
        '    },',
        '  },',
        ');',
      ],
    ],
    [
      'with options of SDK 8 that webpack has now',
      [
        IMPORT,
        'export default withSentryConfig({}, {',
        '  // Of the company.',
        "  org: 'acme',",
        '  // Automatically tree-shake Sentry logger statements to reduce bundle size',
        '  disableLogger: true,',
        '',
        '  excludeServerRoutes: [',
        "    '/health',",
        '  ],',
        '});',
      ],
      [
        ADIT,
        'export default withAdit({}, {',
        '  sentry: {',
        '    // Of the company.',
        "    org: 'acme',",
        '    webpack: {',
        '      treeshake: { removeDebugLogging: true },',
        '      excludeServerRoutes: [',
        "        '/health',",
        '      ],',
        '    },',
        '  },',
        '});',
      ],
    ],
    [
      'with both, on one line',
      [
        IMPORT,
        'export default withSentryConfig({}, { automaticVercelMonitors: true, webpack: { a: 1 }, org: "b" });',
      ],
      [
        ADIT,
        'export default withAdit({}, {',
        '  sentry: { webpack: { automaticVercelMonitors: true, a: 1 }, org: "b" },',
        '});',
      ],
    ],
    [
      'and gets a webpack of its own on one line',
      [IMPORT, 'export default withSentryConfig({}, { automaticVercelMonitors: true, org: "b" });'],
      [
        ADIT,
        'export default withAdit({}, {',
        '  sentry: { org: "b", ',
        '    webpack: {',
        '      automaticVercelMonitors: true,',
        '    },',
        '  },',
        '});',
      ],
    ],
  ])('%s', (_title, before, after) => {
    expect(convert(before)).toMatchObject({ lines: after });
  });

  it('keeps its release as that of the build, and says what is left out', () => {
    const options = '{ org: "a", release: { name: process.env.SHA, deploy: {} }, hideSourceMaps: true }';
    const converted = convert([IMPORT, `export default withSentryConfig({}, ${options});`], "'1'");
    expect(converted).toEqual({
      text: expect.any(String),
      lines: [
        ADIT,
        'export default withAdit({}, {',
        '  release: process.env.SHA,',
        '  sentry: { org: "a", release: { deploy: {} }, },',
        '});',
      ],
      leftOut: ['hideSourceMaps: SDK 11 always hides them'],
      isReleaseOpen: false,
    });
  });

  it('takes the release of the browser if it has none', () => {
    expect(convert([IMPORT, 'export default withSentryConfig({});'], "'1'")).toMatchObject({
      lines: [ADIT, 'export default withAdit({}, {', "  release: '1',", '});'],
    });
  });

  it('does not change the lines of a template string', () => {
    const converted = convert([IMPORT, 'export default withSentryConfig({}, {', '  org: `a', 'b`,', '});']);
    expect(converted).toMatchObject({ lines: expect.arrayContaining(['b`,']) });
  });
});

it.each([
  [
    'it calls withSentryConfig in more than one place',
    'export default (phase) => (phase ? withSentryConfig({}) : withSentryConfig({}));',
  ],
  ['it calls withAdit and withSentryConfig', 'export default withAdit(withSentryConfig({}));'],
  [
    'the options of withSentryConfig are not written in the file',
    'export default withSentryConfig({}, given);',
  ],
  [
    'the options of withSentryConfig have ...a, which is not written in the file',
    'export default withSentryConfig({}, { ...a });',
  ],
  [
    'the options of withSentryConfig have ...a, which is not written in the file',
    'const options = { ...a };\nexport default withSentryConfig({}, options);',
  ],
  [
    'the options of withSentryConfig have a computed name',
    'export default withSentryConfig({}, { [a]: 1 });',
  ],
  [
    'disableLogger of ...(isCi && { disableLogger: true }) does not stay where it is',
    'export default withSentryConfig({}, { ...(isCi && { disableLogger: true }) });',
  ],
  [
    'its unstable_sentryWebpackPluginOptions is not written as an object',
    'export default withSentryConfig({}, { unstable_sentryWebpackPluginOptions: plugin });',
  ],
  [
    'its _experimental has a spread or a computed name',
    'export default withSentryConfig({}, { _experimental: { ...more } });',
  ],
  [
    'it calls withSentryConfig under a condition that has another branch',
    'let config = {};\nif (on) config = withSentryConfig(config);\nelse config = other;\nexport default config;',
  ],
  [
    'it calls withSentryConfig under a condition',
    'const withSentry = (config) => withSentryConfig(config);\nexport default on ? withSentry({}) : {};',
  ],
  [
    'a branch of its function returns nothing',
    'export default () => { if (off) return; return withSentryConfig({}); };',
  ],
  [
    'some options belong into its option webpack, which is not written as an object',
    'export default withSentryConfig({}, { disableLogger: true, webpack });',
  ],
])('stays: %s', (why, line) => {
  expect(convert([IMPORT, line])).toEqual({ why });
});
