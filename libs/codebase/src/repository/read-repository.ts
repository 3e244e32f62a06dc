import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import type { KitApplication } from './kit-application.ts';
import type { KitLibrary } from './kit-library.ts';
import { readApplication } from './read-application.ts';
import { readKitApplication } from './read-kit-application.ts';
import { mayHoldSources } from './scripts.ts';
import type { Application, Repository } from './repository.ts';
import { readPackageManager, readWorkspace } from './workspace.ts';

/**
 * Limits of the search, so that a run in a home folder ends: levels below the root, and the total number of folders.
 */
const MAX_DEPTH = 6;
const MAX_FOLDERS = 20_000;

/**
 * Finds the applications of a repository and reads the facts that a set-up needs. Folders outside the globs of a
 * workspace are skipped. The search ends six levels below the root.
 */
export function readRepository(files: ReadableFiles): Repository {
  const workspace = readWorkspace(files);
  const applications: Application[] = [];
  const kitApplications: KitApplication[] = [];
  const kitLibraries: KitLibrary[] = [];
  let left = MAX_FOLDERS;

  const visit = (folder: string, depth: number): void => {
    if (left-- <= 0) return;
    const names = files.list(folder);
    const isPackage = names.includes('package.json') || names.includes('project.json');
    const isIncluded = workspace.includes(folder) || names.includes('project.json');
    const application = isPackage && isIncluded ? readApplication(files, folder) : undefined;
    if (application) applications.push(application);
    const found = isPackage && isIncluded && !application ? readKitApplication(files, folder) : undefined;
    const other = found && isApplication(found) ? found : undefined;
    if (other) kitApplications.push(other);
    else if (found) kitLibraries.push(found);
    // An application contains no other, unless it is the root of a workspace.
    if (depth === MAX_DEPTH || ((application ?? other) && folder !== '')) return;
    for (const name of names) if (mayHoldSources(name)) visit(joinPath(folder, name.slice(0, -1)), depth + 1);
  };
  visit('', 0);

  return {
    packageManager: readPackageManager(files),
    workspace: workspace.kind,
    nx: files.exists('nx.json'),
    applications: applications.sort(byFolder),
    kitApplications: kitApplications.sort(byFolder),
    kitLibraries: kitLibraries.sort(byFolder),
  };
}

const byFolder = (one: { readonly folder: string }, other: { readonly folder: string }): number =>
  one.folder < other.folder ? -1 : 1;

const isApplication = (found: KitApplication | KitLibrary): found is KitApplication => 'config' in found;
