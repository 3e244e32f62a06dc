import { findFile, findScripts } from '@adit/codebase';
import { OWN_PAGES_ERROR, TEMPLATES } from '../set-up/templates.ts';
import { inStyle, readStyle } from '@adit/codebase/source';
import { openModule, rewrite, type Conversion } from './conversion.ts';
import { convertScreen } from './convert-screen.ts';

/** The lines for an error screen of the App Router, written by hand. */
const OWN_ERROR = {
  reason: 'captureError also reports before the SDK is loaded.',
  snippet:
    "import { captureError } from '@adit/next/report';\n\nuseEffect(() => captureError(error), [error]);",
};

/** Makes the error screens of an application report with `captureError`, and replaces the wizard's with Adit's. */
export function convertScreens(conversion: Conversion): void {
  const { draft, application } = conversion;
  const { appFolder, pagesFolder } = application;
  for (const path of appFolder === undefined
    ? []
    : findScripts(draft, appFolder, { name: /^(?:global-)?error$/ }))
    convertOne(conversion, path, path.includes('global-error') ? 'global-error' : 'error');
  const ofPages =
    pagesFolder === undefined
      ? undefined
      : findFile(draft, [pagesFolder], '_error', application.pageExtensions);
  if (ofPages !== undefined) convertOne(conversion, ofPages, '_error');
}

function convertOne(conversion: Conversion, path: string, screen: 'error' | 'global-error' | '_error'): void {
  const { draft, step } = conversion;
  const module = openModule(conversion, path);
  const converted = module && convertScreen(module);
  if (!converted) return;
  if (converted.kind === 'unknown') {
    const { reason, snippet } = screen === '_error' ? OWN_PAGES_ERROR : OWN_ERROR;
    step(path, reason, { why: converted.why, snippet });
    return;
  }
  if (converted.kind === 'wizard') {
    draft.write(path, inStyle(TEMPLATES[screen], readStyle(module.source)));
    step(path, 'Adit’s screen takes the place of the one of Sentry’s wizard.');
    return;
  }
  rewrite(conversion, module, converted.text);
  step(path, OWN_ERROR.reason);
}
