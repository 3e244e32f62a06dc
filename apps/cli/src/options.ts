/** Options of the commands, as given on the command line. */
export interface Options {
  /** Folders or names of applications. Empty for none chosen. */
  readonly app: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  readonly install: boolean;
  /** The version of Sentry's SDK to raise to. */
  readonly sdk?: '11' | undefined;
}

/** An error in the use of a command. Ends the process with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
