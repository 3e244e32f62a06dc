import { onlyApplications, type Files, type Plan, type PlanOptions, type Repository } from '@adit/codebase';
import type { Finding, Report } from '@adit/doctor';
import { chooseApplications } from '../choose-applications.ts';
import type { Host } from '../host.ts';
import { type OpenRepository, openRepository } from '../open-repository.ts';
import type { Options } from '../options.ts';
import { coloursOf } from '../show/colours.ts';
import { findingsText } from '../show/findings-text.ts';
import { carryOut } from './carry-out.ts';

export interface DoctorOptions extends Options {
  readonly fix: boolean;
  /** The address of the running application, to check it too. */
  readonly online: string | undefined;
}

/** The parts of `@adit/doctor` that this command combines. */
export interface Doctor {
  diagnose(repository: Repository, files: Files): Report;
  /** Marks the findings that `planFixes` can fix. */
  markMendable(report: Report, repository: Repository, files: Files): Report;
  planFixes(repository: Repository, files: Files, options: PlanOptions): Plan;
  /** Checks the running application of a repository with one. */
  checkOnline(url: string, repository: Repository, files: Files): Promise<readonly Finding[]>;
  exitCode(report: Report): number;
}

/**
 * Fixes what can be fixed, shows the rest, and returns the exit code. In a dry run, the findings come first, then the
 * planned fixes.
 */
export async function runDoctor(doctor: Doctor, options: DoctorOptions, host: Host): Promise<number> {
  const opened = openRepository(host.folder);
  // Read-only commands need no choice.
  const isWriting = options.fix && !options.dryRun;
  const choosing = isWriting ? options : { ...options, dryRun: true };
  const folders = await chooseApplications(opened.repository, opened.within, choosing, host);
  const mend = (): Promise<boolean> => mendAll(doctor, opened, folders, options, host);
  if (isWriting && (await mend()) && !options.json) host.print('\n');

  const { files, repository } = openRepository(host.folder);
  const chosen = onlyApplications(repository, folders);
  const offline = doctor.markMendable(doctor.diagnose(chosen, files), chosen, files);
  const online = options.online === undefined ? [] : await doctor.checkOnline(options.online, chosen, files);
  const report: Report = { ...offline, findings: [...offline.findings, ...online] };
  host.print(
    options.json
      ? `${JSON.stringify(report, undefined, 2)}\n`
      : findingsText(report.findings, coloursOf(host.hasColours)),
  );
  if (options.fix && options.dryRun && !options.json) {
    host.print('\n');
    await mend();
  }
  return doctor.exitCode(report);
}

async function mendAll(
  doctor: Doctor,
  opened: OpenRepository,
  applications: readonly string[],
  options: Options,
  host: Host,
): Promise<boolean> {
  const plan = doctor.planFixes(opened.repository, opened.files, { applications });
  if (plan.changes.length === 0 && !options.json) host.print('--fix finds nothing that it can mend.\n');
  const { written } = await carryOut(plan, opened, options, host);
  return written || plan.changes.length === 0;
}
