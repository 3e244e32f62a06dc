export type Level = 'ok' | 'warning' | 'error';

/** One result of a check. */
export interface Finding {
  /** The check's id, such as `one-sentry-core`. */
  readonly check: string;
  /** The folder of the application; `''` for the root. */
  readonly application: string;
  readonly level: Level;
  /** One line: the problem, or what is right. */
  readonly message: string;
  readonly path?: string;
  /** The line in the file, from 1. */
  readonly line?: number;
  /** One command, or one sentence, that fixes it. */
  readonly fix?: string;
  /** Whether `planFixes` fixes it; set by `markMendable`. */
  readonly mendable?: true;
}

/** The output of `adit doctor --json`. `version` changes if a field changes its meaning. */
export interface Report {
  readonly version: 1;
  readonly findings: readonly Finding[];
}

/** The id of findings about checks that the doctor could not make. */
export const DOCTOR = 'doctor';

/** The check that runs alone in applications without Adit. */
export const SET_UP = 'set-up';

/** A report of these findings. */
export const reportOf = (findings: readonly Finding[]): Report => ({ version: 1, findings });

/**
 * The exit code of a report: 2 if something could not be checked, because a check failed or there is no
 * application; else 1 if there is an error, or if no application uses Adit; else 0. Other warnings do not count.
 */
export function exitCode({ findings }: Report): 0 | 1 | 2 {
  const errors = findings.filter(({ level }) => level === 'error');
  if (findings.length === 0 || errors.some(({ check }) => check === DOCTOR)) return 2;
  const isWithoutAdit = findings.every(({ check, level }) => check === SET_UP && level === 'warning');
  return errors.length > 0 || isWithoutAdit ? 1 : 0;
}
