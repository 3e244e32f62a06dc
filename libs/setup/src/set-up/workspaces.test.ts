import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { planSetup } from './plan-setup.ts';
import { readRepository } from '@adit/codebase';

const SHARED = JSON.stringify({ private: true, dependencies: { next: '16.2.0', react: '19.2.0' } });
const LAYOUT = 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n';
const foldersOf = (contents: Record<string, string>) =>
  readRepository(memoryFiles(contents)).applications.map(({ folder }) => folder);

describe('in a workspace whose root names Next for all', () => {
  const nx = { 'nx.json': '{}', 'package.json': SHARED, 'package-lock.json': '{}' };
  const site = {
    'apps/site/project.json': '{"name":"site"}',
    'apps/site/next.config.js': 'module.exports = {};\n',
    'apps/site/src/app/layout.tsx': LAYOUT,
  };

  it.each<[string, Record<string, string>]>([
    [
      'of Vite with pages',
      {
        'apps/desk/vite.config.ts': 'export default {};\n',
        'apps/desk/index.html': '',
        'apps/desk/src/pages/Home.tsx': 'export const Home = () => null;\n',
      },
    ],
    [
      'of Vite whose pages have an index',
      { 'apps/desk/vite.config.mts': '', 'apps/desk/src/pages/index.tsx': '' },
    ],
    [
      'of Expo with routes',
      {
        'apps/desk/package.json': '{"name":"desk","dependencies":{"expo":"*"}}',
        'apps/desk/app.json': '{"expo":{}}',
        'apps/desk/metro.config.js': '',
        'apps/desk/src/app/_layout.tsx': 'export default () => null;\n',
      },
    ],
    ['of Angular', { 'apps/desk/src/app/app.component.ts': '', 'apps/desk/src/app/page.component.ts': '' }],
    ['of a library of pages', { 'apps/desk/src/pages/Home.tsx': '' }],
  ])('a project %s is no application of Next', (_what, files) => {
    expect(foldersOf({ ...nx, ...site, 'apps/desk/project.json': '{"name":"desk"}', ...files })).toEqual([
      'apps/site',
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['its configuration', { 'apps/desk/next.config.mjs': '', 'apps/desk/vite.config.ts': '' }],
    ['a script', { 'apps/desk/package.json': '{"scripts":{"dev":"PORT=1 next dev"}}' }],
    ['a layout', { 'apps/desk/app/layout.tsx': '' }],
    ['a page of the Pages Router', { 'apps/desk/pages/_app.jsx': '' }],
  ])('control: a project with %s is one', (_what, files) => {
    const routes = { 'apps/desk/app/about/page.tsx': '' };
    expect(foldersOf({ ...nx, ...routes, 'apps/desk/project.json': '{"name":"desk"}', ...files })).toEqual([
      'apps/desk',
    ]);
  });

  it('finds a package that does not name Next itself, also without Nx', () => {
    const contents = {
      'package.json': SHARED,
      'pnpm-workspace.yaml': 'packages:\n  - apps/*\n',
      'pnpm-lock.yaml': 'lockfileVersion: 9.0\n',
      'apps/web/package.json': '{"name":"web","scripts":{"build":"next build"}}',
      'apps/web/next.config.js': 'module.exports = {};\n',
      'apps/web/src/app/layout.tsx': LAYOUT,
      'apps/other/package.json': '{"name":"other"}',
    };
    const files = memoryFiles(contents);
    const repository = readRepository(files);

    expect(repository.applications.map(({ folder, manifest }) => [folder, manifest])).toEqual([
      ['apps/web', 'package.json'],
    ]);
    const { changes, steps } = planSetup(repository, files);
    expect(changes.find(({ path }) => path === 'package.json')?.after).toContain('@adit/next');
    expect(steps.filter(({ byHand }) => byHand)).toEqual([]);
  });

  it('names no package again that the root names', () => {
    const files = memoryFiles({
      'package.json': JSON.stringify({
        workspaces: ['apps/*'],
        dependencies: { '@sentry/nextjs': '^11.0.0' },
      }),
      'apps/web/package.json': '{"dependencies":{"next":"16.2.0","react":"19.2.0"}}',
      'apps/web/app/layout.tsx': LAYOUT,
    });
    const { changes } = planSetup(readRepository(files), files);
    const manifest = changes.find(({ path }) => path === 'apps/web/package.json')?.after ?? '';
    expect(manifest).toContain('@adit/next');
    expect(manifest).not.toContain('@sentry/nextjs');
  });
});
