import { statSync } from 'node:fs';
import { staticFiles } from '../../old-assets/keep-build.ts';

/** Options of {@link createServedFiles}. */
export interface ServedFilesOptions {
  /** The folder `static` of the running build. */
  readonly staticFolder: string;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

/** The shortest time between two looks at the folder. */
const LOOK_MS = 100;

/**
 * Returns whether Next answers a file, by its path below `_next/static`: it is of the running build. Once another build
 * has removed the folder or written into it, no file is: `next build` deletes the files of the running build first.
 * @throws if the folder cannot be read
 */
export function createServedFiles({ staticFolder, now }: ServedFilesOptions): (name: string) => boolean {
  const version = versionOf(staticFolder);
  const files = new Set(staticFiles(staticFolder));
  let lastLookMs = now();
  let isReplaced = false;
  return (name) => {
    if (isReplaced || !files.has(name)) return false;
    if (now() - lastLookMs >= LOOK_MS) {
      lastLookMs = now();
      isReplaced = versionOf(staticFolder) !== version;
    }
    return !isReplaced;
  };
}

/** Changes when a folder or a file directly below the folder comes or goes. */
function versionOf(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}
