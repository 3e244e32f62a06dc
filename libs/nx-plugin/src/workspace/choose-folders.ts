import { getProjects, type Tree } from '@nx/devkit';
import type { Repository } from '@adit/codebase';
import type { ApplicationsOptions } from '../options.ts';

/**
 * The folders of the applications that a generator changes.
 * @throws Error if there is no such application, or if there are several and none is chosen
 */
export function chooseFolders(
  tree: Tree,
  { applications }: Repository,
  { project, all }: ApplicationsOptions,
): readonly string[] {
  const folders = applications.map(({ folder }) => folder);
  const known = folders.map((folder) => folder || '.').join(', ');
  if (all) return folders;
  if (project === undefined) {
    if (folders.length === 1) return folders;
    throw new Error(
      folders.length === 0
        ? 'The workspace has no Next application.'
        : `Pass --project for one of ${known}, or --all.`,
    );
  }
  const root = getProjects(tree).get(project)?.root.replace(/^\.$/, '');
  const found = applications.find(
    ({ folder, name }) => folder === root || [folder || '.', name].includes(project),
  );
  if (!found) throw new Error(`${project} is not a Next application; there are: ${known}.`);
  return [found.folder];
}
