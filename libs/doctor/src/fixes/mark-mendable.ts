import {
  applyPlan,
  createDraft,
  onlyApplications,
  type ReadableFiles,
  readRepository,
  type Repository,
} from '@adit/codebase';
import type { DoctorContext } from '../check.ts';
import { diagnose } from '../diagnose.ts';
import type { Finding, Report } from '../report.ts';
import { planFixes } from './plan-fixes.ts';

/**
 * Returns a report of `diagnose` in which findings that the changes of `planFixes` resolve have `mendable`. If these
 * cannot be planned, because a file cannot be read, it returns the report unchanged. Never throws.
 */
export function markMendable(
  report: Report,
  repository: Repository,
  files: ReadableFiles,
  context: DoctorContext = {},
): Report {
  if (report.findings.every(({ level }) => level === 'ok')) return report;
  try {
    return mark(report, repository, files, context);
  } catch {
    return report;
  }
}

function mark(report: Report, repository: Repository, files: ReadableFiles, context: DoctorContext): Report {
  const folders = repository.applications.map(({ folder }) => folder);
  const plan = planFixes(repository, files, { applications: folders });
  if (plan.changes.length === 0) return report;
  const mended = createDraft(files);
  applyPlan(mended, plan);
  const after = readRepository(mended);
  const left = new Set(diagnose(onlyApplications(after, folders), mended, context).findings.map(keyOf));
  return {
    ...report,
    findings: report.findings.map((finding) =>
      finding.level === 'ok' || left.has(keyOf(finding)) ? finding : { ...finding, mendable: true },
    ),
  };
}

/** A fix changes the line numbers of a file, so they are not compared. */
const keyOf = ({ application, check, message, path }: Finding): string =>
  JSON.stringify([application, check, message, path]);
