import type { ModuleScope } from './module-scope.ts';
import { takeHook, type HookSwap } from './take-hook.ts';
import { takeOut } from './take-out.ts';

const REPORT: HookSwap = {
  sdk: 'captureRequestError',
  module: '@adit/next/instrumentation',
  name: 'onRequestError',
  alias: 'reportToAdit',
};

/**
 * Removes `onRequestError = Sentry.captureRequestError` from `instrumentation`, because Adit reports these errors with
 * their digest. A function that filters first calls Adit's instead. Returns the reason if the file calls it in another
 * way, `undefined` if it does not.
 */
export function convertInstrumentation(
  module: ModuleScope,
): { readonly text: string } | { readonly why: string } | undefined {
  const hook = takeHook(module, REPORT);
  if ('why' in hook) return hook;
  const { statements, callees } = hook;
  return statements.length + callees.length === 0
    ? undefined
    : { text: takeOut(module, statements, hook) ?? '' };
}

/** An `instrumentation` file that loads the files of the servers, which SDKs before 8 loaded themselves. */
export function newInstrumentation(configs: ReadonlyMap<'server' | 'edge', string>): string {
  const branches = [...configs].map(
    ([side, path]) => `  if (process.env.NEXT_RUNTIME === '${RUNTIMES[side]}') await import('${path}');`,
  );
  return ['export async function register() {', ...branches, '}', ''].join('\n');
}

const RUNTIMES = { server: 'nodejs', edge: 'edge' } as const;
