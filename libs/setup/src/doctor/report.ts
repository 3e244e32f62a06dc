export type Level = 'ok' | 'warning' | 'error';

/** What one check found. */
export interface Finding {
  /** The check's id, such as `one-sentry-core`. */
  readonly check: string;
  /** The folder of the application; `''` for the root. */
  readonly application: string;
  readonly level: Level;
  /** One line: what is right or wrong. */
  readonly message: string;
  readonly path?: string;
  /** The line in the file, from 1. */
  readonly line?: number;
  /** One command, or one sentence, that mends it. */
  readonly fix?: string;
}

/** What `adit doctor --json` prints. `version` changes if a field changes its meaning. */
export interface Report {
  readonly version: 1;
  readonly findings: readonly Finding[];
}
