import {
  type Application,
  chosenApplications,
  createDraft,
  type Draft,
  type Plan,
  type PlanOptions,
  type ReadableFiles,
  readApplication,
  RECORD_PATH,
  recordChanges,
  type Repository,
  type Step,
} from '@adit/codebase';
import { agentsFile } from '../edits/agents-block.ts';
import { planSetup } from '../set-up/plan-setup.ts';
import { CONVERT, versionStep } from '../set-up/refusals.ts';
import { addMonitoring } from './add-monitoring.ts';
import { convertApplication } from './convert-application.ts';
import { openModule, rewrite, type Conversion } from './conversion.ts';
import type { MonitoringCode } from './monitoring-options.ts';
import { leftOver, withoutConvert } from './left-over.ts';
import { findOtherStarts } from './other-starts.ts';
import { convertCalls } from './sdk-calls-left.ts';
import { keptMajor, raiseSdk } from './sdk-range.ts';

/** Options of a conversion. */
export interface ConversionOptions extends PlanOptions {
  /** The SDK to upgrade to. Default: SDK 10 stays, older ones become 11. */
  readonly sdk?: 11;
}

/**
 * Plans the conversion from the files of Sentry's wizard to Adit, including the set-up. Custom options, integrations
 * and screens are kept. An application with a file of an unsupported shape is not changed, and the steps tell what to
 * do by hand. Replaced files are kept in `.adit/before-adit.json`, from which a removal restores them. Applications
 * without Sentry's set-up are skipped.
 * @throws Error for a folder without an application
 */
export function planConversion(
  repository: Repository,
  files: ReadableFiles,
  options: ConversionOptions = {},
): Plan {
  const draft = createDraft(files);
  const steps = chosenApplications(repository, options).flatMap((application) => {
    const own = createDraft(draft);
    const { isDone, steps: told } = convertOne({ ...repository, applications: [application] }, own, options);
    if (isDone) copyChanges(own, draft);
    return told;
  });
  // A removal takes the block for agents out of a file that has changed since, too.
  const forAgents = new Set(repository.applications.map(agentsFile));
  const tooLarge = recordChanges(
    draft,
    draft.changes().filter(({ path }) => !forAgents.has(path)),
  );
  if (draft.changes().length > 0)
    steps.push({ application: '', path: RECORD_PATH, reason: recordReason(tooLarge) });
  return { changes: draft.changes(), steps };
}

function recordReason(tooLarge: readonly string[]): string {
  const reason = 'It keeps the files as they were, so that a removal can put them back.';
  return tooLarge.length === 0 ? reason : `${reason} Too large for it: ${tooLarge.join(', ')}.`;
}

function copyChanges(from: Draft, to: Draft): void {
  for (const { path, after } of from.changes()) {
    if (after === undefined) to.remove(path);
    else to.write(path, after);
  }
}

interface Result {
  readonly isDone: boolean;
  readonly steps: readonly Step[];
}

function convertOne(repository: Repository, draft: Draft, { sdk: wanted }: ConversionOptions): Result {
  const [application] = repository.applications as [Application];
  const steps: Step[] = [];
  const refused: Step[] = [];
  const add =
    (list: Step[]) =>
    (path: string, reason: string, byHand?: Step['byHand']): void =>
      void list.push({ application: application.folder, path, reason, ...(byHand && { byHand }) });
  const conversion: Conversion = {
    draft,
    application,
    sdk: wanted ?? keptMajor(draft, application),
    step: add(steps),
    refuse: add(refused),
  };
  findOtherStarts(conversion, repository);
  const monitoring = convertApplication(conversion);
  if (wanted && application.files.aditConfig !== undefined) raiseSdk(conversion);
  if (draft.changes().length === 0 && refused.length === 0)
    return { isDone: false, steps: openSteps(conversion, repository, steps) };
  raiseSdk(conversion);
  const version = versionStep(application, repository.packageManager, draft, CONVERT);
  const stops = [...(version ? [version] : []), ...refused];
  if (stops.length > 0) return { isDone: false, steps: [...stops, ...steps.filter(({ byHand }) => byHand)] };

  const read = readApplication(draft, application.folder) ?? application;
  const setUp = planSetup({ ...repository, applications: [read], kitApplications: [] }, draft);
  for (const { path, after } of setUp.changes) if (after !== undefined) draft.write(path, after);
  const converted = readApplication(draft, application.folder) ?? application;
  if (converted.files.aditConfig === undefined)
    return { isDone: false, steps: withoutConvert(setUp.steps, draft, read) };
  convertCalls({ ...conversion, application: converted });
  writeMonitoring({ ...conversion, application: converted }, monitoring);
  const isTold = ({ path, byHand }: Step): boolean =>
    byHand !== undefined && steps.some((one) => one.path === path && one.byHand !== undefined);
  return { isDone: true, steps: [...steps, ...setUp.steps.filter((step) => !isTold(step))] };
}

/** The steps that are left in an application that was converted before. */
function openSteps(conversion: Conversion, repository: Repository, told: Step[]): readonly Step[] {
  const { draft, application } = conversion;
  if (application.files.aditConfig === undefined) return [...told, ...leftOver(draft, application)];
  convertCalls(conversion, true);
  const setUp = planSetup(repository, draft);
  const open = [...told, ...setUp.steps].filter(({ byHand }) => byHand !== undefined);
  return open.filter(({ path }, index) => !open.slice(0, index).some((other) => other.path === path));
}

/** Adds the options of the browser's `Sentry.init` to the new `adit.config`. */
function writeMonitoring(conversion: Conversion, codes: readonly MonitoringCode[]): void {
  for (const code of codes) {
    const module = openModule(conversion, conversion.application.files.aditConfig);
    const added = module && addMonitoring(module, code);
    if (!module || !added || 'why' in added) continue;
    rewrite(conversion, module, added.text);
    const kept = added.kept.length === 0 ? '' : ` It keeps its own ${added.kept.join(', ')}.`;
    conversion.step(module.path, `It has the options of Sentry.init.${kept}`);
  }
}
