import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { applyPlan, invertPlan, readRepository } from '@adit/codebase';
import { AGENTS_BLOCK } from '../edits/agents-block.ts';
import { planSetup } from './plan-setup.ts';

const PACKAGE = '{\n  "dependencies": {\n    "next": "16.4.5",\n    "react": "19.3.1"\n  }\n}\n';
const LAYOUT =
  'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n';
const APP = { 'package.json': PACKAGE, 'tsconfig.json': '{}', 'app/layout.tsx': LAYOUT };

const plan = (contents: Record<string, string>) => {
  const files = memoryFiles(contents);
  return planSetup(readRepository(files), files);
};
const pathsOf = (contents: Record<string, string>) => plan(contents).changes.map(({ path }) => path);
const textIn = (contents: Record<string, string>, path: string) =>
  plan(contents).changes.find((change) => change.path === path)?.after;
const byHand = (contents: Record<string, string>) =>
  plan(contents).steps.flatMap(({ path, byHand: hand }) => (hand ? [`${path}: ${hand.why}`] : []));

describe('a new application', () => {
  it('gets the files of the README', () => {
    const { changes, steps } = plan(APP);
    expect(Object.fromEntries(changes.map(({ path, after }) => [path, after]))).toEqual({
      'AGENTS.md': `${AGENTS_BLOCK}\n`,
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\n\nexport default defineAdit({\n  name: 'App',\n  monitoring: { tunnelPath: '/cosy-lake' },\n});\n",
      'app/error.tsx': "'use client';\nexport { default } from '@adit/next/screens/error';\n",
      'app/forbidden.tsx': "export { default } from '@adit/next/screens/forbidden';\n",
      'app/global-error.tsx': "'use client';\nexport { default } from '@adit/next/screens/global-error';\n",
      'app/layout.tsx': `import { AditRoot } from '@adit/next/root';\n\n${LAYOUT.replace('{children}<', '<AditRoot>{children}</AditRoot><')}`,
      'app/not-found.tsx': "export { default, metadata } from '@adit/next/screens/not-found';\n",
      'app/unauthorized.tsx': "export { default } from '@adit/next/screens/unauthorized';\n",
      'instrumentation-client.ts': "export { onRouterTransitionStart } from '@adit/next/client';\n",
      'instrumentation.ts': "export { register, onRequestError } from '@adit/next/instrumentation';\n",
      'next.config.ts': "import { withAdit } from '@adit/next/config';\nexport default withAdit({});\n",
      'package.json': PACKAGE.replace(
        '    "next"',
        '    "@adit/next": "^0.1.0",\n    "@sentry/nextjs": "^11.0.0",\n    "next"',
      ),
    });
    expect(steps.map(({ path }) => path).sort()).toEqual(changes.map(({ path }) => path));
    expect(steps.every(({ reason }) => reason.endsWith('.'))).toBe(true);
  });

  it('is set up once, and a plan can be undone', () => {
    const files = memoryFiles(APP);
    const first = planSetup(readRepository(files), files);
    applyPlan(files, first);
    expect(planSetup(readRepository(files), files)).toEqual({ changes: [], steps: [] });
    applyPlan(files, invertPlan(first));
    expect(Object.fromEntries(files.contents)).toEqual(APP);
  });

  it('in src has them there', () => {
    expect(pathsOf({ 'package.json': PACKAGE, 'tsconfig.json': '', 'src/app/layout.tsx': LAYOUT })).toEqual([
      'AGENTS.md',
      'adit.config.ts',
      'next.config.ts',
      'package.json',
      'src/app/error.tsx',
      'src/app/forbidden.tsx',
      'src/app/global-error.tsx',
      'src/app/layout.tsx',
      'src/app/not-found.tsx',
      'src/app/unauthorized.tsx',
      'src/instrumentation-client.ts',
      'src/instrumentation.ts',
    ]);
  });

  it('in JavaScript has its endings and its style', () => {
    const layout =
      'import "./a.css"\n\nexport default function Layout({ children }) {\n  return <body>{children}</body>\n}\n';
    const contents = { 'package.json': PACKAGE, 'app/layout.jsx': layout };
    expect(pathsOf(contents)).toEqual([
      'AGENTS.md',
      'adit.config.mjs',
      'app/error.jsx',
      'app/forbidden.jsx',
      'app/global-error.jsx',
      'app/layout.jsx',
      'app/not-found.jsx',
      'app/unauthorized.jsx',
      'instrumentation-client.js',
      'instrumentation.js',
      'next.config.mjs',
      'package.json',
    ]);
    expect(textIn(contents, 'app/error.jsx')).toBe(
      '"use client"\nexport { default } from "@adit/next/screens/error"\n',
    );
    const esm = PACKAGE.replace('{', '{ "type": "module",');
    expect(pathsOf({ 'package.json': esm, 'app/layout.js': LAYOUT })).toContain('adit.config.js');
    expect(pathsOf({ 'package.json': esm, 'app/layout.js': LAYOUT })).toContain('app/error.js');
  });

  it('of the Pages Router gets a page for errors', () => {
    expect(
      pathsOf({ 'package.json': PACKAGE, 'pages/_app.js': 'export default A', 'pages/api/a.js': '' }),
    ).toEqual([
      'AGENTS.md',
      'adit.config.mjs',
      'instrumentation-client.js',
      'instrumentation.js',
      'next.config.mjs',
      'package.json',
      'pages/_error.js',
    ]);
    expect(pathsOf({ ...APP, 'pages/api/a.ts': '' }).filter((path) => path.startsWith('pages'))).toEqual([]);
    expect(pathsOf({ ...APP, 'pages/a.tsx': '' })).toContain('pages/_error.tsx');
  });

  it('that is exported as files has no server and no statuses', () => {
    const contents = { ...APP, 'next.config.js': "module.exports = { output: 'export' };\n" };
    expect(pathsOf(contents)).toEqual([
      'AGENTS.md',
      'adit.config.ts',
      'app/error.tsx',
      'app/global-error.tsx',
      'app/layout.tsx',
      'app/not-found.tsx',
      'instrumentation-client.ts',
      'next.config.js',
      'package.json',
    ]);
    expect(plan(contents).steps.find(({ path }) => path === 'adit.config.ts')?.reason).toContain(
      '@adit/tunnel-server',
    );
  });

  it('with pnpm names the core of the SDK, too', () => {
    const manifest = textIn({ ...APP, 'pnpm-lock.yaml': '' }, 'package.json');
    const tested = JSON.parse(readFileSync(join(__dirname, '../../../../package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const version = tested.devDependencies['@sentry/core'];
    expect(manifest).toContain(`"@sentry/core": "${version}"`);
    expect(manifest).toContain(`"@sentry/nextjs": "${version}"`);
  });
});

it.each([
  ['@acme/my-shop', 'My shop'],
  ['@acme/_', 'App'],
])('an application called %s has the title %s', (name, title) => {
  const manifest = PACKAGE.replace('{', `{ "name": "${name}",`);
  expect(textIn({ ...APP, 'package.json': manifest }, 'adit.config.ts')).toContain(`name: '${title}',`);
});

it('files that do not parse stay, and give no style', () => {
  const contents = { ...APP, 'app/layout.tsx': 'export default () => <body>', 'next.config.ts': 'export {' };
  expect(byHand(contents)).toEqual([
    'next.config.ts: the file has an error of syntax',
    'app/layout.tsx: the file has an error of syntax',
  ]);
  expect(textIn(contents, 'instrumentation.ts')).toContain("'@adit/next/instrumentation';");
});

describe('root layouts', () => {
  it('of route groups have the screens each', () => {
    const paths = pathsOf({
      'package.json': PACKAGE,
      'tsconfig.json': '',
      'app/(shop)/layout.tsx': LAYOUT,
      'app/(shop)/orders/layout.tsx': 'export default ({ children }) => children;\n',
      'app/(blog)/layout.tsx': LAYOUT,
    });
    expect(paths.filter((path) => path.startsWith('app/'))).toEqual([
      'app/(blog)/error.tsx',
      'app/(blog)/layout.tsx',
      'app/(blog)/not-found.tsx',
      'app/(shop)/error.tsx',
      'app/(shop)/layout.tsx',
      'app/(shop)/not-found.tsx',
      'app/global-error.tsx',
    ]);
  });

  it('may lie below a layout that only passes its children on', () => {
    const paths = pathsOf({
      'package.json': PACKAGE,
      'tsconfig.json': '',
      'app/layout.tsx': 'export default ({ children }) => children;\n',
      'app/[locale]/layout.tsx': LAYOUT,
    });
    expect(paths).toContain('app/[locale]/layout.tsx');
    expect(paths).toContain('app/[locale]/not-found.tsx');
    expect(paths).not.toContain('app/layout.tsx');
  });

  it('without a body are left to a person', () => {
    const contents = {
      'package.json': PACKAGE,
      'app/layout.js': 'export default ({ children }) => <Shell>{children}</Shell>;\n',
      'app/a/layout.js': 'export default ({ children }) => children;\n',
    };
    expect(byHand(contents)).toEqual(['app/layout.js: it has no <body>']);
    expect(pathsOf(contents)).toContain('app/error.js');
  });

  it('that are missing leave an application without screens', () => {
    expect(
      pathsOf({ 'package.json': PACKAGE, 'app/api/route.js': '' }).filter((path) => path.startsWith('app')),
    ).toEqual([]);
    const deep = pathsOf({ 'package.json': PACKAGE, 'app/1/2/3/4/5/layout.js': LAYOUT });
    expect(deep.filter((path) => path.startsWith('app'))).toEqual([]);
  });
});

describe('what an application has', () => {
  const own = {
    ...APP,
    'adit.config.ts': 'export default {};\n',
    'next.config.mjs': 'export default {};\n',
    'instrumentation.ts': 'export function register() {\n  a();\n}\n',
    'instrumentation-client.ts': 'a();\n',
    'proxy.ts': 'export function proxy() {}\n',
    'app/not-found.tsx': 'own',
    'app/global-error.tsx': 'own',
    'app/orders/error.tsx': 'export default function Error({ error }) {\n  return null;\n}\n',
  };

  it('stays, and is extended', () => {
    expect(pathsOf(own)).toEqual([
      'AGENTS.md',
      'app/error.tsx',
      'app/forbidden.tsx',
      'app/layout.tsx',
      'app/orders/error.tsx',
      'app/unauthorized.tsx',
      'instrumentation-client.ts',
      'instrumentation.ts',
      'next.config.mjs',
      'package.json',
      'proxy.ts',
    ]);
    expect(byHand(own)).toEqual(['app/global-error.tsx: the shape of its component is not known']);
  });

  it('is left to a person if its shape is not known, and the rest is done', () => {
    const odd = {
      ...own,
      'next.config.mjs': 'export const a = 1;\n',
      'pages/_error.tsx': 'own',
      'pages/a.tsx': '',
    };
    expect(byHand(odd)).toEqual([
      'next.config.mjs: it has no default export',
      'app/global-error.tsx: the shape of its component is not known',
      'pages/_error.tsx: the application has a page for errors of its own',
    ]);
    expect(pathsOf(odd)).toContain('instrumentation.ts');
    expect(
      byHand({ ...APP, 'pages/_error.tsx': "export { default } from '@adit/next/screens/pages-error';" }),
    ).toEqual([]);
  });
});

describe('an application that cannot be set up', () => {
  it.each([
    ['next', PACKAGE.replace('16.4.5', '^13.5.0'), 'the application has next ^13.5.0'],
    ['next', PACKAGE.replace('16.4.5', '14.1.4'), 'the application has next 14.1.4'],
    [
      'next, in a preview that no release followed',
      PACKAGE.replace('16.4.5', '14.3.0-canary.57'),
      'the application has next 14.3.0-canary.57',
    ],
    ['react', PACKAGE.replace('19.3.1', '18.2.0'), 'the application has react 18.2.0'],
    [
      '@sentry/nextjs',
      PACKAGE.replace('"next"', '"@sentry/nextjs": "^9", "next"'),
      'the application has @sentry/nextjs ^9',
    ],
  ])('with another version of %s', (_name, manifest, why) => {
    const contents = { ...APP, 'package.json': manifest };
    expect(pathsOf(contents)).toEqual([]);
    expect(byHand(contents)).toEqual([`package.json: ${why}`]);
  });

  it.each(['^15.0.0', 'latest', 'canary', 'catalog:', '16.5.0-canary.1', '>=15'])(
    'next %s passes',
    (range) => {
      expect(pathsOf({ ...APP, 'package.json': PACKAGE.replace('16.4.5', range) })).not.toEqual([]);
    },
  );

  it.each([
    [
      'next.config.js',
      "const { withSentryConfig } = require('@sentry/nextjs');\nmodule.exports = withSentryConfig({});",
    ],
    ['instrumentation-client.ts', "import * as Sentry from '@sentry/nextjs';\nSentry.init({});"],
    ['instrumentation.ts', 'export const onRequestError = Sentry.captureRequestError;'],
    ['sentry.client.config.ts', ''],
  ])('because Sentry’s wizard wrote %s', (path, text) => {
    const contents = { ...APP, [path]: text };
    expect(pathsOf(contents)).toEqual([]);
    expect(byHand(contents)).toEqual([
      `${path}: ${path} would start Sentry’s SDK, or report errors, a second time`,
    ]);
  });
});

describe('the route of the tunnel', () => {
  const routesOf = (contents: Record<string, string>) =>
    pathsOf({ ...APP, ...contents }).filter((path) => /route\.\w+$/.test(path));

  it.each<[string, Record<string, string>, string[]]>([
    ['on Vercel, at the path of adit.config', { 'vercel.json': '{}' }, ['app/cosy-lake/route.ts']],
    [
      'at the path that adit.config has already',
      { 'netlify.toml': '', 'adit.config.ts': 'export default { monitoring: { tunnelPath: "/quarry" } };' },
      ['app/quarry/route.ts'],
    ],
    [
      'at the default path',
      { 'wrangler.jsonc': '', 'adit.config.ts': 'export default {};' },
      ['app/monitoring-tunnel/route.ts'],
    ],
    [
      'not if the code computes the path',
      { 'vercel.json': '', 'adit.config.ts': 'export default { monitoring: { tunnelPath } };' },
      [],
    ],
    [
      'not if another file has the path',
      { 'vercel.json': '', 'adit.config.ts': 'export default defineAdit({ ...shared });' },
      [],
    ],
    [
      'at the default path if a condition has no other',
      {
        'vercel.json': '',
        'adit.config.ts': 'export default defineAdit({ monitoring: { ...(x ? { dsn } : undefined) } });',
      },
      ['app/monitoring-tunnel/route.ts'],
    ],
    [
      'at a path that is spread from a constant',
      {
        'vercel.json': '',
        'adit.config.ts':
          "const a = { tunnelPath: '/quarry' };\nexport default defineAdit({ monitoring: { ...a } });",
      },
      ['app/quarry/route.ts'],
    ],
    ['not on a server of Node', {}, []],
    [
      'not in a static export',
      { 'vercel.json': '', 'next.config.js': "module.exports = { output: 'export' };" },
      [],
    ],
    [
      'not beside one that is there',
      { 'vercel.json': '', 'app/(a)/t/route.js': "export { POST } from '@adit/next/route';" },
      [],
    ],
  ])('is written %s', (_where, contents, expected) => {
    expect(routesOf(contents)).toEqual(expected);
  });

  it('is a step by hand if the code computes the path', () => {
    const aditConfig = { 'adit.config.ts': 'export default defineAdit({ ...shared });' };
    const why = 'app/<the tunnel path>/route.ts: the code computes the tunnel path';

    expect(byHand({ ...APP, ...aditConfig, 'vercel.json': '' })).toContain(why);
    expect(byHand({ ...APP, ...aditConfig })).not.toContain(why);
  });
});

describe('the choice of applications', () => {
  const two = {
    'package.json': '{ "workspaces": ["apps/*"] }',
    'apps/a/package.json': PACKAGE,
    'apps/a/app/layout.js': LAYOUT,
    'apps/b/package.json': PACKAGE,
    'apps/b/app/layout.js': LAYOUT,
  };

  it('is all, or those of the options', () => {
    const files = memoryFiles(two);
    const repository = readRepository(files);
    const foldersOf = (applications?: string[]) => [
      ...new Set(
        planSetup(repository, files, applications && { applications }).changes.map(({ path }) =>
          path.slice(0, 6),
        ),
      ),
    ];
    expect(foldersOf()).toEqual(['apps/a', 'apps/b']);
    expect(foldersOf(['apps/b'])).toEqual(['apps/b']);
    expect(() => planSetup(repository, files, { applications: ['apps/c'] })).toThrow(
      new Error('there is no application in "apps/c"; accepted: "apps/a", "apps/b"'),
    );
    expect(() => planSetup({ ...repository, applications: [] }, files, { applications: [''] })).toThrow(
      new Error('there is no application in ""; accepted: none was found'),
    );
  });
});
