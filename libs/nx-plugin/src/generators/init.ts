import { addDependenciesToPackageJson, formatFiles, type GeneratorCallback, type Tree } from '@nx/devkit';
import { addPlugin } from '../workspace/nx-json.ts';
import { ownPackages } from '../workspace/own-packages.ts';
import type { InitOptions } from '../options.ts';

/** Adds the plugin to `nx.json` and its packages to `package.json`. Returns the task that installs them. */
export async function initGenerator(tree: Tree, options: InitOptions): Promise<GeneratorCallback> {
  addPlugin(tree);
  const install = options.skipPackageJson
    ? () => undefined
    : addDependenciesToPackageJson(tree, {}, ownPackages(), undefined, options.keepExistingVersions ?? true);
  if (!options.skipFormat) await formatFiles(tree);
  return install;
}
