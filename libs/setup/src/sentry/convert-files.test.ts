import { describe, expect, it } from '@jest/globals';
import { addMonitoring } from './add-monitoring.ts';
import { convertInstrumentation } from './convert-instrumentation.ts';
import { convertScreen } from './convert-screen.ts';
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
        "import { a } from './a';",
        'import { defineAdit } from "@adit/next";',
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
    ['nothing else', ["export { captureRequestError as onRequestError } from '@sentry/nextjs';"], ''],
  ])('loses Sentry’s onRequestError as %s', (_title, lines, text) => {
    expect(convertInstrumentation(read('instrumentation.ts', lines))).toEqual({ text });
  });

  it('stays without it', () => {
    expect(
      convertInstrumentation(read('instrumentation.ts', ['export function register() {}'])),
    ).toBeUndefined();
  });

  it('stays if a function of its own calls Sentry’s', () => {
    const lines = [
      "import { captureRequestError } from '@sentry/nextjs';",
      'export const onRequestError = (...all) => captureRequestError(...all);',
    ];
    expect(convertInstrumentation(read('instrumentation.js', lines))).toEqual({
      why: 'a function of its own calls captureRequestError',
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
    expect(convertServerConfig(module)).toEqual({
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
    ["import { init } from '@sentry/nextjs'; init({ dsn: 'x', ...more });"],
    ['start();'],
    ["import { init } from '@sentry/nextjs'; if (on) init({ release: 'a' });"],
  ])('stays: %s', (line) => {
    expect(convertServerConfig(read('sentry.server.config.ts', [line]))).toBeUndefined();
  });
});

describe('an error screen', () => {
  const screen = (...lines: readonly string[]) =>
    convertScreen(read('error.tsx', ["'use client'", ...lines]));
  const DESIGN =
    'export default function Failed({ error }) { useEffect(() => { Sentry.captureException(error); }, [error]); return <p>Oh</p>; }';

  it('reports by captureError', () => {
    expect(screen("import * as Sentry from '@sentry/nextjs';", DESIGN)).toEqual({
      kind: 'changed',
      text: [
        "'use client'",
        "import { captureError } from '@adit/next/report';",
        DESIGN.replace('Sentry.captureException', 'captureError'),
        '',
      ].join('\n'),
    });
  });

  it('keeps the SDK for what else it does', () => {
    const converted = screen("import * as Sentry from '@sentry/nextjs';", DESIGN, "Sentry.setTag('a', 'b');");
    expect(converted).toMatchObject({
      text: expect.stringContaining("import * as Sentry from '@sentry/nextjs';\nexport default"),
    });
  });

  it.each([
    ["import { captureException } from './own';", DESIGN, undefined],
    [
      "import * as Sentry from '@sentry/nextjs';",
      DESIGN.replace('(error);', '(error, { tags });'),
      'it passes more than the error to captureException',
    ],
    [
      "import * as Sentry from '@sentry/nextjs';",
      `${DESIGN} const captureError = 1;`,
      'it has a captureError of its own',
    ],
    [
      "import * as Sentry from '@sentry/nextjs';",
      'Failed.getInitialProps = (c) => Sentry.captureUnderscoreErrorException(c); export default () => <Error/>;',
      'it has a design of its own and calls captureUnderscoreErrorException',
    ],
  ])('%s %s', (line, design, why) => {
    expect(screen(line, design)).toEqual(why === undefined ? undefined : { kind: 'unknown', why });
  });
});
