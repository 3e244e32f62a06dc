import { planSetup } from '@adit/setup';
import type { GeneratorCallback, Tree } from '@nx/devkit';
import { changeApplications, finish } from './change-applications.ts';
import { initGenerator } from './init.ts';
import type { ApplicationsOptions } from '../options.ts';

/** Sets up Adit in one application, or in all. */
export async function setupGenerator(tree: Tree, options: ApplicationsOptions): Promise<GeneratorCallback> {
  const folders = changeApplications(tree, planSetup, options);
  await initGenerator(tree, { ...options, skipFormat: true });
  return finish(tree, options, folders);
}
