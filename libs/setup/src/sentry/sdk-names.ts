import ts from 'typescript';
import { findAll, plainExpression, textOf } from '@adit/codebase/source';
import type { ModuleScope } from './module-scope.ts';

const SDK = /^@sentry\/nextjs(?:\/config)?$/;

/** Whether a statement imports the SDK, or requires it. */
export function importsSdk(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement)) return isSdk(statement.moduleSpecifier);
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ initializer }) => initializer && requiresSdk(initializer))
  );
}

const isSdk = (node: ts.Node): boolean => SDK.test(textOf(node) ?? '');

const requiresSdk = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.getText() === 'require' && node.arguments.some(isSdk);

/** The SDK's own name for an expression: `init` for `Sentry.init`. `undefined` if it is not a name of the SDK. */
export function sdkNameOf(module: ModuleScope, node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node))
    return isNamespace(module, plainExpression(node.expression)) ? node.name.text : undefined;
  if (ts.isQualifiedName(node)) return isNamespace(module, node.left) ? node.right.text : undefined;
  const found = module.resolve(node);
  if (found === undefined || !importsSdk(found.statement)) return undefined;
  const { declaration } = found;
  return ts.isImportSpecifier(declaration) || ts.isBindingElement(declaration)
    ? (declaration.propertyName ?? declaration.name).getText()
    : undefined;
}

/** Whether it is the whole SDK: `Sentry` from `import * as Sentry` or `const Sentry = require(…)`. */
export function isNamespace(module: ModuleScope, node: ts.Node): boolean {
  const found = module.resolve(node);
  return (
    found !== undefined &&
    importsSdk(found.statement) &&
    (ts.isNamespaceImport(found.declaration) ||
      ts.isImportClause(found.declaration) ||
      (ts.isVariableDeclaration(found.declaration) && ts.isIdentifier(found.declaration.name)))
  );
}

/** The calls of a function of the SDK, in order. */
export const sdkCalls = (module: ModuleScope, name: string): readonly ts.CallExpression[] =>
  findAll(module.source, ts.isCallExpression).filter(
    ({ expression }) => sdkNameOf(module, expression) === name,
  );
