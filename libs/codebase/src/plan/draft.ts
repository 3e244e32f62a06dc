import type { Files, ReadableFiles } from '../files.ts';
import type { Change } from './plan.ts';

/** Files in memory over those of a repository. Writes stay in the draft. */
export interface Draft extends Files {
  /** The changes against the repository, in order of the path. */
  changes(): readonly Change[];
}

/** Starts a draft over files, which it only reads. */
export function createDraft(base: ReadableFiles): Draft {
  const written = new Map<string, string | undefined>();
  const read = (path: string): string | undefined =>
    written.has(path) ? written.get(path) : base.read(path);

  /** Names of written files below the folder, in the format of `list`. */
  const writtenNames = (folder: string): string[] => {
    const prefix = folder === '' ? '' : `${folder}/`;
    return [...written]
      .filter(([path, text]) => text !== undefined && path.startsWith(prefix))
      .map(([path]) => path.slice(prefix.length).replace(/\/.*/s, '/'));
  };
  const list = (folder: string): readonly string[] => {
    const prefix = folder === '' ? '' : `${folder}/`;
    const kept = base.list(folder).filter((name) => !isGone(`${prefix}${name}`));
    return [...new Set([...kept, ...writtenNames(folder)])].sort();
  };
  /** Whether a name of the repository was removed completely: the file, or all files of the folder. */
  const isGone = (path: string): boolean => {
    if (!path.endsWith('/')) return written.has(path) && written.get(path) === undefined;
    const folder = path.slice(0, -1);
    const touchesIt = [...written].some(([one, text]) => text === undefined && one.startsWith(path));
    return touchesIt && list(folder).length === 0;
  };

  return {
    read,
    exists: (path) =>
      read(path) !== undefined ||
      writtenNames(path).length > 0 ||
      (base.exists(path) && !written.has(path) && !isGone(`${path}/`)),
    list,
    write: (path, text) => void written.set(path, text),
    remove: (path) => void written.set(path, undefined),
    changes: () =>
      [...written.keys()]
        .sort()
        .map((path) => ({ path, before: base.read(path), after: written.get(path) }))
        .filter(({ before, after }) => before !== after),
  };
}
