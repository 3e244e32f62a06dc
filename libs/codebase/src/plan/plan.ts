import { allApplications, onlyApplications } from '../repository/all-applications.ts';
import type { KitApplication } from '../repository/kit-application.ts';
import type { Application, Repository } from '../repository/repository.ts';

/** The change of one file. `undefined` is no file. */
export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Why a file changes, or what the user must do by hand. */
export interface Step {
  /** The folder of the application; also `''` for the whole repository. */
  readonly application: string;
  readonly path: string;
  /** One sentence for the user. */
  readonly reason: string;
  /** Set if the shape of the file is not supported, so that it stays unchanged: the code to write into it. */
  readonly byHand?: { readonly why: string; readonly snippet: string };
}

/** The changes of a run. Nothing is written before `applyPlan`. */
export interface Plan {
  /** One for each file that changes, in order of the path. Empty if there is nothing to do. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

/** Options of every plan. */
export interface PlanOptions {
  /** Folders of the applications to change. Default: all. */
  readonly applications?: readonly string[];
}

/**
 * The Next applications selected by the options.
 * @throws Error for a folder without an application
 */
export function chosenApplications(repository: Repository, options: PlanOptions): readonly Application[] {
  return chosen(repository, options).applications;
}

/**
 * The applications of other frameworks selected by the options.
 * @throws Error for a folder without an application
 */
export function chosenKitApplications(
  repository: Repository,
  options: PlanOptions,
): readonly KitApplication[] {
  return chosen(repository, options).kitApplications;
}

function chosen(repository: Repository, { applications: wanted }: PlanOptions): Repository {
  if (wanted === undefined) return repository;
  const folders = allApplications(repository).map(({ folder }) => folder);
  const missing = wanted.find((folder) => !folders.includes(folder));
  if (missing !== undefined)
    throw new Error(
      `there is no application in "${missing}"; accepted: ${folders.map((one) => `"${one}"`).join(', ') || 'none was found'}`,
    );
  return onlyApplications(repository, wanted);
}
