import { readText } from '@adit/common';
import type { ReadableFiles, Repository } from '@adit/codebase';
import { CHECKS } from './all-checks.ts';
import type { Check, DoctorContext, Problem, Subject } from './check.ts';
import { usesAdit } from './facts/manifest.ts';
import { createReader } from '@adit/codebase/source';
import { DOCTOR, reportOf, type Finding, type Report } from './report.ts';

/**
 * Finds problems in the applications of a repository, without a network. Each check gives one finding or more for each
 * application: `ok` if nothing is wrong. Applications without Adit get only one finding. A check that fails, because a
 * file cannot be read, becomes an error of the check `doctor`. Never throws.
 */
export function diagnose(repository: Repository, files: ReadableFiles, context: DoctorContext = {}): Report {
  const reader = createReader(files);
  return reportOf(
    repository.applications.flatMap((application) => {
      const subject = { repository, application, reader, context };
      const checks = CHECKS.filter(({ beforeSetup }) => beforeSetup === true || isSetUp(subject));
      return checks.flatMap((check) => runCheck(check, subject));
    }),
  );
}

/** If files cannot be read, each check runs, and reports that. */
function isSetUp(subject: Subject): boolean {
  try {
    return usesAdit(subject);
  } catch {
    return true;
  }
}

function runCheck(check: Check, subject: Subject): Finding[] {
  const { folder } = subject.application;
  try {
    const problems = check.run(subject);
    const shown: readonly Problem[] =
      problems.length > 0 ? problems : [{ level: 'ok', message: check.title }];
    return shown.map((problem) => ({ check: check.id, application: folder, ...definedOf(problem) }));
  } catch (error) {
    const [reason = ''] = readText(error, 'message').split('\n');
    const message = `The check ${check.id} could not run: ${reason || 'no reason was given'}`;
    return [{ check: DOCTOR, application: folder, level: 'error', message }];
  }
}

/** Without fields that are `undefined`. */
const definedOf = ({ path, line, fix, ...rest }: Problem): Omit<Finding, 'check' | 'application'> => ({
  ...rest,
  ...(path !== undefined && { path }),
  ...(line !== undefined && { line }),
  ...(fix !== undefined && { fix }),
});
