import { isUtf8 } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmdirSync, statSync, unlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Files } from '@adit/codebase';
import writeFileAtomic from 'write-file-atomic';

const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/** `undefined` if the file or folder does not exist. */
function orUndefined<T>(read: () => T, codes = MISSING): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codes.includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}

/**
 * The files of a folder. Texts keep their line ends and byte order marks. Files that are not UTF-8 count as missing
 * when read, and so do places outside the folder that a symbolic link or `..` leads to. Writing or removing there
 * throws, as does writing over a file that is not UTF-8. A write replaces the file in one step: a concurrent reader
 * gets the old text or the new.
 */
export function createFolderFiles(folder: string): Files {
  const root = realpathSync.native(folder);
  const isInside = (path: string): boolean => {
    const way = relative(root, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  /** The target of the path, if it exists and lies in the folder. */
  const resolve = (path: string): string | undefined => {
    const real = orUndefined(() => realpathSync.native(join(root, path)));
    return real !== undefined && isInside(real) ? real : undefined;
  };
  /** The nearest existing ancestor, with all links resolved. */
  const existing = (path: string): string =>
    orUndefined(() => realpathSync.native(path)) ?? existing(dirname(path));
  const refuseOutside = (path: string, place: string): void => {
    if (!isInside(existing(place)) || !isInside(place))
      throw new Error(`${path} lies outside the repository.`);
  };
  const bytesOf = (path: string): Buffer | undefined => {
    const real = resolve(path);
    return real !== undefined && statSync(real).isFile() ? readFileSync(real) : undefined;
  };

  return {
    read(path) {
      const bytes = bytesOf(path);
      return bytes && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
    },
    exists: (path) => resolve(path) !== undefined,
    list(path) {
      const real = resolve(path);
      if (real === undefined) return [];
      // For example the data of a database in a container, which belongs to another user.
      const entries = orUndefined(() => readdirSync(real, { withFileTypes: true }), [...MISSING, 'EACCES']);
      return (entries ?? [])
        .flatMap((entry) => {
          const shown = entry.isSymbolicLink() ? resolve(join(path, entry.name)) : undefined;
          if (entry.isSymbolicLink() && shown === undefined) return [];
          const isFolder = shown === undefined ? entry.isDirectory() : statSync(shown).isDirectory();
          return isFolder ? `${entry.name}/` : entry.name;
        })
        .sort();
    },
    write(path, text) {
      const target = join(root, path);
      refuseOutside(path, target);
      const bytes = bytesOf(path);
      if (bytes && !isUtf8(bytes)) throw new Error(`${path} is not UTF-8.`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileAtomic.sync(target, text);
    },
    remove(path) {
      const target = join(root, path);
      refuseOutside(path, dirname(target));
      unlinkSync(target);
      let parent = dirname(target);
      while (parent !== root && readdirSync(parent).length === 0) {
        rmdirSync(parent);
        parent = dirname(parent);
      }
    },
  };
}
