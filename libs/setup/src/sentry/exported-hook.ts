import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { sdkNameOf } from './sdk-names.ts';

/** How a file uses a function of the SDK that Next calls as a hook. */
export interface ExportedHook {
  /** The statements that only pass it on: `export const onRequestError = Sentry.captureRequestError`. */
  readonly statements: readonly ts.Statement[];
  /** Whether code of the file calls it. */
  readonly isCalled: boolean;
}

/** Finds a function of the SDK among what a file exports. */
export function findExportedHook(module: ModuleScope, name: string): ExportedHook {
  const uses = (node: ts.Node): boolean =>
    (sdkNameOf(module, node) === name && !ts.isImportSpecifier(node.parent)) ||
    (ts.forEachChild(node, (child) => uses(child) || undefined) ?? false);
  const statements = module.source.statements.filter((statement) => passesOn(module, statement, name));
  const others = module.source.statements.filter((statement) => !statements.includes(statement));
  return { statements, isCalled: others.some(uses) };
}

function passesOn(module: ModuleScope, statement: ts.Statement, name: string): boolean {
  if (ts.isExportDeclaration(statement))
    return /@sentry\/nextjs['"]/.test(statement.getText()) && statement.getText().includes(name);
  if (!ts.isVariableStatement(statement)) return false;
  const values = statement.declarationList.declarations.map(({ initializer }) => initializer);
  return values.every((value) => value !== undefined && sdkNameOf(module, value) === name);
}
