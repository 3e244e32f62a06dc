import { readText } from '@adit/common';
import type { ReadableFiles, Repository } from '@adit/codebase';
import { CHECKS, KIT_CHECKS } from './all-checks.ts';
import type { Check, DoctorContext, KitSubject, Problem, Subject } from './check.ts';
import { usesAdit, usesKits } from './facts/manifest.ts';
import { createReader } from '@adit/codebase/source';
import { DOCTOR, reportOf, type Finding, type Report } from './report.ts';

/**
 * Finds problems in the applications of a repository, without a network. Each check gives one finding or more for each
 * application: `ok` if nothing is wrong. Applications without Adit get only one finding. A check that fails, because a
 * file cannot be read, becomes an error of the check `doctor`. Never throws.
 */
export function diagnose(repository: Repository, files: ReadableFiles, context: DoctorContext = {}): Report {
  const reader = createReader(files);
  return reportOf([
    ...repository.applications.flatMap((application) =>
      runChecks(CHECKS, { repository, application, reader, context }, usesAdit),
    ),
    ...repository.kitApplications.flatMap((application) =>
      runChecks(KIT_CHECKS, { repository, application, reader, context }, usesKits),
    ),
  ]);
}

function runChecks<Of extends Subject | KitSubject>(
  checks: readonly Check<Of>[],
  subject: Of,
  isSetUp: (subject: Of) => boolean,
): Finding[] {
  const runsAll = isTrueOf(subject, isSetUp);
  return checks
    .filter(({ beforeSetup }) => beforeSetup === true || runsAll)
    .flatMap((check) => runCheck(check, subject));
}

/** If files cannot be read, each check runs, and reports that. */
function isTrueOf<Of>(subject: Of, is: (subject: Of) => boolean): boolean {
  try {
    return is(subject);
  } catch {
    return true;
  }
}

function runCheck<Of extends Subject | KitSubject>(check: Check<Of>, subject: Of): Finding[] {
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
