import {
  chosenApplications,
  createDraft,
  type Draft,
  onlyApplications,
  type Plan,
  type PlanOptions,
  type ReadableFiles,
  readRepository,
  type Repository,
  type Step,
} from '@adit/codebase';
import { planSetup } from '@adit/setup';
import type { Subject } from '../check.ts';
import { diagnose } from '../diagnose.ts';
import { usesAdit } from '../facts/manifest.ts';
import { findTunnelRoute } from '../facts/second-tunnel.ts';
import { createReader } from '@adit/codebase/source';
import type { Finding } from '../report.ts';
import { moveInstrumentation, moveRoute, renameToExtension, writeRoute } from './files.ts';
import type { Fix, Mending } from './fix.ts';
import { importWithAdit, showOwnScreen } from './modules.ts';
import { leaveOutTunnelPath, takeEdgeRuntime, takeProperty } from './properties.ts';

/** Fixes for the problems of a check, beside the set-up. */
const FIXES: Readonly<Record<string, readonly Fix[]>> = {
  'next-config': [importWithAdit],
  'page-extensions': [renameToExtension],
  instrumentation: [moveInstrumentation],
  screens: [showOwnScreen],
  'tunnel-path': [moveRoute, takeProperty('tunnelRoute', findTunnelRoute)],
  'tunnel-answered': [writeRoute, takeEdgeRuntime],
  'tunnel-matcher': [leaveOutTunnelPath],
  release: [takeProperty('env.NEXT_PUBLIC_SENTRY_RELEASE')],
};

/** Checks whose problems the set-up may fix. */
const SET_UP: ReadonlySet<string> = new Set([
  'set-up',
  'peer-ranges',
  'next-config',
  'instrumentation',
  'screens',
  'unknown-address',
  'agents',
]);

/** Checks with problems that `planFixes` may fix. */
export const MENDED_CHECKS: ReadonlySet<string> = new Set([...SET_UP, ...Object.keys(FIXES)]);

/**
 * Plans edits for the problems of `diagnose` that can be fixed without a decision by the user. An edit is kept only if
 * the doctor finds fewer problems with it, and no new ones. Applications without Adit are not changed.
 * @throws Error for a folder without an application
 */
export function planFixes(repository: Repository, files: ReadableFiles, options: PlanOptions = {}): Plan {
  const draft = createDraft(files);
  const steps = chosenApplications(repository, options).flatMap(({ folder }) => mend(draft, folder));
  return { changes: draft.changes(), steps };
}

/** Writes fixes for the application into the draft. */
function mend(draft: Draft, folder: string): Step[] {
  if (!usesAdit(subjectOf(draft, folder))) return [];
  const steps: Step[] = [];
  let problems = problemsOf(draft, folder);
  const attempt = ({ changes, reason }: Mending, application: string): void => {
    const trial = createDraft(draft);
    apply(trial, changes);
    const left = problemsOf(trial, folder);
    if (!isBetter(left, problems)) return;
    apply(draft, changes);
    problems = left;
    steps.push({ application, path: changes.at(-1)?.path ?? '', reason });
  };

  for (const finding of problems)
    for (const fix of FIXES[finding.check] ?? []) {
      const mending = finding.path === undefined ? undefined : fix(subjectOf(draft, folder), finding.path);
      if (mending) attempt(mending, folder);
    }
  if (!problems.some(({ check }) => SET_UP.has(check))) return steps;
  const setUp = planSetup(readRepository(draft), draft, { applications: [folder] });
  for (const change of setUp.changes) {
    const reason = setUp.steps.find(
      ({ path, byHand }) => path === change.path && byHand === undefined,
    )?.reason;
    attempt({ changes: [change], reason: reason ?? 'As the set-up writes it.' }, folder);
  }
  return steps;
}

function apply(draft: Draft, changes: Mending['changes']): void {
  for (const { path, after } of changes)
    if (after === undefined) draft.remove(path);
    else draft.write(path, after);
}

function problemsOf(files: ReadableFiles, folder: string): Finding[] {
  const repository = readRepository(files);
  // An added package is not installed yet.
  return diagnose(onlyApplications(repository, [folder]), files).findings.filter(
    ({ check, level }) => level !== 'ok' && check !== 'installed',
  );
}

function subjectOf(files: ReadableFiles, folder: string): Subject {
  const repository = readRepository(files);
  const application = repository.applications.find((one) => one.folder === folder);
  if (application === undefined) throw new Error(`there is no Next application in "${folder}"`);
  return { repository, application, reader: createReader(files), context: {} };
}

/** Fewer problems in total, and not more of any check. */
function isBetter(left: readonly Finding[], before: readonly Finding[]): boolean {
  const count = (findings: readonly Finding[], id: string): number =>
    findings.filter(({ check }) => check === id).length;
  return left.length < before.length && left.every(({ check }) => count(left, check) <= count(before, check));
}
