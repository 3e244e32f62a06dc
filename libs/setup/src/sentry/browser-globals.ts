import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';

/** Names that only browsers have. */
const BROWSER = new Set(['window', 'document', 'location', 'navigator', 'localStorage', 'sessionStorage']);

/** Whether code, or a function of the file that it uses, needs globals of a browser. */
export function needsBrowser(module: ModuleScope, node: ts.Node): boolean {
  const seen = new Set<ts.Node>([node]);
  // Elements that are added to a set during iteration are visited too.
  for (const one of seen) {
    if (usesBrowser(module, one)) return true;
    for (const { statement } of module.namesUsedBy(one).values())
      if (!ts.isImportDeclaration(statement)) seen.add(statement);
  }
  return false;
}

/** Whether a top-level statement of the file needs them when it is loaded, outside of functions. */
export const loadsInBrowser = (module: ModuleScope, statement: ts.Statement): boolean =>
  usesBrowser(module, statement, (node) => ts.isFunctionLike(node)) ||
  (!ts.isFunctionDeclaration(statement) && hasCall(statement) && needsBrowser(module, statement));

function hasCall(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return (
    ts.isCallExpression(node) || (ts.forEachChild(node, (child) => hasCall(child) || undefined) ?? false)
  );
}

function usesBrowser(
  module: ModuleScope,
  node: ts.Node,
  skips: (node: ts.Node) => boolean = () => false,
): boolean {
  if (skips(node) || ts.isTypeOfExpression(node)) return false;
  const { parent } = node;
  const isName =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node);
  if (ts.isIdentifier(node) && BROWSER.has(node.text) && !isName && !module.resolve(node)) return true;
  return ts.forEachChild(node, (child) => usesBrowser(module, child, skips) || undefined) ?? false;
}
