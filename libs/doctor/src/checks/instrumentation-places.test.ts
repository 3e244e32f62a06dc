import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { diagnose } from '../diagnose.ts';
import { planFixes } from '../fixes/plan-fixes.ts';
import { applyPlan, readRepository } from '@adit/codebase';
import { planRemoval, planSetup } from '@adit/setup';

const LAYOUT =
  'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n';
const SHARED = {
  'package.json': '{\n  "dependencies": {\n    "next": "16.2.0",\n    "react": "19.2.0"\n  }\n}\n',
  'tsconfig.json': '{}',
};
const IN_SRC = { ...SHARED, 'src/app/layout.tsx': LAYOUT };
const ANALYTICS = "import posthog from 'posthog-js';\n\nposthog.init('key');\n";
const REGISTER = "export function register() {\n  console.log('ours');\n}\n";

/** Sets an application up. Returns its files, and the doctor's findings without an install. */
function setUp(contents: Record<string, string>) {
  const files = memoryFiles(contents);
  applyPlan(files, planSetup(readRepository(files), files));
  const after = Object.fromEntries(files.contents);
  const found = diagnose(readRepository(files), files).findings.filter(
    ({ level, check }) => level !== 'ok' && check !== 'installed',
  );
  expect(planSetup(readRepository(files), files)).toEqual({ changes: [], steps: [] });
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual(contents);
  return { after, found };
}

describe('instrumentation-client in the folder beside src', () => {
  it('is the one that Next takes, so Adit is added to it', () => {
    const { after, found } = setUp({ ...IN_SRC, 'instrumentation-client.ts': ANALYTICS });

    expect(after['instrumentation-client.ts']).toContain("posthog.init('key')");
    expect(after['instrumentation-client.ts']).toContain('@adit/next/client');
    expect(after).not.toHaveProperty('src/instrumentation-client.ts');
    expect(found).toEqual([]);
  });

  it('comes after the one of src, also if the routes lie beside it', () => {
    const client = { 'src/instrumentation-client.ts': ANALYTICS };
    const { after, found } = setUp({ ...SHARED, 'app/layout.tsx': LAYOUT, ...client });

    expect(after['src/instrumentation-client.ts']).toContain('@adit/next/client');
    expect(after).not.toHaveProperty('instrumentation-client.ts');
    expect(found).toEqual([]);
  });

  it('does nothing beside the one of src, and the doctor says to move its code', () => {
    const files = { 'instrumentation-client.ts': ANALYTICS, 'src/instrumentation-client.ts': '// ours\n;' };
    const { after, found } = setUp({ ...IN_SRC, ...files });

    expect(after['instrumentation-client.ts']).toBe(ANALYTICS);
    expect(found.map(({ fix }) => fix)).toEqual([
      'Move what instrumentation-client.ts does to src/instrumentation-client.ts, then remove it.',
    ]);
  });
});

describe('instrumentation in the folder beside src', () => {
  it('is found by Turbopack, and by webpack through a file in src', () => {
    const { after, found } = setUp({ ...IN_SRC, 'instrumentation.ts': REGISTER });

    expect(after['instrumentation.ts']).toContain("console.log('ours')");
    expect(after['instrumentation.ts']).toContain('@adit/next/instrumentation');
    expect(after['src/instrumentation.ts']).toMatch(/\nexport \* from '\.\.\/instrumentation';\n$/);
    expect(found).toEqual([]);
  });

  it('that src passes on already stays so', () => {
    const own = "export * from '../instrumentation'\n";
    const { after, found } = setUp({
      ...IN_SRC,
      'instrumentation.ts': REGISTER,
      'src/instrumentation.ts': own,
    });

    expect(after['src/instrumentation.ts']).toBe(own);
    expect(after['instrumentation.ts']).toContain('@adit/next/instrumentation');
    expect(found).toEqual([]);
  });

  it('is set up beside another one of src, and the doctor says that there are two', () => {
    const { after, found } = setUp({
      ...IN_SRC,
      'instrumentation.ts': REGISTER,
      'src/instrumentation.ts': REGISTER,
    });

    for (const path of ['instrumentation.ts', 'src/instrumentation.ts'])
      expect(after[path]).toContain('@adit/next/instrumentation');
    expect(found.map(({ check, fix }) => [check, fix])).toEqual([
      ['instrumentation', 'Move what instrumentation.ts does to src/instrumentation.ts, then remove it.'],
    ]);
  });

  it('control: a proxy there is found by nobody, so it stays as it is', () => {
    const proxy = 'export function proxy() {}\n';
    expect(setUp({ ...IN_SRC, 'proxy.ts': proxy }).after['proxy.ts']).toBe(proxy);
  });
});

const PAGES = "export default { pageExtensions: ['page.tsx', 'page.ts'] };\n";

describe('pageExtensions', () => {
  const contents = {
    ...SHARED,
    'next.config.ts': PAGES,
    'vercel.json': '{}',
    'app/layout.page.tsx': LAYOUT,
    'app/page.page.tsx': 'export default () => null;\n',
    'app/layout.tsx': 'export const Layout = () => null;\n',
    'app/error.tsx': 'export const Failed = () => null;\n',
    'proxy.page.ts': "export function proxy() {}\nexport const config = { matcher: '/account' };\n",
    'pages/old.page.tsx': 'export default () => null;\n',
  };

  it('name the files of a set-up, except those that Next imports as modules', () => {
    const { after, found } = setUp(contents);

    const added = Object.keys(after).filter((path) => !(path in contents));
    const route = added.find((path) => path.endsWith('/route.page.ts'));
    expect(route).toBeDefined();
    expect(added.filter((path) => path !== route).sort()).toEqual([
      'AGENTS.md',
      'adit.config.ts',
      'app/error.page.tsx',
      'app/forbidden.page.tsx',
      'app/global-error.page.tsx',
      'app/not-found.page.tsx',
      'app/unauthorized.page.tsx',
      'instrumentation-client.ts',
      'instrumentation.page.ts',
      'pages/_error.page.tsx',
    ]);
    expect(after['app/layout.tsx']).toBe(contents['app/layout.tsx']);
    expect(after['app/error.tsx']).toBe(contents['app/error.tsx']);
    expect(after['app/layout.page.tsx']).toContain('AditRoot');
    expect(after['proxy.page.ts']).toContain('reportErrors');
    expect(found.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('that came later: the doctor finds each file that Next ignores now, and --fix renames it', () => {
    const files = memoryFiles({ ...SHARED, 'app/layout.tsx': LAYOUT, 'app/page.tsx': '' });
    applyPlan(files, planSetup(readRepository(files), files));
    files.write(
      'next.config.ts',
      "import { withAdit } from '@adit/next/config';\nexport default withAdit({ pageExtensions: ['page.tsx', 'page.ts'] });\n",
    );
    const repository = readRepository(files);
    const found = diagnose(repository, files).findings.filter(({ level }) => level === 'error');
    expect(new Set(found.map(({ check }) => check))).toEqual(new Set(['page-extensions']));
    expect(found.map(({ fix }) => fix)).toContain('mv app/error.tsx app/error.page.tsx');

    applyPlan(files, planFixes(repository, files));
    expect([...files.contents.keys()]).toEqual(
      expect.arrayContaining(['app/error.page.tsx', 'app/layout.page.tsx', 'instrumentation.page.ts']),
    );
    expect(files.contents.has('instrumentation.ts')).toBe(false);
    expect(diagnose(readRepository(files), files).findings.filter(({ level }) => level === 'error')).toEqual(
      [],
    );
  });
});
