import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { readRepository } from './read-repository.ts';

const json = (value: object): string => JSON.stringify(value);
const NEXT = { dependencies: { next: '16.4.5' } };
const read = (files: Record<string, string>) => readRepository(memoryFiles(files));
const foldersOf = (files: Record<string, string>) => read(files).applications.map(({ folder }) => folder);

it('takes no project of end-to-end tests for an application, whatever folders it has', () => {
  const project = { 'nx.json': '{}', 'package.json': json(NEXT), 'apps/web/project.json': '{}' };
  const tests = { 'apps/web-e2e/project.json': '{}', 'apps/web-e2e/src/pages/cart.ts': '' };
  const web = { ...project, 'apps/web/app/page.tsx': '' };

  expect(foldersOf({ ...web, ...tests, 'apps/web-e2e/playwright.config.ts': '' })).toEqual(['apps/web']);
  expect(foldersOf({ ...web, ...tests, 'apps/web-e2e/cypress.config.js': '' })).toEqual(['apps/web']);
  // An application may have its tests next to it.
  expect(foldersOf({ ...web, 'apps/web/playwright.config.ts': '', 'apps/web/next.config.js': '' })).toEqual([
    'apps/web',
  ]);
});

it('reads an application of one package', () => {
  expect(
    read({
      'package.json': json({ name: '@acme/shop', type: 'module', ...NEXT }),
      'tsconfig.json': '{}',
      'src/app/layout.tsx': '',
      'src/instrumentation.ts': '',
      'src/middleware.ts': '',
      'sentry.server.config.ts': '',
      'next.config.ts': "export default { output: 'export' as const }",
      'adit.config.ts': '',
      'instrumentation-client.ts': 'Next takes it, because src has none',
      'instrumentation.ts': 'webpack does not find it',
    }),
  ).toEqual({
    packageManager: 'npm',
    workspace: 'none',
    nx: false,
    applications: [
      {
        folder: '',
        name: 'shop',
        manifest: 'package.json',
        next: '16.4.5',
        sourceFolder: 'src',
        appFolder: 'src/app',
        pagesFolder: undefined,
        language: 'ts',
        modules: 'esm',
        pageExtensions: ['tsx', 'ts', 'jsx', 'js'],
        staticExport: true,
        files: {
          aditConfig: 'adit.config.ts',
          nextConfig: 'next.config.ts',
          instrumentation: 'src/instrumentation.ts',
          instrumentationClient: 'instrumentation-client.ts',
          proxy: 'src/middleware.ts',
          sentryConfigs: ['sentry.server.config.ts'],
        },
      },
    ],
    kitApplications: [],
    kitLibraries: [],
  });
});

it('reads applications of the frameworks of kits', () => {
  const kit = (name: string) => json({ devDependencies: { [name]: '8' } });
  const files = {
    'package.json': json({ workspaces: ['apps/*'] }),
    'apps/svelte/package.json': kit('@sveltejs/kit'),
    'apps/svelte/vite.config.mjs': '',
    'apps/router/package.json': json({ name: '@acme/shop', dependencies: { '@react-router/dev': '8' } }),
    'apps/router/vite.config.ts': '',
    'apps/router/tsconfig.json': '{}',
    'apps/start/package.json': kit('@tanstack/react-start'),
    'apps/start/vite.config.ts': '',
    // None: no configuration of Vite, no framework, a package of no workspace, and Next.
    'apps/parts/package.json': kit('@sveltejs/kit'),
    'apps/page/package.json': kit('vite'),
    'apps/page/vite.config.ts': '',
    'other/package.json': kit('@sveltejs/kit'),
    'other/vite.config.ts': '',
    'apps/next/package.json': json({ dependencies: { next: '16', '@sveltejs/kit': '3' } }),
    'apps/next/app/page.tsx': '',
    'apps/next/vite.config.ts': '',
  };

  expect(foldersOf(files)).toEqual(['apps/next']);
  expect(read(files).kitApplications).toEqual([
    {
      framework: 'react-router',
      folder: 'apps/router',
      name: 'shop',
      manifest: 'apps/router/package.json',
      config: 'apps/router/vite.config.ts',
      language: 'ts',
    },
    expect.objectContaining({ framework: 'tanstack-start', folder: 'apps/start', name: 'start' }),
    expect.objectContaining({
      framework: 'sveltekit',
      config: 'apps/svelte/vite.config.mjs',
      language: 'js',
    }),
  ]);
});

describe('a library for applications of a framework is none', () => {
  const PACKAGED = { '@sveltejs/kit': '3', '@sveltejs/package': '2', '@sveltejs/adapter-auto': '7' };
  const EXPORTS = { '.': { types: './dist/index.d.ts', svelte: './dist/index.js' } };
  const readIn = (manifest: object, config = 'vite.config.ts') => {
    const { kitApplications, kitLibraries } = read({ 'package.json': json(manifest), [config]: '' });
    return [kitApplications.length, kitLibraries];
  };

  it.each<[string, object]>([
    ['its exports', { exports: EXPORTS, devDependencies: PACKAGED }],
    ['its field', { svelte: './dist/index.js', devDependencies: PACKAGED }],
    [
      'a script',
      {
        exports: EXPORTS,
        scripts: { prepack: 'svelte-kit sync && svelte-package' },
        devDependencies: { '@sveltejs/kit': '3' },
      },
    ],
  ])('for SvelteKit, by %s', (_way, manifest) => {
    expect(readIn(manifest)).toEqual([0, [{ framework: 'sveltekit', folder: '' }]]);
  });

  it('a layer of Nuxt', () => {
    const layer = { main: './nuxt.config.ts', devDependencies: { nuxt: '4' } };

    expect(readIn(layer, 'nuxt.config.ts')).toEqual([0, [{ framework: 'nuxt', folder: '' }]]);
  });

  it.each<[string, object]>([
    ['without exports for Svelte', { exports: { '.': './dist/index.js' }, devDependencies: PACKAGED }],
    ['without a packager', { exports: EXPORTS, devDependencies: { '@sveltejs/kit': '3' } }],
    [
      'which builds a server of Node',
      { exports: EXPORTS, devDependencies: { ...PACKAGED, '@sveltejs/adapter-node': '6' } },
    ],
  ])('control: an application %s', (_way, manifest) => {
    expect(readIn(manifest)).toEqual([1, []]);
  });

  it('control: an application of Nuxt', () => {
    expect(readIn({ main: 'index.js', devDependencies: { nuxt: '4' } }, 'nuxt.config.ts')).toEqual([1, []]);
  });
});

it('reads a Pages application in JavaScript', () => {
  const [application] = read({
    'package.json': json({ devDependencies: { next: '^15.3.0' } }),
    'node_modules/next/package.json': json({ version: '15.5.29' }),
    'pages/index.js': '',
    'proxy.js': '',
    'middleware.js': '',
  }).applications;
  expect(application).toMatchObject({
    name: 'app',
    next: '15.5.29',
    sourceFolder: '',
    appFolder: undefined,
    pagesFolder: 'pages',
    language: 'js',
    modules: 'cjs',
    staticExport: false,
    files: { proxy: 'proxy.js', sentryConfigs: [] },
  });
});

describe('the package manager', () => {
  it.each([
    ['package-lock.json', 'npm'],
    ['yarn.lock', 'yarn'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
  ])('of %s is %s', (file, manager) => {
    expect(read({ [file]: '' }).packageManager).toBe(manager);
  });

  it('is that of the manifest without a lock file, and pnpm if there are two', () => {
    expect(read({ 'package.json': json({ packageManager: 'yarn@4.1.0' }) }).packageManager).toBe('yarn');
    expect(read({ 'package.json': json({ packageManager: 'other@1' }) }).packageManager).toBe('npm');
    expect(read({ 'pnpm-lock.yaml': '', 'package-lock.json': '' }).packageManager).toBe('pnpm');
  });
});

describe('the applications', () => {
  const shop = (folder: string) => ({
    [`${folder}/package.json`]: json({ name: folder, ...NEXT }),
    [`${folder}/app/page.tsx`]: '',
  });
  const many = { ...shop('apps/web'), ...shop('apps/admin'), ...shop('examples/one') };

  it.each([
    ['none', { 'package.json': '{}' }, ['apps/admin', 'apps/web', 'examples/one']],
    ['package.json', { 'package.json': json({ workspaces: ['./apps/*/'] }) }, ['apps/admin', 'apps/web']],
    [
      'package.json',
      { 'package.json': json({ workspaces: { packages: ['apps/**', '!apps/admin'] } }) },
      ['apps/web'],
    ],
    ['pnpm-workspace.yaml', { 'pnpm-workspace.yaml': 'packages:\n  - "examples/*"\n' }, ['examples/one']],
    [
      'none',
      { 'pnpm-workspace.yaml': 'onlyBuiltDependencies: []', 'package.json': 'no JSON' },
      ['apps/admin', 'apps/web', 'examples/one'],
    ],
    [
      'none',
      { 'pnpm-workspace.yaml': ': : [', 'package.json': '7' },
      ['apps/admin', 'apps/web', 'examples/one'],
    ],
  ])('with the workspace %s', (workspace, files, folders) => {
    const repository = read({ ...many, ...files });
    expect(repository.workspace).toBe(workspace);
    expect(repository.applications.map(({ folder }) => folder)).toEqual(folders);
  });

  it('are found in an integrated Nx workspace, beside the globs', () => {
    const repository = read({
      'nx.json': '{}',
      'package.json': json({ workspaces: ['packages/*'], ...NEXT }),
      'apps/shop/project.json': json({ name: 'storefront' }),
      'apps/shop/next.config.js': '',
      'apps/shop/tsconfig.json': '{}',
      'apps/api/project.json': '{}',
    });
    expect(repository.nx).toBe(true);
    expect(repository.applications).toMatchObject([
      { folder: 'apps/shop', name: 'storefront', manifest: 'package.json', next: '16.4.5' },
    ]);
  });

  it('are not sought in folders without sources', () => {
    const folders = ['node_modules/a', 'dist/a', '.next/a', 'a/node_modules/b', '1/2/3/4/5/6/7'];
    expect(foldersOf(Object.assign({}, ...folders.map(shop)) as Record<string, string>)).toEqual([]);
    expect(foldersOf(shop('1/2/3/4/5/6'))).toEqual(['1/2/3/4/5/6']);
  });

  it('are not packages without Next, or libraries that name it', () => {
    expect(
      foldersOf({
        'a/package.json': '{}',
        'a/app/page.tsx': '',
        'b/package.json': json(NEXT),
        'b/src/index.ts': '',
        'c/project.json': '{}',
        'c/next.config.js': '',
      }),
    ).toEqual([]);
  });

  it('of the root may have others below', () => {
    expect(foldersOf({ 'package.json': json(NEXT), 'app/page.tsx': '', ...shop('docs') })).toEqual([
      '',
      'docs',
    ]);
  });

  it('have their instrumentation where their routes are', () => {
    const sourceFolder = (files: Record<string, string>) =>
      read({ 'package.json': json(NEXT), ...files }).applications[0]?.sourceFolder;
    expect(sourceFolder({ 'app/page.tsx': '', 'src/lib.ts': '' })).toBe('');
    expect(sourceFolder({ 'src/pages/index.tsx': '' })).toBe('src');
    expect(sourceFolder({ 'next.config.js': '', 'src/lib.ts': '' })).toBe('src');
    expect(sourceFolder({ 'next.config.js': '' })).toBe('');
  });
});

it.each([
  ["module.exports = { output: 'export' }", true],
  ["const a = { 'output': 'export' }", true],
  ["export default { output: 'export' satisfies string }", true],
  ["const output = 'export';\nexport default { output: output }", true],
  ["const output = 'export';\nexport default { output }", true],
  ["export default () => {\n  const output = 'export';\n  return { output };\n}", true],
  ["export default { webpack: () => ({ output: {} }), output: 'export' }", true],
  ["const f = () => { const output = 'export'; };\nexport default { output }", false],
  ['export default { output: `export` }', true],
  ["export default { output: 'standalone' }", false],
  ["// output: 'export'\nexport default {}", false],
  ["export default { output: isStatic ? 'export' : undefined }", false],
])('reads whether %s exports files: %s', (text, expected) => {
  const [application] = read({ 'package.json': json(NEXT), 'next.config.js': text }).applications;
  expect(application?.staticExport).toBe(expected);
});
