import type { Application, ReadableFiles, Step } from '@adit/codebase';
import { filesToConvert } from '../set-up/needs-conversion.ts';
import { CONVERT } from '../set-up/refusals.ts';

/** The step for files of Sentry's set-up that remain after a conversion, because their shape is not supported. */
export function leftOver(files: ReadableFiles, application: Application): readonly Step[] {
  const paths = filesToConvert(files, application);
  const [path] = paths;
  if (path === undefined) return [];
  const why = `the conversion does not know how ${paths.join(', ')} ${paths.length > 1 ? 'use' : 'uses'} Sentry’s SDK`;
  const snippet =
    '// Take Sentry.init, withSentryConfig and captureRequestError out there. Then run npx @adit/cli init.';
  const reason = 'Adit takes the place of the set-up by Sentry’s wizard.';
  return [{ application: application.folder, path, reason, byHand: { why, snippet } }];
}

/** The steps of a set-up without the advice to run the conversion, which has just run. */
export const withoutConvert = (
  steps: readonly Step[],
  files: ReadableFiles,
  application: Application,
): readonly Step[] =>
  steps.flatMap((step) => (step.byHand?.snippet === CONVERT ? leftOver(files, application) : [step]));
