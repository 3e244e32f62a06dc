import { basename } from 'node:path';
import {
  applyPlan,
  type Files,
  type Plan,
  type PlanOptions,
  readRepository,
  type Repository,
} from '@adit/codebase';
import { formatFiles, type GeneratorCallback, installPackagesTask, logger, type Tree } from '@nx/devkit';
import { chooseFolders } from '../workspace/choose-folders.ts';
import { createTreeFiles } from '../workspace/tree-files.ts';
import { tellErrors } from './tell-errors.ts';
import type { ApplicationsOptions } from '../options.ts';

/** A function of `@adit/setup` that creates a plan. */
export type Planner = (repository: Repository, files: Files, options: PlanOptions) => Plan;

const isManifest = (path: string): boolean => basename(path) === 'package.json';

/**
 * Creates a plan for the applications in the options, writes it to the tree, and prints the steps left to the user.
 * Returns the folders of the applications.
 */
export function changeApplications(
  tree: Tree,
  planner: Planner,
  options: ApplicationsOptions,
): readonly string[] {
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
  return applications;
}

/**
 * Formats changed files. Returns a task that installs packages, if a `package.json` changed, and then prints the errors
 * that the doctor finds in the applications of these folders.
 */
export async function finish(
  tree: Tree,
  { skipFormat }: ApplicationsOptions,
  folders: readonly string[] = [],
): Promise<GeneratorCallback> {
  if (!skipFormat) await formatFiles(tree);
  const changesPackages = tree.listChanges().some(({ path }) => isManifest(path));
  return () => {
    // If the install throws, the errors are still printed.
    try {
      if (changesPackages) installPackagesTask(tree, true);
    } finally {
      if (folders.length > 0) tellErrors(tree, folders);
    }
  };
}
