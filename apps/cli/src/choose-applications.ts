import { allApplications, FRAMEWORKS, type KitLibrary, type Repository } from '@adit/codebase';
import type { Host } from './host.ts';
import { type Options, UsageError } from './options.ts';

/** The name of an application on the command line: its folder, or `.` for the root. */
export const labelOf = (folder: string): string => folder || '.';

/** An application of any framework. */
type Place = ReturnType<typeof allApplications>[number];

const clean = (path: string): string => path.replace(/^\.\/|\/+$|^\.$/g, '');

/** The one that contains the current folder. */
const around = <Of extends Pick<Place, 'folder'>>(places: readonly Of[], within: string): Of | undefined =>
  places.find(({ folder }) => folder !== '' && `${within}/`.startsWith(`${folder}/`));

/** Says of a library that it is none. */
export const libraryText = ({ folder, framework }: KitLibrary): string =>
  `${labelOf(folder)} is a library for applications of ${FRAMEWORKS[framework].title}, and no application`;

function named(
  applications: readonly Place[],
  libraries: readonly KitLibrary[],
  within: string,
  value: string,
): string {
  const wanted = clean(value);
  const folders = [wanted, clean(`${within}/${wanted}`)];
  const isThere = ({ folder }: Pick<Place, 'folder'>): boolean => folders.includes(folder);
  const found = applications.find(isThere) ?? applications.find(({ name }) => name === value);
  if (found) return found.folder;
  const library = libraries.find(isThere);
  if (library) throw new UsageError(libraryText(library));
  const known = applications.map(({ folder }) => labelOf(folder)).join(', ');
  throw new UsageError(`--app ${value} is not an application here; there are: ${known}`);
}

/**
 * The folders of the applications that a command works on: those of `--app`; else the one that contains the current
 * folder; else all if there is one, if nothing is written, or with `--yes`; else those that the user chooses.
 * @throws UsageError if there is no such application, or if nobody can be asked
 */
export async function chooseApplications(
  repository: Pick<Repository, 'applications' | 'kitApplications' | 'kitLibraries'>,
  within: string,
  { app, dryRun, yes }: Pick<Options, 'app' | 'dryRun' | 'yes'>,
  host: Host,
): Promise<readonly string[]> {
  const applications = allApplications(repository);
  if (app.length > 0) return app.map((value) => named(applications, repository.kitLibraries, within, value));
  const here = around(applications, within);
  if (here) return [here.folder];
  const library = around(repository.kitLibraries, within);
  if (library)
    throw new UsageError(`${libraryText(library)}; pass --app FOLDER, or run the command elsewhere`);
  const folders = applications.map(({ folder }) => folder);
  if (folders.length < 2 || dryRun || yes) return folders;
  const labels = folders.map(labelOf);
  if (!host.canAsk)
    throw new UsageError(
      `there are ${folders.length} applications: ${labels.join(', ')}; pass --app FOLDER for each, or --yes for all`,
    );
  const chosen = await host.choose('Which applications?', labels);
  return folders.filter((folder) => chosen.includes(labelOf(folder)));
}
