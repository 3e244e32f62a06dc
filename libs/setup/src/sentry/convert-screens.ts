import { joinPath } from '../join-path.ts';
import { TEMPLATES } from '../set-up/templates.ts';
import { findScripts } from '../repository/scripts.ts';
import { inStyle, readStyle } from '../source/style.ts';
import { openModule, rewrite, type Conversion } from './conversion.ts';
import { convertScreen } from './convert-screen.ts';

/** Has the error screens of an application report by `captureError`, and takes Adit's in place of the wizard's. */
export function convertScreens(conversion: Conversion): void {
  const { draft, application } = conversion;
  const { appFolder, pagesFolder } = application;
  for (const path of appFolder === undefined
    ? []
    : findScripts(draft, appFolder, { name: /^(?:global-)?error$/ }))
    convertOne(conversion, path, path.includes('global-error') ? 'global-error' : 'error');
  for (const name of pagesFolder === undefined ? [] : draft.list(pagesFolder))
    if (pagesFolder !== undefined && /^_error\.[jt]sx?$/.test(name))
      convertOne(conversion, joinPath(pagesFolder, name), '_error');
}

function convertOne(conversion: Conversion, path: string, screen: 'error' | 'global-error' | '_error'): void {
  const { draft, step } = conversion;
  const module = openModule(conversion, path);
  const converted = module && convertScreen(module);
  if (!converted) return;
  if (converted.kind === 'unknown') {
    step(path, 'captureError also reports before the SDK is loaded.', {
      why: converted.why,
      snippet:
        "import { captureError } from '@adit/next/report';\n\nuseEffect(() => captureError(error), [error]);",
    });
    return;
  }
  if (converted.kind === 'wizard') {
    draft.write(path, inStyle(TEMPLATES[screen], readStyle(module.source)));
    step(path, 'Adit’s screen takes the place of the one of Sentry’s wizard.');
    return;
  }
  rewrite(conversion, module, converted.text);
  step(path, 'captureError also reports before the SDK is loaded.');
}
