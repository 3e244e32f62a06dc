import { findScripts, mayHoldSources } from '@adit/codebase';
import { browserCode } from './browser-code.ts';
import { earlyCalls, type EarlyCall } from './early-calls.ts';
import { openModule, rewrite, type Conversion } from './conversion.ts';
import type { ModuleScope } from './module-scope.ts';
import { goneNames } from './convert-server-config.ts';
import { useCaptureError } from './use-capture-error.ts';

/** Error screens have separate steps. */
const SCREEN = /(?:^|\/)(?:(?:global-)?error|_error)\.[jt]sx?$/;

/**
 * Makes browser code, which servers may share, report with `captureError` if that is equivalent, and adds a step for
 * each file with a call of the SDK that has less, or too much, effect with Adit. `isDone`: files are not changed.
 */
export function convertCalls(conversion: Conversion, isDone = false): void {
  const { draft, application } = conversion;
  const { aditConfig, instrumentationClient } = application.files;
  const setUp = [aditConfig, instrumentationClient, ...application.files.sentryConfigs];
  for (const module of browserCode(draft, application))
    if (
      !SCREEN.test(module.path) &&
      !setUp.includes(module.path) &&
      !/sentry\.integrations\.[jt]s$/.test(module.path)
    )
      convertModule(conversion, module, isDone);
  tellOthers(conversion);
}

function convertModule(conversion: Conversion, module: ModuleScope, isDone: boolean): void {
  const calls = earlyCalls(module);
  const isFree = !isDone && !/\bcaptureError\b/.test(module.text);
  const replaced = isFree ? calls.flatMap((call) => call.replaced ?? []) : [];
  const left = isFree ? calls.filter((call) => !call.replaced) : calls;
  if (replaced.length > 0) {
    rewrite(conversion, module, useCaptureError(module, replaced));
    conversion.step(module.path, 'captureError also reports before the SDK is loaded.');
  }
  if (left.length > 0) tellCalls(conversion, module.path, left);
}

function tellCalls({ step }: Conversion, path: string, calls: readonly EarlyCall[]): void {
  const names = [...new Set(calls.map(({ name }) => name))];
  const isError = names.every((name) => name === 'captureException');
  const whys = [...new Set(calls.map(({ why }) => why))];
  step(
    path,
    isError
      ? 'captureError also reports before the SDK is loaded.'
      : 'The SDK of the browser comes after the page: until then these calls do nothing.',
    {
      why: `it calls ${names.join(', ')} in code of the browser${whys.some(Boolean) ? ` (${whys.filter(Boolean).join('; ')})` : ''}`,
      snippet: [...new Set(calls.map(({ snippet }) => snippet))].join('\n\n'),
    },
  );
}

/** Calls in code that also runs on servers. */
function tellOthers(conversion: Conversion): void {
  const { draft, application, sdk, step } = conversion;
  const scripts = findScripts(draft, application.folder, { name: /./, enters: mayHoldSources });
  const { nextConfig, sentryConfigs, instrumentation } = application.files;
  const known = [nextConfig, instrumentation, ...sentryConfigs];
  for (const path of scripts) {
    const text = draft.read(path) ?? '';
    if (!/['"]@sentry\/nextjs['"]/.test(text)) continue;
    if (/\bgetTraceData\(\)/.test(text) && text.includes('generateMetadata'))
      step(path, 'Next writes the trace of the server into each page, because withAdit switches it on.', {
        why: 'it writes the same a second time by getTraceData',
        snippet: 'other: { /* without ...Sentry.getTraceData() */ }',
      });
    if (sdk === 10 || known.includes(path)) continue;
    const module = openModule(conversion, path);
    const gone = module ? goneNames(module) : [];
    if (gone.length > 0)
      step(path, 'It runs with SDK 11.', { why: `SDK 11 does not have ${gone.join(', ')}`, snippet: '' });
  }
}
