import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findRoot } from './find-root.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'adit-root-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Makes files, by their paths; a path that ends with `/` is a folder. */
function tree(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(path.endsWith('/') ? join(place, path) : dirname(join(place, path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(place, path), text);
  }
}

it.each([
  ['nx.json', '{}'],
  ['pnpm-workspace.yaml', 'packages: [apps/*]'],
  ['package.json', '{ "workspaces": ["apps/*"] }'],
])('finds the workspace around an application by %s', (name, text) => {
  tree({ [name]: text, 'yarn.lock': '', 'apps/shop/package.json': '{}', 'apps/shop/src/app/': '' });

  expect(findRoot(join(place, 'apps/shop/src/app'))).toEqual({ root: place, within: 'apps/shop/src/app' });
});

it('finds the workspace of an application that has no package.json', () => {
  tree({ 'nx.json': '{}', 'package.json': '{}', 'apps/shop/project.json': '{}' });

  expect(findRoot(join(place, 'apps/shop'))).toEqual({ root: place, within: 'apps/shop' });
});

it.each(['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'package-lock.json', 'npm-shrinkwrap.json'])(
  'takes a folder with %s for a repository of its own, also in a workspace',
  (lock) => {
    tree({ 'nx.json': '{}', 'examples/shop/package.json': '{}', [`examples/shop/${lock}`]: '' });

    expect(findRoot(join(place, 'examples/shop'))).toEqual({
      root: join(place, 'examples/shop'),
      within: '',
    });
  },
);

it('does not take a folder with a stray lock file for the root of the packages in it', () => {
  tree({ 'package.json': '{}', 'package-lock.json': '{}', 'shop/package.json': '{}', 'shop/src/': '' });

  expect(findRoot(join(place, 'shop/src'))?.root).toBe(join(place, 'shop'));
});

it.each(['.git/HEAD', '.git'])('does not look above %s', (git) => {
  tree({ 'nx.json': '', [`repository/${git}`]: '', 'repository/package.json': '{}' });

  expect(findRoot(join(place, 'repository'))?.root).toBe(join(place, 'repository'));
});

it("takes the folder with Git's if no package.json lies above", () => {
  tree({ '.git/HEAD': '', 'web/package.json': '{}', 'documents/': '' });

  expect(findRoot(join(place, 'documents'))).toEqual({ root: place, within: 'documents' });
});

it('finds nothing in a folder without any of them', () => {
  tree({ 'deep/folder/': '' });

  expect(findRoot(join(place, 'deep/folder'))).toBeUndefined();
});
