import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { createReader } from '../source/reader.ts';
import { createResolver } from './resolve-module.ts';

const resolverOf = (contents: Record<string, string>, folder = 'apps/web') =>
  createResolver({ application: { folder }, reader: createReader(memoryFiles(contents)) });

const FILES = {
  'apps/web/tsconfig.json':
    '{ "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["missing/*", "*"], "~": 1 } } }',
  'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@acme/ui": ["libs/ui/index.ts"] } } }',
  'apps/web/app/page.tsx': '',
  'apps/web/src/a.ts': '',
  'apps/web/src/b/index.jsx': '',
  'apps/web/src/style.css': '',
  'libs/ui/index.ts': '',
};

it.each([
  ['../src/a', 'apps/web/src/a.ts'],
  ['../src/a.js', 'apps/web/src/a.ts'],
  ['../src/b', 'apps/web/src/b/index.jsx'],
  ['../src/style.css', undefined],
  ['./missing', undefined],
  ['@/a', 'apps/web/src/a.ts'],
  ['@/missing', undefined],
  ['@acme/ui', 'libs/ui/index.ts'],
  ['react', undefined],
])('finds %s', (module, path) => {
  expect(resolverOf(FILES)(module, 'apps/web/app/page.tsx')).toBe(path);
});

it.each(['{}', '{ "compilerOptions": { "baseUrl": 1 } }', 'no JSON'])('knows no alias of %s', (text) => {
  expect(resolverOf({ 'tsconfig.json': text, 'a.ts': '' }, '')('@/a', 'b.ts')).toBeUndefined();
});
