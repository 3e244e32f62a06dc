import { setRange } from '../edits/manifest.ts';
import type { ReadableFiles } from '../files.ts';
import { createDraft, type Draft } from '../plan/draft.ts';
import { chosenApplications, type Plan, type PlanOptions, type Step } from '../plan/plan.ts';
import { recordChanges, RECORD_PATH } from '../plan/record.ts';
import { readApplication } from '../repository/read-application.ts';
import type { Application, Repository } from '../repository/repository.ts';
import { planSetup } from '../set-up/plan-setup.ts';
import { SUPPORTED, unsupportedPackages } from '../set-up/versions.ts';
import { addMonitoring } from './add-monitoring.ts';
import { convertApplication } from './convert-application.ts';
import { openModule, rewrite, type Conversion } from './conversion.ts';
import { tellCallsLeft } from './sdk-calls-left.ts';
import type { MonitoringCode } from './monitoring-options.ts';

const SDK = '@sentry/nextjs';

/**
 * Plans the move from the files of Sentry's wizard to Adit, set-up included. Own options, integrations and screens are kept. An
 * application with a file whose shape is not known stays as it is, and the steps say what to do by hand. What is replaced is kept
 * in `.adit/before-adit.json`, from which a removal puts it back. Applications without Sentry's set-up are left alone.
 * @throws Error for a folder without an application
 */
export function planConversion(
  repository: Repository,
  files: ReadableFiles,
  options: PlanOptions = {},
): Plan {
  const draft = createDraft(files);
  const steps = chosenApplications(repository, options).flatMap((application) => {
    const own = createDraft(draft);
    const { isDone, steps: told } = convertOne(repository, application, own);
    if (isDone) copyChanges(own, draft);
    return told;
  });
  const tooLarge = recordChanges(draft, draft.changes());
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

function convertOne(
  repository: Repository,
  application: Application,
  draft: Draft,
): { readonly isDone: boolean; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  const conversion: Conversion = {
    draft,
    application,
    step: (path, reason, byHand) =>
      steps.push({ application: application.folder, path, reason, ...(byHand && { byHand }) }),
  };
  const monitoring = convertApplication(conversion);
  if (draft.changes().length === 0) return { isDone: false, steps };
  raiseSdk(conversion);
  const left = steps.filter(({ byHand }) => byHand !== undefined);
  if (left.some(({ path }) => isNeeded(application, path))) return { isDone: false, steps: left };

  const read = readApplication(draft, application.folder) ?? application;
  const setUp = planSetup({ ...repository, applications: [read] }, draft);
  for (const { path, after } of setUp.changes) if (after !== undefined) draft.write(path, after);
  const converted = readApplication(draft, application.folder) ?? application;
  if (converted.files.aditConfig === undefined) return { isDone: false, steps: setUp.steps };
  tellCallsLeft(conversion);
  writeMonitoring({ ...conversion, application: converted }, monitoring);
  const isTold = ({ path, byHand }: Step): boolean =>
    byHand !== undefined && left.some((one) => one.path === path);
  return { isDone: true, steps: [...steps, ...setUp.steps.filter((step) => !isTold(step))] };
}

/** Whether an application starts Sentry's SDK in a file, so that Adit cannot be set up while the file stays. */
const isNeeded = ({ files }: Application, path: string): boolean =>
  path === files.nextConfig ||
  path === files.instrumentation ||
  path === files.instrumentationClient ||
  path.includes('sentry.client.config');

/** Names the version of the SDK that Adit runs with. */
function raiseSdk({ draft, application, step }: Conversion): void {
  const { manifest } = application;
  const old = unsupportedPackages(draft, application).find(({ name }) => name === SDK);
  if (!old) return;
  draft.write(manifest, setRange(draft.read(manifest) ?? '', SDK, SUPPORTED[SDK]));
  step(
    manifest,
    `Adit needs ${SDK} ${SUPPORTED[SDK]}; it was ${old.found}. SDK 11 collects more of users and requests than SDKs before: see its option dataCollection.`,
  );
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
