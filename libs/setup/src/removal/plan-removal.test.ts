import { describe, expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { remove, setUp } from '../../testing/removal.helper.ts';
import { planRemoval } from './plan-removal.ts';

const PACKAGE =
  '{\n  "name": "shop",\n  "dependencies": {\n    "next": "16.4.5",\n    "react": "19.3.1"\n  }\n}\n';
const LAYOUT =
  'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n';

type Contents = Readonly<Record<string, string>>;

const APPLICATIONS: Readonly<Record<string, Contents>> = {
  'that is new': { 'package.json': PACKAGE, 'tsconfig.json': '{}', 'app/layout.tsx': LAYOUT },
  'in src and JavaScript': { 'package.json': PACKAGE, 'src/app/layout.jsx': LAYOUT.replaceAll(';', '') },
  'of the Pages Router, with pnpm': {
    'package.json': PACKAGE,
    'pages/index.js': 'export default A;\n',
    'pnpm-lock.yaml': '',
  },
  'with files of its own': {
    'package.json': PACKAGE,
    'tsconfig.json': '{}',
    'next.config.js': 'module.exports = {};\n',
    'instrumentation.ts': 'export function register() {\n  a();\n}\n',
    'instrumentation-client.ts': 'a();\n',
    'proxy.ts': 'export function proxy() {}\n',
    'app/layout.tsx': LAYOUT,
    'app/not-found.tsx': 'export default () => null;\n',
    'app/orders/error.tsx': 'export default function Error({ error }) {\n  return null;\n}\n',
    'pages/_error.tsx': 'export default A;\n',
    'pages/a.tsx': 'export default A;\n',
  },
  'on Vercel': {
    'package.json': PACKAGE,
    'tsconfig.json': '{}',
    'vercel.json': '{}',
    'src/app/layout.tsx': LAYOUT,
    'src/app/api/route.ts': 'export const GET = () => null;\n',
  },
  'with two root layouts in lines of Windows': {
    'package.json': PACKAGE.replaceAll('\n', '\r\n'),
    'tsconfig.json': '{}',
    'app/(a)/layout.tsx': LAYOUT.replaceAll('\n', '\r\n'),
    'app/(b)/layout.tsx': LAYOUT.replaceAll('\n', '\r\n'),
  },
  'with Sentry of its own': {
    'package.json': PACKAGE.replace('"next"', '"@sentry/nextjs": "^11.0.0",\n    "next"'),
    'tsconfig.json': '{}',
    'app/layout.tsx': LAYOUT,
    'sentry.server.config.ts': "import * as Sentry from '@sentry/nextjs';\nSentry.init({});\n",
    'instrumentation.ts':
      "export async function register() {\n  if (process.env.NEXT_RUNTIME === 'nodejs') await import('./sentry.server.config');\n}\n",
  },
};

describe('an application', () => {
  it.each(Object.entries(APPLICATIONS))('%s comes back byte for byte', (_name, contents) => {
    const files = setUp(contents);
    expect(Object.fromEntries(files.contents)).not.toEqual(contents);
    const { steps } = remove(files);
    expect(Object.fromEntries(files.contents)).toEqual(contents);
    expect(steps.filter(({ byHand }) => byHand)).toEqual([]);
    expect(remove(files)).toEqual({ changes: [], steps: [] });
  });

  it('that was formatted since comes back without its lines', () => {
    const files = setUp(APPLICATIONS['that is new']!);
    for (const [path, text] of files.contents)
      if (path.endsWith('.ts') || path === 'app/error.tsx')
        files.write(path, text.replaceAll("'", '"').replaceAll(';', '').replaceAll('\n', '\r\n'));
    remove(files);
    expect(Object.fromEntries(files.contents)).toEqual(APPLICATIONS['that is new']);
  });
});

it('says with pnpm what stays in the lock file, and only then', () => {
  const reasonOf = (contents: Contents) =>
    remove(setUp(contents)).steps.find(({ path }) => path === 'package.json')?.reason;

  expect(reasonOf(APPLICATIONS['of the Pages Router, with pnpm']!)).toContain('pnpm-lock.yaml');
  expect(reasonOf(APPLICATIONS['that is new']!)).toBe('No file uses these dependencies now.');
});

it.each([
  ['a comment', "// import * as Sentry from '@sentry/nextjs';\nexport const on = true;\n", false],
  ['control: code', "export const load = () => import('@sentry/nextjs');\n", true],
])('takes the SDK out unless code names it: %s', (_title, text, isLeft) => {
  const files = setUp({ ...APPLICATIONS['that is new']!, 'lib/report.ts': text });
  remove(files);
  expect((files.read('package.json') ?? '').includes('@sentry/nextjs')).toBe(isLeft);
});

describe('a version of Sentry’s SDK that a set-up does not write', () => {
  const removed = (contents: Contents, path = 'package.json') => {
    const files = setUp(contents);
    files.write(path, (files.read(path) ?? '').replace(/("@sentry\/\w+": )"[^"]+"/g, '$1"11.3.0"'));
    const { steps } = remove(files);
    return { steps, manifest: files.read(path), again: remove(files) };
  };

  it('is left, and a step says so, why, and how to take it out', () => {
    const { steps, manifest, again } = removed(APPLICATIONS['that is new']!);

    expect(manifest).toContain('"@sentry/nextjs": "11.3.0"');
    expect(manifest).not.toContain('@adit');
    expect(steps.filter(({ path }) => path === 'package.json')).toEqual([
      { application: '', path: 'package.json', reason: 'No file uses these dependencies now.' },
      {
        application: '',
        path: 'package.json',
        reason:
          'Leaves @sentry/nextjs 11.3.0, which no file here uses: a set-up writes another version, so it may be yours. To take it out: npm uninstall @sentry/nextjs',
      },
    ]);
    expect(again).toEqual({ changes: [], steps: [] });
  });

  it('is named with @sentry/core, and in the folder of the application', () => {
    const { steps } = removed(
      {
        'package.json': '{}',
        'pnpm-workspace.yaml': 'packages: [apps/*]\n',
        'pnpm-lock.yaml': '',
        'apps/a/package.json': PACKAGE,
        'apps/a/app/layout.js': LAYOUT,
      },
      'apps/a/package.json',
    );

    expect(steps.at(-1)?.reason).toMatch(
      /^Leaves @sentry\/nextjs 11\.3\.0 and @sentry\/core 11\.3\.0, .*: cd apps\/a && pnpm remove @sentry\/nextjs @sentry\/core$/,
    );
  });

  it('control: is no matter if a file uses it, or if it is taken out', () => {
    const using = { ...APPLICATIONS['that is new']!, 'lib/a.ts': "import '@sentry/nextjs';\n" };
    const reasons = [...removed(using).steps, ...remove(setUp(APPLICATIONS['that is new']!)).steps].map(
      ({ reason }) => reason,
    );

    expect(reasons.filter((reason) => reason.startsWith('Leaves'))).toEqual([]);
  });
});

describe('what a person has changed since', () => {
  const changed = () => {
    const files = setUp(APPLICATIONS['that is new']!);
    const edit = (path: string, from: string, to: string) =>
      files.write(path, (files.read(path) ?? '').replace(from, to));
    return { files, edit };
  };

  it('stays in files that were edited', () => {
    const { files, edit } = changed();
    edit('next.config.ts', '{}', '{ reactStrictMode: true }');
    edit('app/layout.tsx', '<body>', '<body className="a">');
    edit('package.json', '"react"', '"lodash": "1",\n    "react"');
    remove(files);
    expect(files.read('next.config.ts')).toBe('export default { reactStrictMode: true };\n');
    expect(files.read('app/layout.tsx')).toBe(LAYOUT.replace('<body>', '<body className="a">'));
    expect(files.read('package.json')).toBe(PACKAGE.replace('"react"', '"lodash": "1",\n    "react"'));
  });

  it('is left to a person in files that were created, and the dependency stays until then', () => {
    const { files, edit } = changed();
    edit('app/not-found.tsx', 'default', 'default as NotFound');
    edit('app/not-found.tsx', '\n', '\nexport default () => <NotFound />;\n');
    files.write(
      'app/checkout/pay.ts',
      "import { captureError } from '@adit/next/report';\ncaptureError(1);\n",
    );
    const { steps } = remove(files);
    expect(steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand.snippet]] : []))).toEqual([
      ['app/not-found.tsx', "export { default as NotFound, metadata } from '@adit/next/screens/not-found';"],
      ['app/checkout/pay.ts', "import { captureError } from '@adit/next/report';"],
    ]);
    expect(files.read('app/not-found.tsx')).toContain('<NotFound />');
    expect(files.read('package.json')).toBe(
      PACKAGE.replace('"next"', '"@adit/next": "^0.1.0",\n    "@sentry/nextjs": "^11.0.0",\n    "next"'),
    );
  });

  it('stays if its shape is not known', () => {
    const { files, edit } = changed();
    edit('next.config.ts', 'withAdit({})', 'compose([withAdit])({})');
    const before = files.read('next.config.ts');
    const { steps } = remove(files);
    expect(files.read('next.config.ts')).toBe(before);
    expect(steps.some(({ path, byHand }) => path === 'next.config.ts' && byHand)).toBe(true);
  });
});

it('names the lines that it takes out of an own error screen, because a user may have written them', () => {
  const own = "'use client';\nexport default function Error({ error }) {\n  return <p>Sorry.</p>;\n}\n";
  const files = setUp({ ...APPLICATIONS['that is new']!, 'app/error.tsx': own });
  const screen = remove(files).steps.find(({ path }) => path === 'app/error.tsx');
  expect(screen?.reason).toBe(
    "Takes out `import { useEffect } from 'react';`, `import { captureError } from '@adit/next/report';`, `useEffect(() => captureError(error), [error]);`; the rest stays.",
  );
  expect(files.read('app/error.tsx')).toBe(own);
});

it.each([
  [
    'in the lines of Prettier',
    'app/tunnel/route.ts',
    "export {\n  GET,\n  POST,\n} from '@adit/next/route';\n",
    false,
  ],
  [
    'that a user wrote',
    'app/operations/[[...path]]/route.ts',
    "// live\nexport { GET, POST } from '@adit/next/operations';\n",
    false,
  ],
  [
    'control: with code of its own',
    'app/health/route.ts',
    "export { GET } from '@adit/next/operations';\nexport const dynamic = 'force-dynamic';\n",
    true,
  ],
])('removes a file that only passes on exports of Adit, %s', (_title, path, text, stays) => {
  const files = setUp(APPLICATIONS['that is new']!);
  files.write(path, text);
  const { steps } = remove(files);
  expect([files.exists(path), steps.some((step) => step.path === path && step.byHand)]).toEqual([
    stays,
    stays,
  ]);
});

describe('applications that share a manifest', () => {
  const two = {
    'nx.json': '{}',
    'package.json': PACKAGE,
    'apps/a/project.json': '{}',
    'apps/a/app/layout.js': LAYOUT,
    'apps/b/project.json': '{}',
    'apps/b/app/layout.js': LAYOUT,
  };

  it('keep the dependencies until the last one goes', () => {
    const files = setUp(two);
    const removeOne = (folder: string) =>
      applyPlan(files, planRemoval(readRepository(files), files, { applications: [folder] }));
    const after = files.read('package.json');
    removeOne('apps/a');
    expect(files.read('package.json')).toBe(after);
    expect(files.exists('apps/b/app/error.js')).toBe(true);
    removeOne('apps/b');
    expect(Object.fromEntries(files.contents)).toEqual(two);
  });
});
