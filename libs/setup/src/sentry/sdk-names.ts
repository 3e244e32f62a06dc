import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';

const SDK = /^@sentry\/nextjs(?:\/config)?$/;

/** Whether a statement imports the SDK, or requires it. */
export function importsSdk(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement)) return SDK.test(textOf(statement.moduleSpecifier));
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ initializer }) => initializer && requiresSdk(initializer))
  );
}

const textOf = (node: ts.Node): string => (ts.isStringLiteralLike(node) ? node.text : '');

const requiresSdk = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  node.expression.getText() === 'require' &&
  node.arguments.some((argument) => SDK.test(textOf(argument)));

/** The SDK's own name of what an expression stands for: `init` for `Sentry.init`. `undefined` if it is not of the SDK. */
export function sdkNameOf(module: ModuleScope, node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node))
    return isNamespace(module, node.expression) ? node.name.text : undefined;
  if (ts.isQualifiedName(node)) return isNamespace(module, node.left) ? node.right.text : undefined;
  const found = module.resolve(node);
  if (found === undefined || !importsSdk(found.statement)) return undefined;
  const { declaration } = found;
  return ts.isImportSpecifier(declaration) || ts.isBindingElement(declaration)
    ? (declaration.propertyName ?? declaration.name).getText()
    : undefined;
}

/** Whether it is the whole SDK: `Sentry` of `import * as Sentry` or of `const Sentry = require(…)`. */
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
export function sdkCalls(module: ModuleScope, name: string): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && sdkNameOf(module, node.expression) === name) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return calls;
}
