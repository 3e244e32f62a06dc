import { basename } from 'node:path';
import {
  applyPlan,
  type Files,
  type Plan,
  type PlanOptions,
  readRepository,
  type Repository,
} from '@adit/setup';
import { formatFiles, type GeneratorCallback, installPackagesTask, logger, type Tree } from '@nx/devkit';
import { chooseFolders } from '../workspace/choose-folders.ts';
import { createTreeFiles } from '../workspace/tree-files.ts';
import type { ApplicationsOptions } from '../options.ts';

/** A function of `@adit/setup` that makes a plan. */
export type Planner = (repository: Repository, files: Files, options: PlanOptions) => Plan;

const isManifest = (path: string): boolean => basename(path) === 'package.json';

/** Makes a plan for the applications that the options name, writes it to the tree, and prints what is left to do by hand. */
export function changeApplications(tree: Tree, planner: Planner, options: ApplicationsOptions): void {
  const files = createTreeFiles(tree);
  const repository = readRepository(files);
  const applications = chooseFolders(tree, repository, options);
  const { changes, steps } = planner(repository, files, { applications });
  applyPlan(files, {
    changes: options.skipPackageJson ? changes.filter(({ path }) => !isManifest(path)) : changes,
    steps,
  });
  for (const { path, reason, byHand } of steps)
    if (byHand) logger.warn(`${path}: ${reason} By hand, because ${byHand.why}:\n${byHand.snippet}`);
}

/** Formats what changed and returns the task that installs packages, if a `package.json` changed. */
export async function finish(tree: Tree, { skipFormat }: ApplicationsOptions): Promise<GeneratorCallback> {
  if (!skipFormat) await formatFiles(tree);
  const changesPackages = tree.listChanges().some(({ path }) => isManifest(path));
  return () => {
    if (changesPackages) installPackagesTask(tree, true);
  };
}
