import { allApplications, type Files, FRAMEWORKS, readRepository, type Repository } from '@adit/codebase';
import { libraryText } from './choose-applications.ts';
import { findRoot } from './find-root.ts';
import { createFolderFiles } from './folder-files.ts';
import { UsageError } from './options.ts';

/** The packages that show an application. */
const DEPENDENCIES = ['next', ...Object.values(FRAMEWORKS).map(({ dependency }) => dependency)];

export interface OpenRepository {
  /** The root, as a path of the system. */
  readonly root: string;
  /** The current folder, as a path in the repository. */
  readonly within: string;
  readonly files: Files;
  readonly repository: Repository;
}

/**
 * Reads the repository that contains a folder.
 * @throws UsageError if there is none, or if it has no application
 */
export function openRepository(folder: string): OpenRepository {
  const place = findRoot(folder);
  if (place === undefined)
    throw new UsageError(
      `${folder} does not lie in a repository: no package.json and no Git folder upwards; run the command in the folder of your application`,
    );
  const files = createFolderFiles(place.root);
  const repository = readRepository(files);
  const applications = allApplications(repository);
  const [library] = repository.kitLibraries;
  if (applications.length === 0 && library)
    throw new UsageError(
      `${libraryText(library)}; run the command in the folder of an application that uses it`,
    );
  if (applications.length === 0)
    throw new UsageError(
      `no application in ${place.root}: no package.json there names one of ${DEPENDENCIES.join(', ')}; run the command in the folder of your application`,
    );
  if (files.exists('package.json')) return { ...place, files, repository };

  // Each package of this repository has its own install.
  const [first, ...others] = applications.map((application) => application.folder);
  if (others.length > 0)
    throw new UsageError(
      `${place.root} has no package.json; run the command in one of: ${[first, ...others].join(', ')}`,
    );
  return openRepository(`${place.root}/${first}`);
}
