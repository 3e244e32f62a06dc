import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';

/** The maximum number of folders visited. */
const MAX_FOLDERS = 5_000;
/** Folders without sources. Hidden folders are skipped too. */
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'public', 'tmp']);

/** Whether a folder may contain sources. Names of folders end with `/`. */
export const mayHoldSources = (name: string): boolean =>
  name.endsWith('/') && !name.startsWith('.') && !SKIPPED.has(name.slice(0, -1));

/**
 * The scripts in a folder and below whose name without the ending matches, or other files by their endings. The first
 * 5,000 folders are searched.
 */
export function findScripts(
  files: ReadableFiles,
  root: string,
  {
    name,
    enters = () => true,
    ending = /\.[cm]?[jt]sx?$/,
  }: {
    readonly name: RegExp;
    readonly enters?: (folder: string) => boolean;
    readonly ending?: RegExp;
  },
): readonly string[] {
  const found: string[] = [];
  const waiting = [root];
  for (let visited = 0; visited < MAX_FOLDERS; visited++) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    for (const entry of files.list(folder)) {
      const path = joinPath(folder, entry.replace(/\/$/, ''));
      if (entry.endsWith('/')) {
        if (enters(entry)) waiting.push(path);
      } else if (ending.test(entry) && name.test(entry.replace(/\.[^.]+$/, ''))) {
        found.push(path);
      }
    }
  }
  return found;
}

/** The folder of a path; `''` for the root. */
export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
