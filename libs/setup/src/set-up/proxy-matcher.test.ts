import { expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { planRemoval } from '../removal/plan-removal.ts';
import { planSetup } from './plan-setup.ts';

const proxy = (matcher: string): string =>
  `export function proxy() {}\n\nexport const config = { matcher: ${matcher} };\n`;

/** The proxy after a set-up, which a removal undoes, and what is left to do by hand. */
function setUp(contents: Record<string, string>) {
  const all = {
    'package.json': '{\n  "dependencies": {\n    "next": "16.2.0",\n    "react": "19.2.0"\n  }\n}\n',
    'tsconfig.json': '{}',
    'app/layout.tsx': 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n',
    ...contents,
  };
  const files = memoryFiles(all);
  const { changes, steps } = planSetup(readRepository(files), files);
  applyPlan(files, { changes, steps: [] });
  const after = files.contents.get('proxy.ts') ?? '';
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual(all);
  return { after, byHand: steps.flatMap(({ path, byHand }) => (byHand ? [path] : [])) };
}

it('leaves the tunnel path out of a matcher that catches it on a serverless host', () => {
  const { after, byHand } = setUp({ 'vercel.json': '{}', 'proxy.ts': proxy("'/((?!api|_next).*)'") });

  expect(after).toMatch(/\(\?![\w-]+\|api\|_next\)/);
  expect(byHand).toEqual([]);
});

it('has a step by hand for a proxy without a matcher', () => {
  expect(setUp({ 'vercel.json': '{}', 'proxy.ts': 'export function proxy() {}\n' }).byHand).toEqual([
    'proxy.ts',
  ]);
});

it.each<[string, Record<string, string>]>([
  ['next start answers before the proxy', { 'proxy.ts': proxy("'/((?!api|_next).*)'") }],
  ['the matcher does not catch the path', { 'vercel.json': '{}', 'proxy.ts': proxy("'/account/:path*'") }],
  ['the matcher is computed', { 'vercel.json': '{}', 'proxy.ts': proxy('paths') }],
])('control: leaves nothing out if %s', (_why, files) => {
  const { after, byHand } = setUp(files);
  expect(after).toContain(files['proxy.ts']?.slice(-20));
  expect(byHand).toEqual([]);
});
