import { describe, expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { planRemoval } from '../removal/plan-removal.ts';
import { planSetup } from '../set-up/plan-setup.ts';
import { missingKitFiles, usesKits } from './missing-kit-files.ts';

const manifest = (fields: object): string => `${JSON.stringify(fields, undefined, 2)}\n`;
const SHOP = {
  'package.json': manifest({
    name: '@acme/web-shop',
    devDependencies: { '@sveltejs/kit': '^3.2.0', '@sveltejs/adapter-node': '^6.0.0' },
  }),
  'vite.config.js':
    "import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };\n",
  'src/app.html': '',
};
const start = (texts: Record<string, string>) => {
  const files = memoryFiles(texts);
  const plan = planSetup(readRepository(files), files);
  applyPlan(files, plan);
  return { files, plan };
};
const dependenciesOf = (text = '{}'): unknown =>
  (JSON.parse(text) as { dependencies?: unknown }).dependencies;

it('sets up an application in JavaScript, with its name as that of the site', () => {
  const { files, plan } = start(SHOP);

  expect(plan.changes.map(({ path }) => path)).toEqual([
    'package.json',
    'src/hooks.client.js',
    'src/hooks.server.js',
    'vite.config.js',
  ]);
  expect(files.read('vite.config.js')).toContain("[adit({ siteName: 'Web shop' }), sveltekit()]");
  expect(plan.steps.filter(({ byHand }) => byHand)).toEqual([]);
});

it('pins the packages of Sentry for pnpm, with the one that pnpm does not find', () => {
  const { files } = start({ ...SHOP, 'pnpm-lock.yaml': '' });

  expect(dependenciesOf(files.read('package.json'))).toEqual({
    '@adit/kits': '^0.1.0',
    '@sentry/browser': '11.8.0',
    '@sentry/node': '11.8.0',
    '@sentry/core': '11.8.0',
  });
});

it('gives the packages of Sentry the range of the one that is there', () => {
  const own = manifest({
    dependencies: { '@sentry/node': '^10.2.0' },
    devDependencies: { '@sveltejs/kit': '3', '@sveltejs/adapter-node': '6' },
  });
  const { files } = start({ ...SHOP, 'package.json': own });

  expect(dependenciesOf(files.read('package.json'))).toEqual({
    '@adit/kits': '^0.1.0',
    '@sentry/browser': '^10.2.0',
    '@sentry/node': '^10.2.0',
  });
});

it('leaves the code of an application with parts of its own, and says what to write', () => {
  const texts = { ...SHOP, 'src/hooks.server.ts': 'export const handle = log;\n' };
  const { files, plan } = start(texts);

  expect(files.read('src/hooks.server.ts')).toBe(texts['src/hooks.server.ts']);
  expect(files.exists('src/hooks.server.js')).toBe(false);
  expect(plan.steps.filter(({ byHand }) => byHand)).toEqual([
    {
      application: '',
      path: 'src/hooks.server.ts',
      reason: 'Reports errors of the server, serves the tunnel path, and answers errors with pages.',
      byHand: {
        why: 'the file exists, so this step is yours: a handle of its own comes after that of the kit, with sequence of @sveltejs/kit/hooks',
        snippet: "export { handle, handleError } from '@adit/kits/sveltekit/server';\n",
      },
    },
  ]);
});

it.each(['src/hooks.server.ts', 'src/lib/monitoring.ts'])('accepts lines of the user’s own in %s', (path) => {
  const own =
    "import { handle as kit, handleError } from '@adit/kits/sveltekit/server';\nexport const handle = sequence(kit);\nexport { handleError };\n";
  const { plan } = start({ ...SHOP, 'src/hooks.server.ts': '', [path]: own });

  expect(plan.steps.filter(({ byHand }) => byHand)).toEqual([]);
});

it('writes no file into a folder that the application does not have', () => {
  const { files, plan } = start({
    'package.json': manifest({ devDependencies: { '@react-router/dev': '8.4.0' } }),
    'vite.config.ts': 'export default { plugins: [] };\n',
    'web/root.tsx': '',
  });

  expect(files.list('app')).toEqual([]);
  const why = 'there is no such file, so this step is yours';
  expect(plan.steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand.why]] : []))).toEqual([
    ['app/entry.server.jsx', why],
    ['app/root.js', why],
  ]);
});

it.each([
  ['@sveltejs/adapter-auto', 1],
  ['@sveltejs/adapter-node', 0],
])('with %s, %i step is left: without a server of Node, nothing answers the tunnel path', (adapter, left) => {
  const own = manifest({ devDependencies: { '@sveltejs/kit': '3', [adapter]: '6' } });
  const { plan } = start({ ...SHOP, 'package.json': own });
  const byHand = plan.steps.flatMap((step) => step.byHand ?? []);

  expect(byHand).toHaveLength(left);
  for (const { snippet } of byHand)
    expect(snippet).toBe('npm install @sveltejs/adapter-node\n# then, in vite.config.js: adapter: adapter()');
});

describe('changes nothing', () => {
  it.each([
    [
      'in a version that is not supported',
      { '@sveltejs/kit': '^2.5.0' },
      'the application has @sveltejs/kit ^2.5.0',
      '# upgrade SvelteKit, then\nnpx @adit/cli init',
    ],
    [
      'beside Sentry’s SDK for the framework',
      { '@sveltejs/kit': '^3.0.0', '@sentry/sveltekit': '^11.0.0' },
      '@sentry/sveltekit would start Sentry’s SDK, and report errors, a second time',
      '# take out the code that uses it, then\nnpm uninstall @sentry/sveltekit\nnpx @adit/cli init',
    ],
  ])('%s, and says why', (_name, devDependencies, why, snippet) => {
    const { plan } = start({ ...SHOP, 'package.json': manifest({ devDependencies }) });

    expect(plan.changes).toEqual([]);
    expect(plan.steps.map(({ byHand }) => byHand)).toEqual([{ why, snippet }]);
  });
});

it('takes out what a set-up wrote, and names what the user changed', () => {
  const { files } = start(SHOP);
  files.write(
    'src/hooks.server.js',
    "import { handleError } from '@adit/kits/sveltekit/server';\nuse(handleError);\n",
  );
  const plan = planRemoval(readRepository(files), files);
  applyPlan(files, plan);

  expect(plan.changes.map(({ path }) => path)).toEqual(['src/hooks.client.js', 'vite.config.js']);
  expect(plan.steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand.snippet]] : []))).toEqual([
    ['src/hooks.server.js', "import { handleError } from '@adit/kits/sveltekit/server';"],
  ]);

  files.remove('src/hooks.server.js');
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(files.read('package.json')).toBe(SHOP['package.json']);
});

it('takes the line of a hook out of a file to which a user has added', () => {
  const { files } = start(SHOP);
  const own = 'export const init = () => load();\n';
  files.write('src/hooks.server.js', `${files.read('src/hooks.server.js')}\n${own}`);
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual({ ...SHOP, 'src/hooks.server.js': own });
});

it('removes the kit with the options that a user has given it', () => {
  const { files } = start(SHOP);
  files.write(
    'vite.config.js',
    (files.read('vite.config.js') ?? '').replace("'Web shop'", "'Web shop', release: 'a@1'"),
  );
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual(SHOP);
});

describe('says what takes the place of a default export, in both directions', () => {
  const APP = {
    'package.json': manifest({ devDependencies: { '@react-router/dev': '8.4.0' } }),
    'vite.config.js': 'export default { plugins: [] };\n',
    'app/root.jsx': 'export default function App() {}\n',
  };
  const byHandOf = (plan: ReturnType<typeof start>['plan']) =>
    plan.steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand.why, byHand.snippet]] : []));

  it('for the root of React Router', () => {
    const { files, plan } = start(APP);
    const [, , line = ''] = byHandOf(plan)[0] ?? [];
    files.write('app/root.jsx', `import './root.css';\n${line}`);

    expect(byHandOf(plan)).toEqual([
      [
        'app/root.jsx',
        'this step is yours: this line takes the place of its own App, the default export, and of its ErrorBoundary',
        "export { AditRoot as default, ErrorBoundary } from '@adit/kits/react-router';\n",
      ],
    ]);
    const [removal] = byHandOf(planRemoval(readRepository(files), files));
    expect(removal).toEqual([
      'app/root.jsx',
      'it is not as a set-up writes it, so it stays as it is; write a default export of its own in place of the lines of Adit',
      `${line}
// in place of that:
import { Outlet } from 'react-router';

export default function App() {
  return <Outlet />;
}
`,
    ]);
  });

  it('for a server of React Router with code of its own, which can be removed', () => {
    const own =
      "import './log.js';\nexport { default, handleError } from '@adit/kits/react-router/server';\n";
    const { files } = start({ ...APP, 'app/entry.server.jsx': own });

    expect(byHandOf(planRemoval(readRepository(files), files))).toContainEqual([
      'app/entry.server.jsx',
      'it is not as a set-up writes it, so it stays as it is; remove the file, or write a default export of its own in place of these lines',
      "export { default, handleError } from '@adit/kits/react-router/server';",
    ]);
  });

  it('control: a root with a default export of its own keeps it', () => {
    const own =
      "import { AditRoot } from '@adit/kits/react-router';\nexport default () => <AditRoot><App /></AditRoot>;\n";
    const { files } = start({ ...APP, 'app/root.jsx': own });

    expect(byHandOf(planRemoval(readRepository(files), files))).toEqual([
      [
        'app/root.jsx',
        'it is not as a set-up writes it, so it stays as it is; remove these lines, or the file',
        "import { AditRoot } from '@adit/kits/react-router';",
      ],
    ]);
  });
});

it.each(['src/routes/+page.svelte', 'app/pages/index.vue'])(
  'keeps the packages while %s uses them',
  (path) => {
    const { files } = start(SHOP);
    files.write(path, "<script>\n  import { captureError } from '@adit/kits/browser';\n</script>\n");
    const plan = planRemoval(readRepository(files), files);

    expect(plan.steps.map((step) => [step.path, step.byHand !== undefined])).toContainEqual([path, true]);
    expect(plan.changes.map(({ path }) => path)).not.toContain('package.json');
  },
);

it('sets up applications of several frameworks in one workspace, and only the chosen ones', () => {
  const texts = {
    'package.json': manifest({ workspaces: ['apps/*'] }),
    'apps/next/package.json': manifest({ dependencies: { next: '16.4.5', react: '19.3.1' } }),
    'apps/next/app/layout.tsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
    ...Object.fromEntries(Object.entries(SHOP).map(([path, text]) => [`apps/shop/${path}`, text])),
  };
  const files = memoryFiles(texts);
  const repository = readRepository(files);
  const foldersOf = (applications?: string[]) =>
    new Set(
      planSetup(repository, files, applications && { applications }).changes.map(({ path }) =>
        path.split('/').slice(0, 2).join('/'),
      ),
    );

  expect(foldersOf()).toEqual(new Set(['apps/next', 'apps/shop']));
  expect(foldersOf(['apps/shop'])).toEqual(new Set(['apps/shop']));
  expect(foldersOf(['apps/next'])).toEqual(new Set(['apps/next']));
});

it('shows the lines for a configuration that has an error of syntax', () => {
  const { plan } = start({ ...SHOP, 'vite.config.js': 'export default {' });

  expect(plan.steps.find(({ path }) => path === 'vite.config.js')?.byHand).toEqual({
    why: 'the file has an error of syntax',
    snippet: "import { adit } from '@adit/kits/vite';\n\nplugins: [adit({ siteName: 'Web shop' }), …],",
  });
});

it('lists the files without the lines of the kit, until a set-up has written them', () => {
  const missingIn = (texts: Record<string, string>) => {
    const files = memoryFiles(texts);
    const [application] = readRepository(files).kitApplications;
    return application && [usesKits(files, application), missingKitFiles(files, application)];
  };

  expect(
    missingIn({ ...SHOP, 'src/hooks.client.js': "export { handleError } from '@adit/kits/sveltekit';\n" }),
  ).toEqual([
    true,
    [
      {
        path: 'vite.config.js',
        exists: true,
        module: '@adit/kits/vite',
        lines: "import { adit } from '@adit/kits/vite';\n\nplugins: [adit({ siteName: 'Web shop' }), …],",
        advice: 'Adit has to be the first of the plugins',
      },
      {
        path: 'src/hooks.server.js',
        exists: false,
        module: '@adit/kits/sveltekit/server',
        lines: "export { handle, handleError } from '@adit/kits/sveltekit/server';\n",
        advice: 'a handle of its own comes after that of the kit, with sequence of @sveltejs/kit/hooks',
      },
    ],
  ]);
  expect(missingIn(SHOP)).toEqual([false, [expect.anything(), expect.anything(), expect.anything()]]);
  expect(missingIn(Object.fromEntries(start(SHOP).files.contents))).toEqual([true, []]);
});

describe('asks for a use of what a file imports', () => {
  const HANDLE = "import { handle } from '@adit/kits/sveltekit/server';\n";
  const ALL = "import * as kit from '@adit/kits/sveltekit/server';\n";
  const leftIn = (text: string, path = 'src/hooks.server.js', kept: object = {}) =>
    start({ ...SHOP, ...kept, [path]: text })
      .plan.steps.filter(({ byHand }) => byHand)
      .map((step) => step.path);

  it.each([
    `${ALL}export const handle = kit.handle;\n`,
    `${ALL}use(kit);\n`,
    `${HANDLE}export { handle };\n`,
    `${HANDLE}export default { handle };\n`,
    "export * from '@adit/kits/sveltekit/server';\n",
    "const { handle } = require('@adit/kits/sveltekit/server');\nexports.handle = handle;\n",
  ])('which %j has', (text) => {
    expect(leftIn(text)).toEqual([]);
  });

  it.each([
    HANDLE,
    ALL,
    `${HANDLE}log.handle({ handle: 1 });\n`,
    `${ALL}kit.other();\n`,
    "const { handle } = require('@adit/kits/sveltekit/server');\n",
    '// @adit/kits/sveltekit/server\nexport const broken = ;\n',
  ])('which %j does not have', (text) => {
    expect(leftIn(text)).toEqual(['src/hooks.server.js']);
  });

  it('in a type, it is none', () => {
    expect(leftIn(`${HANDLE}export type Own = typeof handle;\n`, 'src/hooks.server.ts')).toEqual([
      'src/hooks.server.ts',
    ]);
  });

  it('in the configuration and in the router, too', () => {
    const config = "import { adit } from '@adit/kits/vite';\nexport default { plugins: [] };\n";
    expect(leftIn(config, 'vite.config.js')).toEqual(['vite.config.js']);

    const router =
      "import { createRouter } from '@tanstack/react-router';\nimport { withAdit } from '@adit/kits/tanstack-start';\nexport const getRouter = () => createRouter({});\n";
    const own = manifest({ dependencies: { '@tanstack/react-start': '1.169.5' } });
    expect(leftIn(router, 'src/router.js', { 'package.json': own })).toEqual(['src/router.js']);
  });
});

it('leaves a package of Sentry whose range is not that of a set-up, and says so', () => {
  const { files } = start(SHOP);
  files.write(
    'package.json',
    (files.read('package.json') ?? '').replace('"@sentry/node": "^11.0.0"', '"@sentry/node": "^11.4.0"'),
  );
  const plan = planRemoval(readRepository(files), files);
  applyPlan(files, plan);

  expect(dependenciesOf(files.read('package.json'))).toEqual({ '@sentry/node': '^11.4.0' });
  expect(plan.steps.at(-1)?.reason).toMatch(/^Leaves @sentry\/node \^11\.4\.0, which no file here uses/);
});

it('keeps Sentry’s packages while a component or a script uses them', () => {
  for (const [path, line] of [
    ['src/routes/+page.svelte', "<script>import { logger } from '@sentry/browser';</script>\n"],
    ['app/app.vue', "<script>import { logger } from '@sentry/browser';</script>\n"],
    ['src/log.js', "import { logger } from '@sentry/node';\n"],
  ] as const) {
    const { files } = start({ ...SHOP, [path]: line });
    applyPlan(files, planRemoval(readRepository(files), files));

    expect(dependenciesOf(files.read('package.json'))).toEqual({
      '@sentry/browser': '^11.0.0',
      '@sentry/node': '^11.0.0',
    });
  }
});
