import type { ReadableFiles } from '../files.ts';
import type { PackageManager } from './repository.ts';

type Texts = Pick<ReadableFiles, 'read' | 'exists'>;

/** Whether the repository is installed by Yarn 2 or later. */
export const isYarnBerry = (files: Texts): boolean =>
  files.exists('.yarnrc.yml') || /^__metadata:/m.test(files.read('yarn.lock') ?? '');

/**
 * Whether a package finds only packages that it declares: with pnpm, and with Yarn from version 2 unless it writes
 * `node_modules`.
 */
export const isStrictInstall = (files: Texts, packageManager: PackageManager): boolean =>
  packageManager === 'pnpm' ||
  (packageManager === 'yarn' &&
    isYarnBerry(files) &&
    !/^nodeLinker:\s*["']?node-modules/m.test(files.read('.yarnrc.yml') ?? ''));
