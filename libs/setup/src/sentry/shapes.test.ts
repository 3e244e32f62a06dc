import { describe, expect, it } from '@jest/globals';
import { convert } from '../../testing/conversion.helper.ts';
import { convertShop, DSN, HOOK, manifestOf, SDK } from '../../testing/shop.helper.ts';

const HOOKS_OF_ADIT = "export { onRouterTransitionStart } from '@adit/next/client';\n";

it('a plain application is converted with nothing left to do', () => {
  const { byHand, read, isUntouched } = convertShop({});
  expect([byHand, isUntouched]).toEqual([[], false]);
  expect(read('instrumentation-client.ts')).toBe(HOOKS_OF_ADIT);
  expect(read('adit.config.ts')).toContain('    tracesSampleRate: 0.5,\n');
});

describe('the start of the browser’s SDK', () => {
  it.each([
    [
      'behind its DSN',
      `if (process.env.NEXT_PUBLIC_SENTRY_DSN) {\n  Sentry.init({ ${DSN}, tracesSampleRate: 0.5 });\n}`,
      undefined,
    ],
    ['in a browser', `if (typeof window !== 'undefined') Sentry.init({ tracesSampleRate: 0.5 });`, undefined],
    ['once', `if (!Sentry.getClient()) Sentry.init({ tracesSampleRate: 0.5 });`, undefined],
    [
      'in production',
      `process.env.NODE_ENV === 'production' && Sentry.init({ tracesSampleRate: 0.5 });`,
      "process.env.NODE_ENV === 'production'",
    ],
    [
      'not in tests',
      `if (process.env.CI) {\n} else {\n  Sentry.init({ tracesSampleRate: 0.5 });\n}`,
      '!process.env.CI',
    ],
    [
      'with two conditions',
      `if (process.env.NODE_ENV !== 'test') {\n  if (process.env.NEXT_PUBLIC_ON === '1' || isForced) Sentry.init({ tracesSampleRate: 0.5 });\n}\nconst isForced = false;`,
      "process.env.NODE_ENV !== 'test' && Boolean(process.env.NEXT_PUBLIC_ON === '1' || isForced)",
    ],
    ['that may fail', 'try {\n  Sentry.init({ tracesSampleRate: 0.5 });\n} catch {}', undefined],
    ['with a constant', 'const options = { tracesSampleRate: 0.5 };\nSentry.init(options);', undefined],
    [
      'with a constant that is spread',
      'const common = { tracesSampleRate: 1 } as const;\nSentry.init({ ...common, tracesSampleRate: 0.5 });',
      undefined,
    ],
    ['switched off', 'Sentry.init({ tracesSampleRate: 0.5, enabled: false });', 'false'],
  ])('%s is found', (_title, code, enabled) => {
    const { byHand, read } = convertShop({ 'instrumentation-client.ts': `${SDK}\n${code}\n${HOOK}` });
    expect(byHand).toEqual([]);
    expect(read('adit.config.ts')).toContain('    tracesSampleRate: 0.5,\n');
    expect(/^ {4}enabled: (.*),$/m.exec(read('adit.config.ts') ?? '')?.[1]).toBe(enabled);
    expect(read('instrumentation-client.ts')).not.toContain('Sentry');
  });

  it('leaves other code, also that of its condition', () => {
    const { byHand, read } = convertShop({
      'instrumentation-client.ts': `/* Licence: MIT */\n${SDK}import { start } from './analytics';\n
if (process.env.NODE_ENV === 'production') {
  start();
  // Errors.
  Sentry.init({ tracesSampleRate: 0.5 });
}
Sentry.setTag('shop', 'graz');
${HOOK}`,
    });
    expect(byHand).toEqual([]);
    expect(read('instrumentation-client.ts')).toBe(`/* Licence: MIT */
import * as Sentry from '@sentry/nextjs';
import { start } from './analytics';
${HOOKS_OF_ADIT}
if (process.env.NODE_ENV === 'production') {
  start();
}
Sentry.setTag('shop', 'graz');
`);
  });

  it('in a file with comments leaves them', () => {
    const { byHand, read } = convertShop({
      'instrumentation-client.ts': `// Ours.\n\n${SDK}\nSentry.init({});\n${HOOK}`,
    });
    expect(byHand).toEqual([]);
    expect(read('instrumentation-client.ts')).toBe(`// Ours.\n${HOOKS_OF_ADIT}`);
  });

  it.each([
    [
      'a helper',
      { 'lib/start.ts': `${SDK}export const start = () => Sentry.init({ ${DSN} });\n` },
      './lib/start',
    ],
    [
      'a helper behind an alias',
      {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./*"] } } }',
        'lib/start.ts': `${SDK}export const start = () => Sentry.init({ ${DSN} });\n`,
      },
      '~/lib/start',
    ],
  ])('in %s leaves all as it is, and says which file', (_title, files, path) => {
    const { byHand, isUntouched } = convertShop({
      ...files,
      'instrumentation-client.ts': `${SDK}import { start } from '${path}';\n\nstart();\n${HOOK}`,
    });
    expect(isUntouched).toBe(true);
    expect(byHand).toEqual([
      'lib/start.ts: it starts the SDK of the browser, which is not where Sentry’s wizard starts it',
    ]);
  });

  it('in a helper of the server alone stays', () => {
    const { byHand, read } = convertShop({
      'lib/start.ts': `${SDK}export const start = () => Sentry.init({ ${DSN} });\n`,
      'sentry.server.config.ts': "import { start } from './lib/start';\n\nstart();\n",
    });
    expect(byHand).toEqual([]);
    expect(read('lib/start.ts')).toContain('Sentry.init');
  });

  it('in a package of the workspace leaves all as it is', () => {
    const web = (name: string) => ({
      'package.json': '{ "workspaces": ["apps/*", "packages/*"] }',
      'packages/watch/package.json': '{ "name": "@books/watch" }',
      'packages/watch/src/index.ts': `${SDK}export const start = () => Sentry.init({ ${DSN} });\n`,
      'apps/web/package.json': manifestOf({}),
      'apps/web/app/page.tsx': '',
      'apps/web/next.config.js':
        "const { withSentryConfig } = require('@sentry/nextjs');\nmodule.exports = withSentryConfig({});\n",
      'apps/web/instrumentation-client.js': `import { start } from '${name}';\nstart();\n`,
    });
    const { byHand, changes } = convert(web('@books/watch'));
    expect(changes).toEqual([]);
    expect(byHand).toEqual([
      'packages/watch/src/index.ts: it starts the SDK of the browser, which is not where Sentry’s wizard starts it',
    ]);
    expect(convert(web('@other/watch')).byHand).toEqual([]);
  });
});

describe('options that need a browser', () => {
  it('are those of the variables on the server, which has no window', () => {
    const { byHand, read } = convertShop({
      'instrumentation-client.ts': `${SDK}
const rateOf = (host: string) => (host === 'localhost' ? 1 : 0.1);
function environment() {
  return location.hostname === 'localhost' ? 'local' : 'production';
}

Sentry.init({
  environment: environment(),
  tracesSampleRate: rateOf('a'),
  beforeSend: (event) => (document.hidden ? null : event),
});
${HOOK}`,
    });
    expect(byHand).toEqual([]);
    expect(read('adit.config.ts')).toContain(
      "    environment: typeof window === 'undefined' ? undefined : environment(),\n",
    );
    expect(read('adit.config.ts')).toContain("    tracesSampleRate: rateOf('a'),\n");
  });

  it('leave all as it is if a constant has it', () => {
    const { byHand, isUntouched } = convertShop({
      'instrumentation-client.ts': `${SDK}
const host = window.location.hostname;

Sentry.init({ environment: host });
${HOOK}`,
    });
    expect(isUntouched).toBe(true);
    expect(byHand).toEqual([
      'instrumentation-client.ts: its options share what only a browser has: const host = window.location.hostname;',
    ]);
  });
});

describe('sentry.client.config', () => {
  const client = `${SDK}\nSentry.init({ ${DSN}, tracesSampleRate: 0.5 });\n`;

  it('goes with the import of it and the hook beside it', () => {
    const { byHand, read } = convertShop({
      'sentry.client.config.ts': client,
      'instrumentation-client.ts': `${SDK}import './sentry.client.config';\n${HOOK}`,
      'app/providers.tsx': "'use client';\nimport '@/sentry.client.config';\nimport './other';\n",
    });
    expect(byHand).toEqual([]);
    expect(read('sentry.client.config.ts')).toBeUndefined();
    expect(read('instrumentation-client.ts')).toBe(HOOKS_OF_ADIT);
    expect(read('app/providers.tsx')).toBe("'use client';\nimport './other';\n");
    expect(read('adit.config.ts')).toContain('tracesSampleRate: 0.5');
  });

  it('stays with all if a file loads it late', () => {
    const { byHand, isUntouched } = convertShop({
      'sentry.client.config.ts': client,
      'instrumentation-client.ts': "void import('./sentry.client.config');\n",
    });
    expect(isUntouched).toBe(true);
    expect(byHand).toEqual([
      'sentry.client.config.ts: instrumentation-client.ts loads it by import() or require',
    ]);
  });
});

it('all that stops a conversion is said at once, versions first', () => {
  const { byHand, isUntouched } = convertShop({
    'package.json': manifestOf({ next: '12.0.0', react: '17.0.0' }),
    'next.config.ts':
      "import { withSentryConfig } from '@sentry/nextjs';\nexport default withSentryConfig({}, given);\n",
    'instrumentation-client.ts': `${SDK}\nSentry.init({ transport: own, stackParser: own });\n${HOOK}`,
  });
  expect(isUntouched).toBe(true);
  expect(byHand).toEqual([
    'package.json: the application has next 12.0.0 and react 17.0.0',
    'instrumentation-client.ts: adit.config has no option transport; adit.config has no option stackParser',
    'next.config.ts: the options of withSentryConfig are not written in the file',
  ]);
});

it('a hook that filters first calls Adit’s', () => {
  const { byHand, read } = convertShop({
    'instrumentation.ts': `${SDK}
export function register() {}

type Given = Parameters<typeof Sentry.captureRequestError>;
export const onRequestError = (error: unknown, ...rest: [never, never]) => {
  if (isExpected(error)) return;
  Sentry.captureRequestError(error, ...rest);
};
`,
    'instrumentation-client.ts': `${SDK}\nSentry.init({});\nexport function onRouterTransitionStart(href: string, type: string) {\n  log(href);\n  Sentry.captureRouterTransitionStart(href, type);\n}\n`,
  });
  expect(byHand).toEqual([]);
  expect(read('instrumentation.ts')).toContain(
    '  reportToAdit(error as never, ...(rest as unknown as Parameters<typeof reportToAdit>));\n',
  );
  // Control: a type stays, and does not count as a second report.
  expect(read('instrumentation.ts')).toContain('type Given = Parameters<typeof Sentry.captureRequestError>;');
  expect(read('instrumentation-client.ts')).toBe(
    "import { onRouterTransitionStart as startAditTransition } from '@adit/next/client';\nexport function onRouterTransitionStart(href: string, type: string) {\n  log(href);\n  startAditTransition(href as never, type as never);\n}\n",
  );
});

it('a release that is computed is left to a person, and one that stands anywhere moves', () => {
  const withRelease = (code: string) =>
    convertShop({
      'instrumentation-client.ts': `${SDK}import { version } from './version';\n\nSentry.init({ release: ${code} });\n${HOOK}`,
    });
  const computed = withRelease('version');
  expect(computed.byHand).toEqual(['next.config.ts: instrumentation-client.ts had a release of its own']);
  expect(computed.isUntouched).toBe(false);
  const alone = withRelease('process.env.NEXT_PUBLIC_SHA');
  expect(alone.byHand).toEqual([]);
  expect(alone.read('next.config.ts')).toContain('  release: process.env.NEXT_PUBLIC_SHA,\n');
});

it('tabs and quotes of the application survive', () => {
  const { files } = convertShop({
    'next.config.ts':
      'import { withSentryConfig } from "@sentry/nextjs";\n\nexport default withSentryConfig({\n\treactStrictMode: true,\n}, { org: "acme" });\n',
    'app/layout.tsx':
      'import "./a.css";\n\nexport default function Layout({ children }) {\n\treturn (\n\t\t<html>\n\t\t\t<body>{children}</body>\n\t\t</html>\n\t);\n}\n',
    'instrumentation-client.ts':
      'import * as Sentry from "@sentry/nextjs";\n\nSentry.init({\n\tmaxBreadcrumbs: 5,\n\tignoreErrors: ["x"],\n\tintegrations: [Sentry.httpClientIntegration()],\n});\n',
  });
  const changed = ['next.config.ts', 'adit.config.ts', 'sentry.integrations.ts', 'app/layout.tsx'];
  for (const path of changed) {
    expect([path, /'/.test(files.read(path) ?? "'")]).toEqual([path, false]);
    expect([path, /^ +\S/m.test(files.read(path) ?? '  x')]).toEqual([path, false]);
  }
});
