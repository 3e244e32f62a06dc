import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { sdkNameOf } from './sdk-names.ts';
import { takeOut } from './take-out.ts';

const REPORT = 'captureRequestError';

/**
 * Takes `onRequestError = Sentry.captureRequestError` out of `instrumentation`, whose errors Adit reports with their digest.
 * Says why if the file calls it in another way, `undefined` if it does not.
 */
export function convertInstrumentation(
  module: ModuleScope,
): { readonly text: string } | { readonly why: string } | undefined {
  const { statements } = module.source;
  const passing = statements.filter((statement) => passesOn(module, statement));
  const others = statements.filter((statement) => !passing.includes(statement) && uses(module, statement));
  if (others.length > 0) return { why: `A function of its own calls ${REPORT}.` };
  return passing.length === 0 ? undefined : { text: takeOut(module, passing) ?? '' };
}

function passesOn(module: ModuleScope, statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement))
    return (
      /@sentry\/nextjs/.test(statement.moduleSpecifier?.getText() ?? '') &&
      statement.getText().includes(REPORT)
    );
  const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  return declaration?.initializer !== undefined && sdkNameOf(module, declaration.initializer) === REPORT;
}

function uses(module: ModuleScope, node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return false;
  return (
    sdkNameOf(module, node) === REPORT ||
    (ts.forEachChild(node, (child) => uses(module, child) || undefined) ?? false)
  );
}

/** An `instrumentation` file that loads the files of the servers, which SDKs before 8 loaded themselves. */
export function newInstrumentation(configs: ReadonlyMap<'server' | 'edge', string>): string {
  const branches = [...configs].map(
    ([side, path]) => `  if (process.env.NEXT_RUNTIME === '${RUNTIMES[side]}') await import('${path}');`,
  );
  return ['export async function register() {', ...branches, '}', ''].join('\n');
}

const RUNTIMES = { server: 'nodejs', edge: 'edge' } as const;
