import type { Change } from '../../plan/plan.ts';
import type { Subject } from '../check.ts';

/** Edits for one problem, and why. */
export interface Mending {
  readonly changes: readonly Pick<Change, 'path' | 'after'>[];
  /** One sentence. */
  readonly reason: string;
}

/** Returns edits that may mend the problem in a file. `planFixes` keeps them only if they do. */
export type Fix = (subject: Subject, path: string) => Mending | undefined;
