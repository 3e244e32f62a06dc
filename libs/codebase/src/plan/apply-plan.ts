import type { Files } from '../files.ts';
import type { Plan } from './plan.ts';

/**
 * Writes the changes of a plan.
 * @throws Error before anything is written, if a file has changed since the plan was made
 */
export function applyPlan(files: Files, { changes }: Plan): void {
  const other = changes.filter(({ path, before }) => files.read(path) !== before);
  if (other.length > 0)
    throw new Error(
      `${other.map(({ path }) => path).join(', ')} changed after the plan was made; nothing was written; make a new plan`,
    );
  for (const { path, after } of changes) {
    if (after === undefined) files.remove(path);
    else files.write(path, after);
  }
}

/** The plan that undoes another one. */
export function invertPlan({ changes, steps }: Plan): Plan {
  return {
    changes: changes.map(({ path, before, after }) => ({ path, before: after, after: before })),
    steps: steps
      .filter(({ byHand }) => byHand === undefined)
      .map(({ application, path, reason }) => ({ application, path, reason: `Undoes: ${reason}` })),
  };
}
