import type { KitApplication } from './kit-application.ts';
import type { Application, Repository } from './repository.ts';

/** The applications of all frameworks, in order of their folders. */
export function allApplications({
  applications,
  kitApplications,
}: Pick<Repository, 'applications' | 'kitApplications'>): readonly (Application | KitApplication)[] {
  return [...applications, ...kitApplications].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** The repository with only the applications in these folders. */
export function onlyApplications(repository: Repository, folders: readonly string[]): Repository {
  const isChosen = ({ folder }: { readonly folder: string }): boolean => folders.includes(folder);
  return {
    ...repository,
    applications: repository.applications.filter(isChosen),
    kitApplications: repository.kitApplications.filter(isChosen),
  };
}
