import { isUtf8 } from 'node:buffer';
import type { Files } from '@adit/codebase';
import type { Tree } from '@nx/devkit';

/** The files of a generator's tree. Files that are not UTF-8 count as missing. */
export const createTreeFiles = (tree: Tree): Files => ({
  read(path) {
    const bytes = tree.isFile(path) ? tree.read(path) : null;
    return bytes && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  },
  exists: (path) => path === '' || tree.exists(path),
  list: (folder) =>
    tree
      .children(folder)
      .map((name) => (tree.isFile(folder === '' ? name : `${folder}/${name}`) ? name : `${name}/`))
      .sort(),
  write: (path, text) => tree.write(path, text),
  remove: (path) => tree.delete(path),
});
