import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { appRouter, makeRepository, type Texts } from '../testing/repository.helper.ts';
import { openRepository } from './open-repository.ts';

let root: string;
const open = (texts: Texts, folder = '') => {
  root = makeRepository(texts);
  return openRepository(join(root, folder));
};
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('reads the repository around a folder', () => {
  const { within, repository } = open({ ...appRouter(), 'yarn.lock': '' }, 'app');

  expect(within).toBe('app');
  expect(repository.packageManager).toBe('yarn');
  expect(repository.applications.map(({ name }) => name)).toEqual(['shop']);
});

it('refuses a folder that lies in no repository', () => {
  expect(() => open({ 'notes.txt': '' })).toThrow(
    /^\S+ does not lie in a repository: no package.json and no Git folder upwards; run the command in the folder of your application$/,
  );
});

it('refuses a repository without an application', () => {
  expect(() => open({ 'package.json': '{ "dependencies": { "react": "19" } }' })).toThrow(
    /^no application in \S+: no package.json there names one of next, @react-router\/dev, @tanstack\/react-start, @sveltejs\/kit, nuxt, astro; run the command in the folder of your application$/,
  );
});

it('says of a library that it is no application', () => {
  const library = {
    'package.json':
      '{ "exports": { ".": { "svelte": "./dist/index.js" } }, "devDependencies": { "@sveltejs/kit": "3", "@sveltejs/package": "2" } }',
    'vite.config.ts': '',
  };
  expect(() => open(library)).toThrow(
    /^\. is a library for applications of SvelteKit, and no application; run the command in the folder of an application that uses it$/,
  );
  rmSync(root, { recursive: true });

  expect(open({ ...library, ...appRouter('web') }).repository.applications).toHaveLength(1);
});

it('works in the only package of a repository without a package.json in its root', () => {
  const opened = open({ '.git/HEAD': '', 'api/main.py': '', ...appRouter('web'), 'web/bun.lock': '' });

  expect([opened.root, opened.repository.packageManager]).toEqual([join(root, 'web'), 'bun']);
});

it('asks for a folder if a repository without a package.json has several', () => {
  expect(() => open({ '.git/HEAD': '', ...appRouter('web'), ...appRouter('admin') })).toThrow(
    /^\S+ has no package.json; run the command in one of: admin, web$/,
  );
});
