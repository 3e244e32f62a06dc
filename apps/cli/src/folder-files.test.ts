import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFolderFiles } from './folder-files.ts';

let place: string;
let root: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'adit-files-'));
  root = join(place, 'repository');
  mkdirSync(join(root, 'src'), { recursive: true });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const put = (path: string, text: string | Buffer): void => writeFileSync(join(root, path), text);

it('reads a text as it is, with its byte order mark and its line ends, and writes it back to the byte', () => {
  const bytes = Buffer.from('\uFEFFexport {};\r\n// ü\r\n');
  put('src/a.ts', bytes);
  const files = createFolderFiles(root);

  files.write('src/b.ts', files.read('src/a.ts')!);

  expect(readFileSync(join(root, 'src/b.ts'))).toEqual(bytes);
});

it('reads nothing where there is no file', () => {
  put('file', '');
  const files = createFolderFiles(root);

  expect([files.read('none.ts'), files.read('src'), files.read('file/below')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(files.read('file')).toBe('');
});

it('knows files and folders', () => {
  put('src/a.ts', '');
  const files = createFolderFiles(root);

  expect(['', 'src', 'src/a.ts', 'src/b.ts'].map((path) => files.exists(path))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('lists names in order, folders with a slash', () => {
  mkdirSync(join(root, 'src/b'));
  put('src/c.ts', '');
  put('src/a.ts', '');
  const files = createFolderFiles(root);

  expect(files.list('src')).toEqual(['a.ts', 'b/', 'c.ts']);
  expect(files.list('')).toEqual(['src/']);
  expect([...files.list('none'), ...files.list('src/a.ts')]).toEqual([]);
});

it('makes the folders of a new file, and leaves no other file there', () => {
  const files = createFolderFiles(root);

  files.write('src/app/error.tsx', 'a');

  expect(readdirSync(join(root, 'src/app'))).toEqual(['error.tsx']);
});

it('keeps the mode of a file', () => {
  put('run.mjs', 'a');
  chmodSync(join(root, 'run.mjs'), 0o751);

  createFolderFiles(root).write('run.mjs', 'b');

  expect(statSync(join(root, 'run.mjs')).mode & 0o777).toBe(0o751);
});

it('removes a file and the folders that are empty then', () => {
  mkdirSync(join(root, 'src/app/deep'), { recursive: true });
  put('src/app/deep/a.ts', '');
  put('src/b.ts', '');

  createFolderFiles(root).remove('src/app/deep/a.ts');

  expect(readdirSync(join(root, 'src'))).toEqual(['b.ts']);
});

it('keeps the repository itself when its last file goes', () => {
  rmSync(join(root, 'src'), { recursive: true });
  put('a.ts', '');

  createFolderFiles(root).remove('a.ts');

  expect(existsSync(root)).toBe(true);
});

it('reads no file that is not UTF-8, and does not write over one', () => {
  const image = Buffer.from([0x89, 0x50, 0xff, 0xfe]);
  put('icon.png', image);
  const files = createFolderFiles(root);

  expect(files.read('icon.png')).toBeUndefined();
  expect(() => files.write('icon.png', 'text')).toThrow('icon.png is not UTF-8.');
  expect(readFileSync(join(root, 'icon.png'))).toEqual(image);
});

it('passes an error on that is not about a missing file', () => {
  expect(() => createFolderFiles(root).read('a'.repeat(300))).toThrow('ENAMETOOLONG');
});

it('shows nothing for links in a circle and links to nothing', () => {
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('none', join(root, 'broken'));
  const files = createFolderFiles(root);

  expect([files.read('loop'), files.exists('broken'), files.list('')]).toEqual([undefined, false, ['src/']]);
});

it('follows links inside the repository, and writes to the file that they show', () => {
  put('src/a.ts', 'a');
  symlinkSync('src/a.ts', join(root, 'link.ts'));
  symlinkSync('src', join(root, 'folder'));
  const files = createFolderFiles(root);

  files.write('link.ts', 'b');

  expect(files.read('folder/a.ts')).toBe('b');
  expect(files.list('')).toEqual(['folder/', 'link.ts', 'src/']);
});

it('removes a link, not the file that it shows', () => {
  put('src/a.ts', 'a');
  symlinkSync('src/a.ts', join(root, 'link.ts'));

  createFolderFiles(root).remove('link.ts');

  expect(createFolderFiles(root).list('')).toEqual(['src/']);
  expect(existsSync(join(root, 'src/a.ts'))).toBe(true);
});

describe.each([
  ['a link to a folder outside', 'out/secret.ts'],
  ['a link to a file outside', 'secret-link.ts'],
  ['..', '../elsewhere/secret.ts'],
])('through %s', (_way, path) => {
  beforeEach(() => {
    mkdirSync(join(place, 'elsewhere'));
    writeFileSync(join(place, 'elsewhere/secret.ts'), 'kept');
    symlinkSync('../elsewhere', join(root, 'out'));
    symlinkSync('../elsewhere/secret.ts', join(root, 'secret-link.ts'));
  });

  it('shows nothing', () => {
    const files = createFolderFiles(root);

    expect([files.read(path), files.exists(path)]).toEqual([undefined, false]);
    expect(files.list('')).toEqual(['src/']);
    expect([...files.list('out'), ...files.list('../elsewhere')]).toEqual([]);
  });

  it('writes nothing', () => {
    expect(() => createFolderFiles(root).write(path, 'changed')).toThrow(
      `${path} lies outside the repository.`,
    );
    expect(readFileSync(join(place, 'elsewhere/secret.ts'), 'utf8')).toBe('kept');
  });
});

it.each(['out/new.ts', 'out/deep/new.ts', '../new.ts', '../repository-2/new.ts'])(
  'makes no file at %s',
  (path) => {
    mkdirSync(join(place, 'elsewhere'));
    symlinkSync('../elsewhere', join(root, 'out'));
    const files = createFolderFiles(root);

    expect(() => files.write(path, '')).toThrow('outside the repository');
    expect(() => files.remove(path)).toThrow();
    expect(readdirSync(join(place, 'elsewhere'))).toEqual([]);
  },
);

it('takes a link to the repository for the repository', () => {
  symlinkSync('repository', join(place, 'alias'));
  const files = createFolderFiles(join(place, 'alias'));

  files.write('a.ts', 'a');

  expect(files.read('a.ts')).toBe('a');
});
