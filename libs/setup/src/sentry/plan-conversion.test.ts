import { describe, expect, it } from '@jest/globals';
import { convert, readWizard } from '../../testing/conversion.helper.ts';
import { memoryFiles } from '@adit/testing';
import { readRepository } from '@adit/codebase';
import { planConversion } from './plan-conversion.ts';

describe('edits of the team', () => {
  const wizard = readWizard('8.0.0')['app-ts'];
  const client = wizard['instrumentation-client.ts']!;

  it('stay in use: integrations, options that adit.config does not have, other code, screens', () => {
    const { read, byHand, files } = convert({
      ...wizard,
      'instrumentation-client.ts': `${client
        .replace(
          '[Sentry.replayIntegration()]',
          '[Sentry.replayIntegration(), Sentry.httpClientIntegration()]',
        )
        .replace('Sentry.init({', 'Sentry.init({\n  beforeSend: keep,')
        .replace(
          'import * as',
          "import { keep } from './lib/keep';\nimport posthog from 'posthog-js';\nimport * as",
        )}
posthog.init('key');
Sentry.setTag('team', 'checkout');
`,
      'app/global-error.tsx': wizard['app/global-error.tsx']!.replace(
        '<NextError statusCode={0} />',
        '<p>Oh</p>',
      ),
      'app/shop/error.tsx': wizard['app/global-error.tsx']!.replace(
        '<NextError statusCode={0} />',
        '<p>Oh</p>',
      ),
      'pages/sentry-example-page.tsx': 'export default function Ours() {}',
    });
    expect(byHand).toEqual([]);
    expect(read('sentry.integrations.ts')).toContain('import { keep } from "./lib/keep";');
    expect(read('sentry.integrations.ts')).toContain('  httpClientIntegration(),\n');
    expect(read('adit.config.ts')).toContain(
      '    integrations: async () =>\n      typeof window === "undefined" ? [] : (await import("./sentry.integrations")).integrations,\n',
    );
    expect(read('instrumentation-client.ts')).toBe(
      `import posthog from 'posthog-js';
import * as Sentry from "@sentry/nextjs";
export { onRouterTransitionStart } from '@adit/next/client';

posthog.init('key');
Sentry.setTag('team', 'checkout');
`,
    );
    for (const path of ['app/global-error.tsx', 'app/shop/error.tsx']) {
      expect(read(path)).toContain('import { captureError } from "@adit/next/report";');
      expect(read(path)).toContain('    captureError(error);\n');
    }
    expect(read('pages/sentry-example-page.tsx')).toBe('export default function Ours() {}');
    expect(planConversion(readRepository(files), files)).toEqual({ changes: [], steps: [] });
  });

  it('that are not known leave the whole application as it is, and say what to do', () => {
    const contents = {
      ...wizard,
      'instrumentation-client.ts': client.replace('Sentry.init({', 'Sentry.init({\n  transport: own,'),
    };
    const { files, steps } = convert(contents);
    expect(Object.fromEntries(files.contents)).toEqual(contents);
    expect(steps).toEqual([
      {
        application: '',
        path: 'instrumentation-client.ts',
        reason: 'Adit starts the SDK of the browser with the options in adit.config.',
        byHand: {
          why: 'adit.config has no option transport',
          snippet: expect.stringMatching(/^monitoring: \{\n {2}dsn: .*\n {2}tracesSampleRate: 1,\n/),
        },
      },
    ]);
  });

  it.each([
    [
      'next.config.ts',
      (text: string) => text.replace('{\n  // For', '{\n  ...shared,\n  // For'),
      'next.config.ts: the options of withSentryConfig have ...shared, which is not written in the file',
    ],
    [
      'instrumentation.ts',
      (text: string) => text.replace('= Sentry.captureRequestError', '= guard(Sentry.captureRequestError)'),
      'instrumentation.ts: its own code uses captureRequestError in a way that is not known',
    ],
    ['instrumentation-client.ts', () => 'import * as Sentry from "@sentry/nextjs"; Sentry.init(', undefined],
    [
      'next.config.ts',
      () => 'import { withSentryConfig } from "@sentry/nextjs"; withSentryConfig({',
      undefined,
    ],
  ])('in %s that are not known stay', (path, edit, why) => {
    const contents = { ...wizard, [path]: edit(wizard[path]!) };
    const { files, byHand } = convert(contents);
    if (why !== undefined) expect(byHand).toEqual([why]);
    else expect(byHand).toContain(`${path}: it has a syntax error`);
    expect(Object.fromEntries(files.contents)).toEqual(contents);
  });

  it('in a screen that are not known are said, and the rest moves', () => {
    const screen = wizard['app/global-error.tsx']!.replace('(error);', '(error, { ...hint });')
      .replace('<html', '<Own')
      .replace('</html', '</Own');
    const { byHand, read } = convert({ ...wizard, 'app/global-error.tsx': screen });
    expect(byHand).toEqual([
      'app/global-error.tsx: it calls captureException with more than captureError has',
    ]);
    expect(read('app/global-error.tsx')).toBe(screen);
    expect(read('next.config.ts')).toContain('withAdit');
  });
});

it('keeps the line breaks of Windows', () => {
  const contents = Object.entries(readWizard('6.13.0')['app-js-src']).map(([path, text]) => [
    path,
    text.replaceAll('\n', '\r\n'),
  ]);
  const { files, byHand } = convert(Object.fromEntries(contents) as Record<string, string>);
  expect(byHand).toEqual([]);
  const mixed = [...files.contents].filter(([, text]) => text.includes('\r\n') && /[^\r]\n/.test(text));
  expect(mixed).toEqual([]);
});

describe('set-ups of old SDKs', () => {
  const wizard = readWizard('3.42.1')['app-ts'];
  const { 'instrumentation.ts': instrumentation, ...without } = wizard;

  it('get an instrumentation that loads the files of the servers', () => {
    const { read, byHand } = convert(without);
    expect(instrumentation).toBeDefined();
    expect(byHand).toEqual([]);
    expect(read('instrumentation.ts')).toContain(
      "  if (process.env.NEXT_RUNTIME === 'nodejs') await import('./sentry.server.config');\n",
    );
    expect(read('instrumentation.ts')).toContain('await registerAdit();');
  });

  it('with other code in sentry.client.config keep that in instrumentation-client', () => {
    const client = `${wizard['sentry.client.config.ts']}\nstart();\n`;
    const { byHand, read } = convert({ ...wizard, 'sentry.client.config.ts': client });
    expect(byHand).toEqual([]);
    expect(read('instrumentation-client.ts')).toContain('start();');
    expect(read('sentry.client.config.ts')).toBeUndefined();
  });

  it('with other code in sentry.client.config beside `src` keep that there, where Next finds it', () => {
    const own = readWizard('3.42.1')['app-js-src'];
    const client = `${own['sentry.client.config.js']}\nimport { start } from './src/start';\nstart();\n`;
    const { byHand, read } = convert({ ...own, 'sentry.client.config.js': client });
    expect(byHand).toEqual([]);
    expect(read('instrumentation-client.js')).toBe(
      [
        "import { start } from './src/start';",
        "export { onRouterTransitionStart } from '@adit/next/client';",
        'start();\n',
      ].join('\n'),
    );
    expect(read('src/instrumentation-client.js')).toBeUndefined();
    expect(read('sentry.client.config.js')).toBeUndefined();
  });

  it('with other code in sentry.client.config beside instrumentation-client stay', () => {
    const contents = {
      ...wizard,
      'sentry.client.config.ts': `${wizard['sentry.client.config.ts']}\nstart();\n`,
      'instrumentation-client.ts': "import './polyfill';\n",
    };
    const { byHand, files } = convert(contents);
    expect(byHand).toEqual([
      'sentry.client.config.ts: it has more than Sentry.init; move that into instrumentation-client',
    ]);
    expect(Object.fromEntries(files.contents)).toEqual(contents);
  });

  it('lose sentry.client.config with a comment of the team', () => {
    const client = `/* Ours */\n${wizard['sentry.client.config.ts']}`;
    expect(
      convert({ ...wizard, 'sentry.client.config.ts': client }).read('sentry.client.config.ts'),
    ).toBeUndefined();
  });
});

describe('adit.config', () => {
  const wizard = readWizard('8.0.0')['app-js-src'];

  it('that is there keeps its options, and takes the others', () => {
    const { read, steps } = convert({
      ...wizard,
      'src/adit.config.js': 'export default { monitoring: { tracesSampleRate: 0.5 } };\n',
    });
    expect(read('src/adit.config.js')).toContain('tracesSampleRate: 0.5,\n  dsn: ');
    expect(steps.map(({ reason }) => reason)).toContain(
      'It has the options of Sentry.init. It keeps its own tracesSampleRate.',
    );
  });

  it('of a shape that is not known leaves all as it is', () => {
    const contents = { ...wizard, 'adit.config.js': 'export default read();\n' };
    const { byHand, files } = convert(contents);
    expect(byHand).toEqual([
      'src/instrumentation-client.js: adit.config cannot take its options: it has no default export with options as an object',
    ]);
    expect(Object.fromEntries(files.contents)).toEqual(contents);
  });

  it('does not take the place of integrations that are there', () => {
    const client = wizard['src/instrumentation-client.js']!.replace('Sentry.replayIntegration()', 'own()');
    const { byHand } = convert({
      ...wizard,
      'src/instrumentation-client.js': client,
      'sentry.integrations.js': '',
    });
    expect(byHand).toEqual(['src/instrumentation-client.js: there is a sentry.integrations.js already']);
  });
});

it('leaves alone an application without Sentry, and one that cannot be set up', () => {
  const wizard = readWizard('8.0.0')['app-ts'];
  expect(convert({ 'package.json': wizard['package.json']!, 'app/page.tsx': '' })).toMatchObject({
    changes: [],
    steps: [],
  });
  const old = { ...wizard, 'package.json': wizard['package.json']!.replace('16.4.5', '13.5.0') };
  const { byHand, changes } = convert(old);
  expect(changes).toEqual([]);
  expect(byHand).toEqual(['package.json: the application has next 13.5.0']);
});

it('converts the applications that the options choose', () => {
  const wizard = readWizard('8.0.0')['app-ts'];
  const inFolder = (folder: string) =>
    Object.fromEntries(Object.entries(wizard).map(([path, text]) => [`${folder}/${path}`, text]));
  const files = memoryFiles({
    'package.json': '{ "workspaces": ["apps/*"] }',
    ...inFolder('apps/a'),
    ...inFolder('apps/b'),
  });
  const { changes, steps } = planConversion(readRepository(files), files, { applications: ['apps/b'] });
  expect(changes.filter(({ path }) => path.startsWith('apps/a'))).toEqual([]);
  expect(changes.map(({ path }) => path)).toContain('apps/b/next.config.ts');
  expect(new Set(steps.map(({ application }) => application))).toEqual(new Set(['apps/b', '']));
});
