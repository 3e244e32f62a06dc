import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';

/** Folders of routes that are visited, so that a run ends. */
const MAX_FOLDERS = 5_000;

/** The paths of the files in a folder and below whose name, without the ending, is the given one. */
export function findRouteFiles(files: ReadableFiles, root: string, name: RegExp): readonly string[] {
  const found: string[] = [];
  const waiting = [root];
  for (let visited = 0; visited < MAX_FOLDERS; visited++) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    for (const entry of files.list(folder)) {
      if (entry.endsWith('/')) {
        if (entry !== 'node_modules/' && !entry.startsWith('.'))
          waiting.push(joinPath(folder, entry.slice(0, -1)));
      } else if (/\.[jt]sx?$/.test(entry) && name.test(entry.replace(/\.[^.]+$/, ''))) {
        found.push(joinPath(folder, entry));
      }
    }
  }
  return found;
}

/** The folder of a path; `''` for the root. */
export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
