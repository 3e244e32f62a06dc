import { planConversion } from '@adit/setup';
import type { GeneratorCallback, Tree } from '@nx/devkit';
import { changeApplications, finish } from './change-applications.ts';
import { initGenerator } from './init.ts';
import type { ApplicationsOptions } from '../options.ts';

/** Converts one application, or all, from the set-up of Sentry's wizard to Adit. */
export async function convertSentryGenerator(
  tree: Tree,
  options: ApplicationsOptions,
): Promise<GeneratorCallback> {
  const folders = changeApplications(tree, planConversion, options);
  await initGenerator(tree, { ...options, skipFormat: true });
  return finish(tree, options, folders);
}
