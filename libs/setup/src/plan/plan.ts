import type { Application, Repository } from '../repository/repository.ts';

/** What happens to one file. `undefined` is no file. */
export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Why a file changes, or what a person must do by hand. */
export interface Step {
  /** The folder of the application; `''` also for what belongs to the whole repository. */
  readonly application: string;
  readonly path: string;
  /** One sentence for a person. */
  readonly reason: string;
  /** Set if the file has a shape that is not known, so it stays as it is: what to write into it. */
  readonly byHand?: { readonly why: string; readonly snippet: string };
}

/** What a run would do. Nothing is written before `applyPlan`. */
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
 * The applications that the options choose.
 * @throws Error for a folder without an application
 */
export function chosenApplications(
  { applications }: Repository,
  { applications: wanted }: PlanOptions,
): readonly Application[] {
  const folders = applications.map(({ folder }) => folder);
  const missing = wanted?.find((folder) => !folders.includes(folder));
  if (missing !== undefined)
    throw new Error(
      `there is no Next application in "${missing}"; accepted: ${folders.map((one) => `"${one}"`).join(', ') || 'none was found'}`,
    );
  return wanted ? applications.filter(({ folder }) => wanted.includes(folder)) : applications;
}
