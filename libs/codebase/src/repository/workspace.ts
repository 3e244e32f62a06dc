import { minimatch } from 'minimatch';
import { parse } from 'yaml';
import type { ReadableFiles } from '../files.ts';
import { readManifest } from './read-manifest.ts';
import type { PackageManager, Repository } from './repository.ts';

/** Lock files in order of precedence. */
const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/** The package manager of the lock file, else of the field `packageManager`, else npm. */
export function readPackageManager(files: ReadableFiles): PackageManager {
  const [, locked] = LOCK_FILES.find(([file]) => files.exists(file)) ?? [];
  if (locked) return locked;
  const named = readManifest(files, 'package.json')?.packageManager?.replace(/@.*/, '');
  return named === 'pnpm' || named === 'yarn' || named === 'bun' ? named : 'npm';
}

/** How packages share an install, and whether a folder is one of them. */
export interface Workspace {
  readonly kind: Repository['workspace'];
  includes(folder: string): boolean;
}

/** Reads the globs of `pnpm-workspace.yaml` or `package.json`. Without globs, every folder is included. */
export function readWorkspace(files: ReadableFiles): Workspace {
  const pnpm = readPnpmGlobs(files);
  if (pnpm) return { kind: 'pnpm-workspace.yaml', includes: matcherOf(pnpm) };
  const { workspaces } = readManifest(files, 'package.json') ?? {};
  const globs = Array.isArray(workspaces)
    ? (workspaces as readonly string[])
    : (workspaces as { packages?: readonly string[] } | undefined)?.packages;
  if (globs) return { kind: 'package.json', includes: matcherOf(globs) };
  return { kind: 'none', includes: () => true };
}

/** A `pnpm-workspace.yaml` without `packages` contains only settings. */
function readPnpmGlobs(files: ReadableFiles): readonly string[] | undefined {
  try {
    const settings = parse(files.read('pnpm-workspace.yaml') ?? '') as { packages?: unknown } | null;
    return Array.isArray(settings?.packages) ? settings.packages.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function matcherOf(globs: readonly string[]): Workspace['includes'] {
  const clean = globs.map((glob) => glob.replace(/^(!?)\.?\//, '$1').replace(/\/$/, ''));
  const wanted = clean.filter((glob) => !glob.startsWith('!'));
  const refused = clean.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const matches = (folder: string, list: readonly string[]): boolean =>
    list.some((glob) => minimatch(folder, glob));
  // The root always belongs to its workspace.
  return (folder) => folder === '' || (matches(folder, wanted) && !matches(folder, refused));
}
