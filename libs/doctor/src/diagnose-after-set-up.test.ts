import { expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { planSetup } from '@adit/setup';
import { memoryFiles } from '@adit/testing';
import { diagnose } from './diagnose.ts';

const LAYOUT = 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n';
const SHARED = {
  'package.json': '{\n  "dependencies": {\n    "next": "16.2.0",\n    "react": "19.2.0"\n  }\n}\n',
  'tsconfig.json': '{}',
};
const LOCALE = { ...SHARED, 'app/[locale]/layout.tsx': LAYOUT, 'app/[locale]/page.tsx': '' };
const SERVERLESS = { ...SHARED, 'app/layout.tsx': LAYOUT, 'app/page.tsx': '', 'vercel.json': '{}' };
const proxy = (matcher: string): string =>
  `export function proxy() {}\n\nexport const config = { matcher: ${matcher} };\n`;

it.each<[string, Record<string, string>, readonly string[]]>([
  ['a root layout below a segment', LOCALE, []],
  ['a layout in app, too', { ...LOCALE, 'app/layout.tsx': LAYOUT }, []],
  ['an own page for all addresses', { ...LOCALE, 'app/[locale]/[...rest]/page.tsx': '' }, []],
  [
    'a Pages Router, which may answer',
    { ...LOCALE, 'pages/old.tsx': 'export default () => null;\n' },
    ['unknown-address'],
  ],
  [
    'another root layout',
    { ...LOCALE, 'app/(a)/layout.tsx': LAYOUT, 'app/(a)/page.tsx': '' },
    ['unknown-address'],
  ],
  ['a matcher that catches the tunnel', { ...SERVERLESS, 'proxy.ts': proxy("'/((?!api|_next).*)'") }, []],
  ['a matcher that does not', { ...SERVERLESS, 'proxy.ts': proxy("'/account/:path*'") }, []],
  ['a computed matcher', { ...SERVERLESS, 'proxy.ts': proxy('paths') }, []],
  [
    'a proxy without a matcher',
    { ...SERVERLESS, 'proxy.ts': 'export function proxy() {}\n' },
    ['tunnel-matcher'],
  ],
])('after the set-up of an application with %s, it finds what is left to do', (_what, contents, expected) => {
  const files = memoryFiles(contents);
  applyPlan(files, { ...planSetup(readRepository(files), files), steps: [] });
  const found = diagnose(readRepository(files), files).findings.filter(
    ({ level, check }) => level !== 'ok' && check !== 'installed' && check !== 'trusted-proxies',
  );

  expect(found.map(({ check }) => check)).toEqual(expected);
});
