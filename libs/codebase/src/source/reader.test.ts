import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { createReader } from './reader.ts';

const read: string[] = [];
const files = memoryFiles({
  'a.json': '{ "a": 1 }',
  'b.json': '// why\n{ "b": 2 }',
  'a.ts': 'const a = 1;',
  'large.ts': 'a'.repeat(1_000_001),
  'app/page.tsx': '',
  'app/a/b/c.ts': '',
  'app/node_modules/x.ts': '',
});
const reader = createReader({
  ...files,
  read: (path) => {
    read.push(path);
    return files.read(path);
  },
});

it('reads and parses each file once', () => {
  expect(reader.read('a.ts')).toBe('const a = 1;');
  expect(reader.code('a.ts')).toBe(reader.code('a.ts'));
  expect(read).toEqual(['a.ts']);
  expect([reader.exists('a.ts'), reader.exists('a.ts'), reader.exists('b.ts')]).toEqual([true, true, false]);
});

it('reads JSON, also with comments', () => {
  expect([reader.json('a.json'), reader.json('b.json'), reader.json('c.json')]).toEqual([
    { a: 1 },
    { b: 2 },
    undefined,
  ]);
});

it('has no code of a file that is missing or too long', () => {
  const trees = ['c.ts', 'large.ts', undefined].map((path) => reader.code(path));
  expect(trees).toEqual([undefined, undefined, undefined]);
});

it('walks folders up to a depth, without packages', () => {
  expect(reader.walk('app')).toEqual(['app/page.tsx', 'app/a/b/c.ts']);
  expect(reader.walk('app', 1)).toEqual(['app/page.tsx']);
  expect(reader.list('app')).toEqual(['a/', 'node_modules/', 'page.tsx']);
});

it('ends at 5,000 entries', () => {
  const many = Array.from({ length: 6_000 }, (_one, index) => `${index}.ts`);
  const { walk } = createReader({ read: () => undefined, exists: () => false, list: () => many });
  expect(walk('')).toHaveLength(5_000);
});

it('treats a file that is far too long as missing', () => {
  const long = createReader({ read: () => 'a'.repeat(32_000_001), exists: () => true, list: () => [] });
  expect(long.read('a')).toBeUndefined();
});
