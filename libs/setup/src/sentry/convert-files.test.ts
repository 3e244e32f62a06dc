import { describe, expect, it } from '@jest/globals';
import { addMonitoring } from './add-monitoring.ts';
import { convertInstrumentation } from './convert-instrumentation.ts';
import { convertServerConfig } from './convert-server-config.ts';
import { readModule } from './module-scope.ts';

const read = (path: string, lines: readonly string[]) => readModule(path, `${lines.join('\n')}\n`)!;

it('reads no file with a syntax error', () => {
  expect(readModule('a.ts', 'const = 1;')).toBeUndefined();
});

describe('adit.config', () => {
  const options = new Map([
    ['dsn', "dsn: 'x'"],
    ['beforeSend', 'beforeSend: (event) => {\n  return event;\n}'],
  ]);
  const MONITORING = [
    '  monitoring: {',
    "    dsn: 'x',",
    '    beforeSend: (event) => {',
    '      return event;',
    '    },',
    '  },',
  ];
  it.each([
    ['is empty', ['export default defineAdit({});'], ['export default defineAdit({', ...MONITORING, '});']],
    [
      'is on one line',
      ["export default defineAdit({ name: 'Shop' });"],
      ['export default defineAdit({', "  name: 'Shop',", ...MONITORING, '});'],
    ],
    [
      'is a constant',
      ['const adit = {', "  name: 'Shop',", '} satisfies AditOptions;', 'export default adit;'],
      [
        'const adit = {',
        "  name: 'Shop',",
        ...MONITORING,
        '} satisfies AditOptions;',
        'export default adit;',
      ],
    ],
    ['is CommonJS', ['module.exports = {', '};'], ['module.exports = {', ...MONITORING, '};']],
    [
      'has some of them',
      ['export default {', '  monitoring: {', "    dsn: 'own',", '  },', '};'],
      ['export default {', '  monitoring: {', "    dsn: 'own',", ...MONITORING.slice(2), '};'],
    ],
  ])('takes the options if it %s', (_title, before, after) => {
    const added = addMonitoring(read('adit.config.ts', before), { options, needs: [] });
    expect('text' in added && added.text.split('\n')).toEqual([...after, '']);
  });

  it('takes imports at its start and statements above the options', () => {
    const module = read('adit.config.ts', [
      'import { defineAdit } from "@adit/next";',
      'export default defineAdit({});',
    ]);
    const needs = ["import { a } from './a';", 'const b = a;'];
    expect(addMonitoring(module, { options: new Map([['dsn', 'dsn: b']]), needs })).toEqual({
      text: [
        'import { defineAdit } from "@adit/next";',
        'import { a } from "./a";',
        'const b = a;',
        '',
        'export default defineAdit({',
        '  monitoring: {',
        '    dsn: b,',
        '  },',
        '});',
        '',
      ].join('\n'),
      kept: [],
    });
  });

  it('keeps options that it has', () => {
    const module = read('adit.config.ts', ["export default { monitoring: { dsn: 'own', beforeSend } };"]);
    expect(addMonitoring(module, { options, needs: [] })).toEqual({
      text: module.text,
      kept: ['dsn', 'beforeSend'],
    });
  });

  it.each([
    ['export default read();', 'it has no default export with options as an object'],
    ['a = 1;', 'it has no default export with options as an object'],
    ['export default { monitoring };', 'its monitoring is not written as an object'],
  ])('stays if it is %s', (line, why) => {
    expect(addMonitoring(read('adit.config.ts', [line]), { options, needs: [] })).toEqual({ why });
  });
});

describe('instrumentation', () => {
  it.each([
    [
      'a constant',
      [
        '/* Acme */',
        "import * as Sentry from '@sentry/nextjs';",
        '',
        'export function register() {}',
        '',
        '// Of Sentry.',
        'export const onRequestError = Sentry.captureRequestError;',
      ],
      '/* Acme */\n\nexport function register() {}\n',
    ],
    [
      'a name of the SDK',
      [
        "export { captureRequestError as onRequestError } from '@sentry/nextjs';",
        'export function register() {}',
      ],
      'export function register() {}\n',
    ],
    [
      'an import that others need',
      [
        "import { captureRequestError, setTag } from '@sentry/nextjs'",
        'export const onRequestError = captureRequestError',
        "export function register() { setTag('a', 'b') }",
      ],
      "import { setTag } from '@sentry/nextjs'\nexport function register() { setTag('a', 'b') }\n",
    ],
    [
      'a function that passes on what it gets, of another type',
      [
        "import * as Sentry from '@sentry/nextjs';",
        'export function register() {}',
        'export function onRequestError(...args: any[]) {',
        '  Sentry.captureRequestError(...(args as Parameters<typeof Sentry.captureRequestError>));',
        '}',
      ],
      'export function register() {}\n',
    ],
    ['nothing else', ["export { captureRequestError as onRequestError } from '@sentry/nextjs';"], ''],
  ])('loses Sentry’s onRequestError as %s', (_title, lines, text) => {
    expect(convertInstrumentation(read('instrumentation.ts', lines))).toEqual({ text });
  });

  it('stays without it', () => {
    expect(
      convertInstrumentation(read('instrumentation.ts', ['export function register() {}'])),
    ).toBeUndefined();
  });

  it.each([
    ['(...all) => captureRequestError(...all)'],
    ['async (...all) => { await captureRequestError(...all); }'],
    ['(error, request, context) => { return captureRequestError(error, request, context); }'],
    ['function (...all) { captureRequestError(...all); }'],
  ])('loses a function that only passes on: %s', (code) => {
    const lines = [
      "import { captureRequestError } from '@sentry/nextjs';",
      'export function register() {}',
      `export const onRequestError = ${code};`,
    ];
    expect(convertInstrumentation(read('instrumentation.ts', lines))).toEqual({
      text: 'export function register() {}\n',
    });
  });

  it('keeps a function that filters first, which calls Adit’s', () => {
    const lines = [
      "import * as Sentry from '@sentry/nextjs';",
      "import type { Instrumentation } from 'next';",
      '',
      "export const onRequestError: Instrumentation['onRequestError'] = (error, ...rest) => {",
      '  if (isExpected(error)) return;',
      '  Sentry.captureRequestError(error, ...rest);',
      '};',
    ];
    expect(convertInstrumentation(read('instrumentation.ts', lines))).toEqual({
      text: [
        ...lines.slice(1, 2),
        "import { onRequestError as reportToAdit } from '@adit/next/instrumentation';",
        ...lines.slice(2, 5),
        '  reportToAdit(error, ...rest);',
        '};',
        '',
      ].join('\n'),
    });
  });

  it.each([
    ['export const onRequestError = guard(captureRequestError);'],
    ['export const report = (...all) => { log(all); captureRequestError(...all); };'],
  ])('stays if its own code uses Sentry’s in another way: %s', (code) => {
    const lines = ["import { captureRequestError } from '@sentry/nextjs';", code];
    expect(convertInstrumentation(read('instrumentation.js', lines))).toEqual({
      why: 'its own code uses captureRequestError in a way that is not known',
    });
  });
});

describe('sentry.server.config', () => {
  it('loses what SDK 11 and Adit replace, and nothing else', () => {
    const module = read('sentry.server.config.ts', [
      "import * as Sentry from '@sentry/nextjs';",
      'Sentry.init({',
      "  dsn: 'x',",
      '',
      '  // Enable logs to be sent to Sentry',
      '  enableLogs: true,',
      '  // Ours.',
      "  release: 'a', sendDefaultPii: false,",
      '  beforeSend: (event) => event, enableTracing: true',
      '});',
    ]);
    expect(convertServerConfig(module, 11)).toEqual({
      gone: [],
      text: [
        "import * as Sentry from '@sentry/nextjs';",
        'Sentry.init({',
        "  dsn: 'x',",
        '',
        '  // Ours.',
        '  dataCollection: { userInfo: false },',
        '  beforeSend: (event) => event, ',
        '});',
        '',
      ].join('\n'),
      leftOut: [
        'enableLogs: SDK 11 always sends logs',
        'release: withAdit gives browser and servers the same release',
        'sendDefaultPii: SDK 11 has dataCollection in its place',
        'enableTracing: SDK 11 does not have it',
      ],
    });
  });

  it.each([
    ['skipOpenTelemetrySetup: true', 'enableOpenTelemetrySetup: false'],
    ['skipOpenTelemetrySetup: isOwn', 'enableOpenTelemetrySetup: !(isOwn)'],
    ['skipOpenTelemetrySetup: false', ''],
    ['registerEsmLoaderHooks: false', ''],
    ['profilesSampleRate: 1', ''],
  ])('of SDK 10 has %s, and %j with SDK 11', (option, written) => {
    const code = (options: string) =>
      `import { init } from '@sentry/nextjs';\nexport function register() {\n  if (on) init({ dsn: 'x',${options && ` ${options}`} });\n}\n`;
    const module = read('instrumentation.ts', [code(option)]);
    expect(convertServerConfig(module, 11).text?.trimEnd().replace(', }', ',}')).toBe(
      code(written).trimEnd().replace(', }', ',}'),
    );
    expect(convertServerConfig(module, 11).leftOut[0]).toContain(option.split(':')[0]);
    expect(convertServerConfig(module, 10)).toEqual({ text: undefined, leftOut: [], gone: [] });
  });

  it('says what it uses that SDK 11 does not have', () => {
    const module = read('sentry.server.config.ts', [
      "import * as Sentry from '@sentry/nextjs';",
      'Sentry.init({ integrations: [Sentry.inboundFiltersIntegration(), Sentry.httpIntegration()] });',
      'Sentry.validateOpenTelemetrySetup();',
    ]);
    expect(convertServerConfig(module, 11).gone).toEqual([
      'inboundFiltersIntegration (in its place: eventFiltersIntegration())',
      'validateOpenTelemetrySetup (in its place: nothing: SDK 11 warns itself)',
    ]);
    expect(convertServerConfig(module, 10).gone).toEqual([]);
  });

  it.each([["import { init } from '@sentry/nextjs'; init({ dsn: 'x', ...more });"], ['start();']])(
    'stays: %s',
    (line) => {
      const module = read('sentry.server.config.ts', [line]);
      expect(convertServerConfig(module, 11)).toEqual({ text: undefined, leftOut: [], gone: [] });
    },
  );
});
