import { describe, expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { planSetup } from '@adit/setup';
import { memoryFiles } from '@adit/testing';
import { KIT_CHECKS } from '../all-checks.ts';
import { diagnose } from '../diagnose.ts';
import { exitCode, type Finding } from '../report.ts';

const PACKAGES = ['@adit/kits', '@sentry/browser', '@sentry/node'];
const INSTALLED = Object.fromEntries(PACKAGES.map((name) => [`node_modules/${name}/package.json`, '{}']));
const SHOP = {
  'package.json':
    '{\n  "name": "shop",\n  "dependencies": {\n    "@tanstack/react-start": "1.169.5"\n  }\n}\n',
  'tsconfig.json': '{}',
  'vite.config.ts': 'export default { plugins: [] };\n',
  'src/router.tsx':
    "import { createRouter } from '@tanstack/react-router';\n\nexport const getRouter = () => createRouter({});\n",
};

/** The findings for an application after a set-up, with these files in place of its own. */
function findingsOf(overlay: Readonly<Record<string, string>> = {}, env = {}): readonly Finding[] {
  const files = memoryFiles({ ...SHOP, ...INSTALLED });
  applyPlan(files, planSetup(readRepository(files), files));
  for (const [path, text] of Object.entries(overlay)) files.write(path, text);
  return diagnose(readRepository(files), files, { env }).findings;
}
const wrong = (findings: readonly Finding[]) =>
  findings
    .filter(({ level }) => level !== 'ok')
    .map(({ check, level, path, fix }) => [check, level, path, fix]);

it('finds nothing wrong after a set-up, and says what is right', () => {
  const findings = findingsOf({}, { SENTRY_DSN: 'https://key@o1.ingest.sentry.io/1' });

  expect(wrong(findings)).toEqual([]);
  expect(findings.map(({ check, message }) => [check, message])).toEqual(
    KIT_CHECKS.map(({ id, title }) => [id, title]),
  );
});

it('says of an application without Adit how to set it up, and nothing else', () => {
  const files = memoryFiles(SHOP);
  const report = diagnose(readRepository(files), files);

  expect(wrong(report.findings)).toEqual([['set-up', 'warning', 'package.json', 'npx @adit/cli init']]);
  expect(exitCode(report)).toBe(1);
});

describe('names what is missing, with the lines', () => {
  it.each<[string, Readonly<Record<string, string>>, unknown[]]>([
    [
      'the packages',
      { 'package.json': SHOP['package.json'] },
      ['installed', 'error', 'package.json', `npm install ${PACKAGES.join(' ')}`],
    ],
    [
      'the plugin',
      { 'vite.config.ts': SHOP['vite.config.ts'] },
      [
        'kit',
        'error',
        'vite.config.ts',
        "Write into vite.config.ts: import { adit } from '@adit/kits/vite'; plugins: [adit({ siteName: 'Shop' }), …], (Adit has to be the first of the plugins)",
      ],
    ],
    [
      'the server',
      { 'src/server.ts': "import '@adit/kits/tanstack-start';\n" },
      [
        'kit',
        'error',
        'src/server.ts',
        "Write into src/server.ts: export { default } from '@adit/kits/tanstack-start/server'; (this line takes the place of its default export, or that calls fetch of the kit’s)",
      ],
    ],
    [
      'the router',
      { 'src/router.tsx': SHOP['src/router.tsx'] },
      [
        'kit',
        'error',
        'src/router.tsx',
        "Write into src/router.tsx: import { withAdit } from '@adit/kits/tanstack-start'; return withAdit(createRouter({ … })); (withAdit has to be around the router)",
      ],
    ],
  ])('%s', (_what, overlay, finding) => {
    expect(wrong(findingsOf(overlay))).toEqual([finding]);
  });
});

it('says that the line for the root of React Router takes the place of its own', () => {
  const files = memoryFiles({
    'package.json': '{ "devDependencies": { "@react-router/dev": "8.4.0" } }',
    'vite.config.ts': SHOP['vite.config.ts'],
    'app/root.tsx': 'export default function App() {}\n',
  });
  applyPlan(files, planSetup(readRepository(files), files));
  const { findings } = diagnose(readRepository(files), files);

  expect(findings.find(({ check }) => check === 'kit')).toMatchObject({
    path: 'app/root.tsx',
    fix: "Write into app/root.tsx: export { AditRoot as default, ErrorBoundary } from '@adit/kits/react-router'; (this line takes the place of its own App, the default export, and of its ErrorBoundary)",
  });
});

it('names a file that does not exist', () => {
  const files = memoryFiles({ ...SHOP, ...INSTALLED });
  applyPlan(files, planSetup(readRepository(files), files));
  files.remove('src/start.ts');

  expect(wrong(diagnose(readRepository(files), files).findings)).toEqual([
    [
      'kit',
      'error',
      'src/start.ts',
      "Write src/start.ts: export { startInstance } from '@adit/kits/tanstack-start';",
    ],
  ]);
});

it.each([
  [
    '@astrojs/vercel',
    [
      'Nothing answers the tunnel path: package.json does not name @astrojs/node, which builds a server of Node',
    ],
  ],
  ['@astrojs/node', []],
])('says what lacks a server of Node, with %s', (adapter, messages) => {
  const manifest = `{\n  "name": "shop",\n  "dependencies": { "astro": "7.0.0", "${adapter}": "11.0.0" }\n}\n`;
  const files = memoryFiles({
    ...INSTALLED,
    'package.json': manifest,
    'astro.config.mjs': 'export default {};\n',
  });
  applyPlan(files, planSetup(readRepository(files), files));
  const { findings } = diagnose(readRepository(files), files);

  expect(findings.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual(messages);
});

describe('finds an SDK of Sentry that the application starts, too', () => {
  const startsIn = (overlay: Readonly<Record<string, string>>) =>
    findingsOf(overlay)
      .filter(({ check, level }) => check === 'sentry-once' && level === 'error')
      .map(({ path, line }) => `${String(path)}:${String(line)}`);
  const INIT = "import * as Sentry from '@sentry/browser';\nSentry.init({ dsn: '' });\n";

  it.each<[string, string, number]>([
    ['src/client.tsx', INIT, 2],
    ['instrument.server.mjs', "import { init as start } from '@sentry/node';\nstart({});\n", 2],
    ['src/log.cjs', "const Sentry = require('@sentry/node');\nSentry.init();\n", 2],
    ['src/late.ts', "void import('@sentry/browser').then((Sentry) => Sentry.init({}));\n", 1],
    ['app/app.vue', `<template><p /></template>\n<script setup>\n${INIT}</script>\n`, 4],
    ['src/routes/+layout.svelte', `<script lang="ts">\n${INIT}</script>\n<slot />\n`, 3],
    ['src/layouts/main.astro', `---\nconst a = 1;\n---\n<script>\n${INIT}</script>\n`, 6],
  ])('in %s', (path, text, line) => {
    expect(startsIn({ [path]: text })).toEqual([`${path}:${String(line)}`]);
  });

  it.each<[string, string]>([
    ['src/own.ts', "import { captureException } from '@sentry/browser';\ninit(captureException);\n"],
    ['src/other.ts', "import { init } from './own.ts';\ninit();\n"],
    ['src/type.ts', "import type * as Sentry from '@sentry/browser';\nSentry.init({});\n"],
    ['src/page.astro', `<p>${INIT}</p>\n`],
    ['src/client.test.ts', INIT],
    ['scripts/import.ts', INIT],
    ['src/workers/resize.ts', INIT],
    ['src/resize.worker.ts', INIT],
    ['src/service-worker.ts', INIT],
  ])('control: and none in %s', (path, text) => {
    expect(startsIn({ [path]: text })).toEqual([]);
  });

  it('control: and not in another application of the workspace', () => {
    const other = { 'apps/next/package.json': '{ "dependencies": { "next": "16.4.5" } }' };

    expect(
      startsIn({
        ...other,
        'package.json': SHOP['package.json'].replace('{', '{ "workspaces": ["apps/*"],'),
        'apps/next/app/page.tsx': INIT,
      }),
    ).toEqual([]);
  });
});

it('accepts the middleware in a start of the user’s own', () => {
  const own = "import { reportServerErrors } from '@adit/kits/tanstack-start';\nuse(reportServerErrors);\n";

  expect(wrong(findingsOf({ 'src/start.ts': own }))).toEqual([]);
});

it('warns of packages that are named and not installed', () => {
  const files = memoryFiles(SHOP);
  applyPlan(files, planSetup(readRepository(files), files));

  expect(wrong(diagnose(readRepository(files), files).findings)).toEqual([
    ['installed', 'warning', 'package.json', 'npm install'],
  ]);
});

it.each([
  [{}, 'ok', 'No file or variable here names a DSN: start the server with SENTRY_DSN'],
  [{ SENTRY_DSN: 'todo' }, 'error', expect.stringMatching(/^SENTRY_DSN is not a DSN; /)],
])('says of the variables %j whether there is a DSN', (env, level, message) => {
  expect(findingsOf({}, env).find(({ check }) => check === 'dsn')).toMatchObject({ level, message });
});
