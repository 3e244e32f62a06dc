import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { Tree } from '@nx/devkit';
import { createTreeFiles } from './tree-files.ts';

let tree: Tree;
beforeEach(() => {
  tree = createTreeWithEmptyWorkspace();
  tree.write('apps/shop/app/page.tsx', '\uFEFFexport {};\r\n');
  tree.write('apps/shop/icon.png', Buffer.from([0x89, 0x50, 0xff]));
});

it('reads texts to the byte, and nothing else', () => {
  const files = createTreeFiles(tree);

  expect(files.read('apps/shop/app/page.tsx')).toBe('\uFEFFexport {};\r\n');
  expect(['apps/shop/icon.png', 'apps/shop', 'none.ts'].map(files.read)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('knows and lists files and folders', () => {
  const files = createTreeFiles(tree);

  expect(['', 'apps/shop', 'apps/shop/icon.png', 'apps/blog'].map(files.exists)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(files.list('apps/shop')).toEqual(['app/', 'icon.png']);
  expect(files.list('')).toEqual(expect.arrayContaining(['apps/', 'nx.json', 'package.json']));
});

it('writes and removes', () => {
  const files = createTreeFiles(tree);

  files.write('apps/shop/adit.config.ts', 'a');
  files.remove('apps/shop/app/page.tsx');

  expect(tree.read('apps/shop/adit.config.ts', 'utf-8')).toBe('a');
  expect(files.list('apps/shop')).toEqual(['adit.config.ts', 'icon.png']);
});
