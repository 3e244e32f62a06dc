import { type Tree, visitNotIgnoredFiles } from '@nx/devkit';
import { renameImports } from './rename-imports.ts';

const MODULE = /\.[cm]?[jt]sx?$/;

/**
 * Renames the imports of what Adit's libraries export by another name, or from another entry point, since 1.0.0. Formatting
 * stays.
 */
export function renameExports(tree: Tree): void {
  visitNotIgnoredFiles(tree, '.', (path) => {
    if (!MODULE.test(path)) return;
    const renamed = renameImports(path, String(tree.read(path)));
    if (renamed !== undefined) tree.write(path, renamed);
  });
}
