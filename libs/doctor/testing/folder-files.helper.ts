import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadableFiles } from '@adit/codebase';

/** The files of a folder on disk. */
export function folderFiles(root: string): ReadableFiles {
  return {
    read(path) {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return undefined;
      }
    },
    exists: (path) => existsSync(join(root, path)),
    list(folder) {
      try {
        return readdirSync(join(root, folder), { withFileTypes: true })
          .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
          .sort();
      } catch {
        return [];
      }
    },
  };
}
