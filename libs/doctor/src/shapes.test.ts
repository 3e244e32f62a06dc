import { describe, expect, it } from '@jest/globals';
import { applicationWith, manifest, type Overlay } from '../testing/applications.helper.ts';
import { diagnose } from './diagnose.ts';
import { planFixes } from './fixes/plan-fixes.ts';
import type { Finding } from './report.ts';

function problems(overlay: Overlay): readonly Finding[] {
  const { files, repository } = applicationWith(overlay);
  return diagnose(repository, files).findings.filter(({ level }) => level !== 'ok');
}

/** The JavaScript files that replace those of TypeScript. */
const JAVASCRIPT: Overlay = {
  'tsconfig.json': undefined,
  'app/error.tsx': undefined,
  'app/global-error.tsx': undefined,
  'pages/index.jsx': 'export default () => null;',
  'app/members/page.jsx':
    "import { unauthorized } from 'next/navigation';\nexport default () => unauthorized();\n",
  'instrumentation.ts': undefined,
  'vercel.json': '{}',
  '.env': 'ADIT_TRUSTED_PROXIES=10.0.0.0/8\n',
};

it('names files of JavaScript in an application of JavaScript', () => {
  const fixes = problems(JAVASCRIPT).map(({ fix = '' }) => /^Write (\S+):/.exec(fix)?.[1]);

  expect(fixes).toEqual([
    'instrumentation.js',
    'app/error.jsx',
    'app/global-error.jsx',
    'app/unauthorized.jsx',
    'pages/_error.jsx',
    'app/monitoring-tunnel/route.js',
  ]);
});

it('and mends them', () => {
  const { files, repository } = applicationWith(JAVASCRIPT);

  expect(planFixes(repository, files).changes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['app/monitoring-tunnel/route.js', 'instrumentation.js']),
  );
});

it('leaves files out that are too long to be parsed, without a failed check', () => {
  const long = ' '.repeat(1_000_001);
  const paths = [
    'adit.config.ts',
    'next.config.ts',
    'instrumentation.ts',
    'instrumentation-client.ts',
    'proxy.ts',
    'sentry.server.config.ts',
    'sentry.client.config.ts',
    'app/layout.tsx',
    'app/error.tsx',
    'app/quarry/route.ts',
    'app/members/page.tsx',
    'pages/_error.tsx',
  ];
  const found = problems({ ...Object.fromEntries(paths.map((path) => [path, long])), 'vercel.json': '{}' });

  expect(found.map(({ check }) => check)).not.toContain('doctor');
  // Imports of such a file are not known.
  expect(found.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['set-up', 'screens', 'tunnel-answered']),
  );
});

it.each<[string, Overlay, string]>([
  [
    'a Dockerfile with a variable of another name only',
    {
      Dockerfile: 'FROM node:22\nENV SENTRY_DSN_OLD=1\n',
      'sentry.server.config.ts': 'Sentry.init({ dsn: process.env.SENTRY_DSN });',
    },
    '',
  ],
  [
    'a compose file of nothing',
    { 'compose.yml': '', 'sentry.server.config.ts': 'Sentry.init(options);' },
    '',
  ],
  [
    'a build without a manifest',
    {
      '.next/required-server-files.json': '{ "config": { "env": { "A": 1 } } }',
      '.next/build-manifest.json': '[]',
    },
    '',
  ],
  [
    'another folder for builds',
    {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default withAdit({ distDir: 'out-next' });\n",
      'out-next/required-server-files.json': '{ "config": {} }',
      'out-next/static/chunks/a.js.map':
        '{ "sections": [{}, { "map": { "sources": [null, "webpack://_N_E/./app/page.tsx"] } }] }',
    },
    'source-maps',
  ],
  ['a package.json that names nothing', { 'package.json': manifest({}, { engines: 1, scripts: null }) }, ''],
  ['a variable that is blank', { '.env': 'SENTRY_DSN=\n  \nSENTRY_RELEASE= \n' }, ''],
  [
    'a matcher that is computed',
    {
      'vercel.json': '{}',
      '.env': 'ADIT_TRUSTED_PROXIES=10.0.0.1\n',
      'app/monitoring-tunnel/route.ts': "export { POST } from '@adit/next/route';",
      'proxy.ts': 'export const config = { matcher: PATHS };',
    },
    '',
  ],
  [
    'a route of another kind',
    {
      'app/api/route.ts': "export { POST } from './post';",
      'app/route.ts': "export { POST } from '@adit/tunnel/next';",
    },
    'tunnel-path',
  ],
])('reads %s', (_case, overlay, check) => {
  expect(problems(overlay).map((finding) => finding.check)).toEqual(check === '' ? [] : [check]);
});

describe('tunnel-matcher says what is true of the proxy', () => {
  const ROUTE = "export { POST } from '@adit/next/route';\n";
  const saidOf = (overlay: Overlay) => {
    const { files, repository } = applicationWith(overlay);
    const found = diagnose(repository, files).findings.filter(({ check }) => check === 'tunnel-matcher');
    return found.map(({ level, message, line }) => [level, message, line]);
  };
  const redirects = (matcher: string) =>
    `export const proxy = (r) => Response.redirect(r.nextUrl);\nexport const config = { matcher: ${matcher} };\n`;
  const BEFORE =
    'The proxy also runs for /monitoring-tunnel. With next start, the tunnel answers before it; for a serverless host, leave the path out of the matcher';
  const LEFT_OUT = 'The matcher of the proxy leaves out the tunnel path';

  it.each<[string, Overlay, unknown]>([
    ['none', {}, ['ok', 'There is no proxy that could catch the tunnel path', undefined]],
    ['a matcher of all', { 'proxy.ts': redirects("'/:path*'") }, ['ok', BEFORE, 2]],
    ['no matcher', { 'proxy.ts': 'export const proxy = () => {};\n' }, ['ok', BEFORE, 1]],
    [
      'a matcher of all, beside a route file',
      { 'proxy.ts': redirects("'/:path*'"), 'app/monitoring-tunnel/route.ts': ROUTE },
      ['error', expect.stringMatching(/^This file also runs for \/monitoring-tunnel\. /), 2],
    ],
    [
      'a matcher without the path',
      { 'proxy.ts': redirects("'/account/:path*'") },
      ['ok', LEFT_OUT, undefined],
    ],
    [
      'a matcher that names it',
      { 'proxy.ts': redirects("'/((?!monitoring-tunnel).*)'") },
      ['ok', LEFT_OUT, undefined],
    ],
    [
      'code that names it',
      { 'proxy.ts': "export const proxy = (r) => r.url.endsWith('/monitoring-tunnel') || auth(r);\n" },
      ['ok', expect.stringMatching(/^The proxy names \/monitoring-tunnel/), undefined],
    ],
    [
      'a matcher that is computed',
      { 'proxy.ts': redirects('PATHS') },
      ['ok', expect.stringMatching(/^Not checked: the matcher/), 2],
    ],
    [
      'a path that is computed',
      {
        'proxy.ts': redirects("'/:path*'"),
        'adit.config.ts': 'export default defineAdit({ monitoring: { tunnelPath: PATH } });\n',
      },
      ['ok', 'Not checked: the code computes the tunnel path', undefined],
    ],
    [
      'a file that is too long',
      { 'proxy.ts': ' '.repeat(1_000_001) },
      ['ok', 'Not checked: the proxy cannot be parsed', undefined],
    ],
  ])('%s', (_case, overlay, said) => {
    expect(saidOf(overlay)).toEqual([said]);
  });
});
