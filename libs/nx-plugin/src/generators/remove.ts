import { readRepository } from '@adit/codebase';
import { planRemoval } from '@adit/setup';
import { type GeneratorCallback, removeDependenciesFromPackageJson, type Tree } from '@nx/devkit';
import { removePlugin } from '../workspace/nx-json.ts';
import { ownPackages } from '../workspace/own-packages.ts';
import { createTreeFiles } from '../workspace/tree-files.ts';
import { changeApplications, finish } from './change-applications.ts';
import type { ApplicationsOptions } from '../options.ts';

/** Removes Adit from one application, or from all. With the last application, the plugin is removed too. */
export async function removeGenerator(tree: Tree, options: ApplicationsOptions): Promise<GeneratorCallback> {
  changeApplications(tree, planRemoval, options);
  const { applications } = readRepository(createTreeFiles(tree));
  if (applications.every(({ files }) => files.aditConfig === undefined)) {
    removePlugin(tree);
    if (!options.skipPackageJson) removeDependenciesFromPackageJson(tree, [], Object.keys(ownPackages()));
  }
  return finish(tree, options);
}
