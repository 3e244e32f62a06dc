/** Options of the commands, as the command line gives them. */
export interface Options {
  /** Folders or names of applications. Empty for none chosen. */
  readonly app: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  readonly install: boolean;
}

/** A reason why a command cannot run as it was called. Ends the process with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
