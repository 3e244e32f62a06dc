import { describe, expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { planRemoval } from '../removal/plan-removal.ts';
import { planSetup } from './plan-setup.ts';
import { unmatchedLayout } from './unknown-address.ts';

const LAYOUT = 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n';
const SHARED = {
  'package.json': '{\n  "dependencies": {\n    "next": "16.2.0",\n    "react": "19.2.0"\n  }\n}\n',
  'tsconfig.json': '{}',
};
const PAGE = 'app/[locale]/[...unknown]/page.tsx';
const LOCALE = { ...SHARED, 'app/[locale]/layout.tsx': LAYOUT, 'app/[locale]/page.tsx': '' };

/** The page after a set-up, which a removal undoes, and the layout that still lacks one. */
function setUp(contents: Record<string, string>) {
  const files = memoryFiles(contents);
  applyPlan(files, planSetup(readRepository(files), files));
  const [application] = readRepository(files).applications;
  const lacking = application && unmatchedLayout(files, application)?.layout;
  const page = files.contents.get(PAGE);
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual(contents);
  return { page, lacking };
}

describe('the page for addresses that no route has', () => {
  it('is written below a root layout of a segment', () => {
    expect(setUp(LOCALE)).toEqual({ page: expect.stringContaining('notFound();'), lacking: undefined });
  });

  it.each<[string, Record<string, string>]>([
    ['a layout in app', { 'app/layout.tsx': LAYOUT }],
    ['a page for all addresses', { 'app/[locale]/[...rest]/page.tsx': '' }],
    ['an optional one in a route group', { 'app/[locale]/(shop)/[[...slug]]/page.tsx': '' }],
    ['global-not-found', { 'app/global-not-found.tsx': 'export default () => null;\n' }],
  ])('control: is not needed beside %s', (_what, files) => {
    expect(setUp({ ...LOCALE, ...files })).toEqual({ page: undefined, lacking: undefined });
  });

  it.each<[string, Record<string, string>]>([
    ['rewrites', { 'next.config.ts': 'export default { rewrites: async () => ({ fallback: [] }) };\n' }],
    ['a Pages Router', { 'pages/old.tsx': 'export default () => null;\n' }],
    ['another root layout', { 'app/(legal)/layout.tsx': LAYOUT, 'app/(legal)/page.tsx': '' }],
  ])('is not written beside %s, which may answer it', (_what, files) => {
    const { page, lacking } = setUp({ ...LOCALE, ...files });

    expect(page).toBeUndefined();
    expect(lacking).toMatch(/layout\.tsx$/);
  });
});
