import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { planSetup } from './plan-setup.ts';
import { installCommand } from './versions.ts';
import { isStrictInstall, readRepository } from '@adit/codebase';

const BERRY = { 'yarn.lock': '__metadata:\n  version: 8\n' };

it.each<[string, 'npm' | 'pnpm' | 'yarn', Record<string, string>, boolean]>([
  ['npm', 'npm', {}, false],
  ['pnpm', 'pnpm', {}, true],
  ['Yarn 1', 'yarn', { 'yarn.lock': '# yarn lockfile v1\n' }, false],
  ['Yarn with Plug’n’Play', 'yarn', BERRY, true],
  ['Yarn with node_modules', 'yarn', { ...BERRY, '.yarnrc.yml': 'nodeLinker: node-modules\n' }, false],
  ['Yarn with links as those of pnpm', 'yarn', { '.yarnrc.yml': 'nodeLinker: pnpm\n' }, true],
])('%s: whether a package finds only what it names', (_name, packageManager, files, isStrict) => {
  expect(isStrictInstall(memoryFiles(files), packageManager)).toBe(isStrict);
});

it('names @sentry/core for Plug’n’Play', () => {
  const app = {
    'package.json': JSON.stringify({ dependencies: { next: '16.2.0', react: '19.2.0' } }),
    'app/layout.tsx': 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n',
  };
  const manifest = (files: Record<string, string>) => {
    const all = memoryFiles({ ...app, ...files });
    return planSetup(readRepository(all), all).changes.find(({ path }) => path === 'package.json')?.after;
  };
  expect(manifest(BERRY)).toContain('@sentry/core');
  expect(manifest({ 'yarn.lock': '# yarn lockfile v1\n' })).not.toContain('@sentry/core');
});

it('lets pnpm and Yarn change the lock file in CI', () => {
  const yarn = memoryFiles(BERRY);
  const none = memoryFiles({});
  expect(installCommand('yarn')).toBe('yarn install');
  expect(installCommand('yarn', yarn)).toBe('yarn install --no-immutable');
  expect(installCommand('yarn', none)).toBe('yarn install');
  expect(installCommand('pnpm', none)).toBe('pnpm install --no-frozen-lockfile');
  expect(installCommand('npm', none)).toBe('npm install');
  expect(installCommand('bun', none)).toBe('bun install');
});
