import type { Change } from '@adit/codebase';
import type { Subject } from '../check.ts';

/** Edits for one problem, with the reason. */
export interface Mending {
  readonly changes: readonly Pick<Change, 'path' | 'after'>[];
  /** One sentence. */
  readonly reason: string;
}

/** Returns edits that may fix the problem in a file. `planFixes` keeps them only if they do. */
export type Fix = (subject: Subject, path: string) => Mending | undefined;
