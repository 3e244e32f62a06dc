import type { ModuleScope } from './module-scope.ts';
import { findExportedHook } from './exported-hook.ts';
import { takeOut } from './take-out.ts';

const REPORT = 'captureRequestError';

/**
 * Takes `onRequestError = Sentry.captureRequestError` out of `instrumentation`, whose errors Adit reports with their digest.
 * Says why if the file calls it in another way, `undefined` if it does not.
 */
export function convertInstrumentation(
  module: ModuleScope,
): { readonly text: string } | { readonly why: string } | undefined {
  const { statements, isCalled } = findExportedHook(module, REPORT);
  if (isCalled) return { why: `a function of its own calls ${REPORT}` };
  return statements.length === 0 ? undefined : { text: takeOut(module, statements) ?? '' };
}

/** An `instrumentation` file that loads the files of the servers, which SDKs before 8 loaded themselves. */
export function newInstrumentation(configs: ReadonlyMap<'server' | 'edge', string>): string {
  const branches = [...configs].map(
    ([side, path]) => `  if (process.env.NEXT_RUNTIME === '${RUNTIMES[side]}') await import('${path}');`,
  );
  return ['export async function register() {', ...branches, '}', ''].join('\n');
}

const RUNTIMES = { server: 'nodejs', edge: 'edge' } as const;
