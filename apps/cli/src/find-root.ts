import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The files that an install writes. */
export const LOCK_FILES: readonly string[] = [
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'package-lock.json',
  'npm-shrinkwrap.json',
];

const holdsOne = (folder: string, names: readonly string[]): boolean =>
  names.some((name) => existsSync(join(folder, name)));

const isWorkspace = (folder: string): boolean =>
  holdsOne(folder, ['nx.json', 'pnpm-workspace.yaml']) ||
  (holdsOne(folder, ['package.json']) &&
    /"workspaces"\s*:/.test(readFileSync(join(folder, 'package.json'), 'utf8')));

/** The folder and its ancestors, up to the one that contains `.git`. */
function upwards(folder: string): string[] {
  const parent = dirname(folder);
  if (parent === folder || holdsOne(folder, ['.git'])) return [folder];
  return [folder, ...upwards(parent)];
}

export interface Root {
  /** The root of the repository, as a path of the system. */
  readonly root: string;
  /** The folder in which the search began, as a path in the repository. */
  readonly within: string;
}

/**
 * Finds the root of the repository that contains a folder: the nearest folder upwards with a `package.json`, if it also
 * has a lock file; else the workspace around it, if there is one. Without a `package.json`, it is the folder that
 * contains `.git`. `undefined` if there is none of these. Folders above `.git` are not searched.
 */
export function findRoot(folder: string): Root | undefined {
  const folders = upwards(folder);
  const own = folders.find((at) => holdsOne(at, ['package.json']));
  const root =
    own !== undefined && holdsOne(own, LOCK_FILES)
      ? own
      : (folders.find(isWorkspace) ?? own ?? folders.find((at) => holdsOne(at, ['.git'])));
  return root === undefined ? undefined : { root, within: relative(root, folder).replaceAll(sep, '/') };
}
