import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { createDraft } from './draft.ts';

const FILES = { 'a.ts': 'a', 'src/b.ts': 'b', 'src/deep/c.ts': 'c' };

it('keeps what is written, and leaves the files as they are', () => {
  const files = memoryFiles(FILES);
  const draft = createDraft(files);
  draft.write('a.ts', 'A');
  draft.write('new/d.ts', 'd');
  draft.remove('src/b.ts');

  expect([draft.read('a.ts'), draft.read('new/d.ts'), draft.read('src/b.ts')]).toEqual(['A', 'd', undefined]);
  expect(draft.read('src/deep/c.ts')).toBe('c');
  expect(Object.fromEntries(files.contents)).toEqual(FILES);
  expect(draft.changes()).toEqual([
    { path: 'a.ts', before: 'a', after: 'A' },
    { path: 'new/d.ts', before: undefined, after: 'd' },
    { path: 'src/b.ts', before: 'b', after: undefined },
  ]);
});

it('lists and finds what is there after the changes', () => {
  const draft = createDraft(memoryFiles(FILES));
  draft.write('new/d.ts', 'd');
  draft.remove('src/b.ts');

  expect(draft.list('')).toEqual(['a.ts', 'new/', 'src/']);
  expect(draft.list('src')).toEqual(['deep/']);
  expect(draft.list('new')).toEqual(['d.ts']);
  expect(['', 'new', 'src', 'src/b.ts', 'a.ts', 'none'].map(draft.exists)).toEqual([
    true,
    true,
    true,
    false,
    true,
    false,
  ]);
});

it('has no folder whose files are all removed', () => {
  const draft = createDraft(memoryFiles(FILES));
  draft.remove('src/deep/c.ts');
  expect(draft.list('src')).toEqual(['b.ts']);
  draft.remove('src/b.ts');
  expect(draft.list('')).toEqual(['a.ts']);
  expect(draft.exists('src')).toBe(false);
});

it('has no change for a file that is as it was', () => {
  const draft = createDraft(memoryFiles(FILES));
  draft.write('a.ts', 'A');
  draft.write('a.ts', 'a');
  draft.write('d.ts', 'd');
  draft.remove('d.ts');
  expect(draft.changes()).toEqual([]);
});
