import { memoryFiles } from './memory-files.ts';

describe('memoryFiles', () => {
  it('reads, writes and removes files', () => {
    const files = memoryFiles({ 'a.ts': '1' });
    files.write('b/c.ts', '2');
    expect([files.read('a.ts'), files.read('b/c.ts'), files.read('b')]).toEqual(['1', '2', undefined]);
    files.remove('a.ts');
    expect([...files.contents.keys()]).toEqual(['b/c.ts']);
  });

  it('lists files and folders, sorted, folders with a slash', () => {
    const files = memoryFiles({ 'z.ts': '', 'src/b.ts': '', 'src/a/c.ts': '', 'src/a/d.ts': '' });
    expect(files.list('')).toEqual(['src/', 'z.ts']);
    expect(files.list('src')).toEqual(['a/', 'b.ts']);
    expect(files.list('nowhere')).toEqual([]);
  });

  it('knows files and folders that exist', () => {
    const files = memoryFiles({ 'src/a.ts': '' });
    expect(['src/a.ts', 'src', 'sr', 'b.ts'].map(files.exists)).toEqual([true, true, false, false]);
    expect(memoryFiles().list('')).toEqual([]);
  });
});
