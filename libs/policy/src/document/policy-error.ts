/** One fault of a document. */
export interface PolicyProblem {
  /** The place, such as `rules[3].when.message`; empty for the document itself. */
  readonly path: string;
  /** The fault, as a sentence without its subject, in one line. */
  readonly message: string;
  /** The line of the text, from 1: of the place, or of the nearest one around it. Missing if there was no text. */
  readonly line?: number | undefined;
}

/** Thrown for a document that cannot be used. The message is one line about the first fault. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  /** The faults in the order of the document, at most 20. */
  readonly problems: readonly PolicyProblem[];

  constructor(problems: readonly PolicyProblem[]) {
    super(describe(problems));
    this.problems = problems;
  }
}

function describe([first, ...others]: readonly PolicyProblem[]): string {
  if (first === undefined) return 'The document cannot be used';
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${first.path === '' ? 'The document' : first.path} ${first.message}${more}`;
}
