import ts from 'typescript';
import { findAll, unwrap, usesOf } from './parse.ts';

/** The longest chain of constants that is followed. A constant may refer to itself. */
export const MAX_STEPS = 20;

/**
 * The value of the constant of the file that an expression names, else the expression itself, unwrapped. A variable that
 * is never assigned again is a constant, too.
 */
export function followConstant(node: ts.Expression): ts.Expression {
  let value = unwrap(node);
  for (let steps = 0; steps < MAX_STEPS && ts.isIdentifier(value); steps += 1) {
    const declared = declarationOf(value.text, value.parent);
    if (!declared || !ts.isVariableDeclaration(declared) || !ts.isIdentifier(declared.name)) break;
    const isConstant = (declared.parent.flags & ts.NodeFlags.Const) !== 0 || !isAssigned(value);
    if (!declared.initializer || !isConstant) break;
    value = unwrap(declared.initializer);
  }
  return value;
}

type Declaration = ts.VariableDeclaration | ts.ParameterDeclaration | ts.FunctionDeclaration;

/** The declaration of a name for the code of a node, in the closest block, loop or function around it that has one. */
const declarationOf = (text: string, scope: ts.Node): Declaration | undefined =>
  ts.forEachChild(scope, (child) => declarationsIn(child).find(({ name }) => binds(name, text))) ??
  (ts.isSourceFile(scope) ? undefined : declarationOf(text, scope.parent));

function declarationsIn(node: ts.Node): readonly Declaration[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations;
  if (ts.isVariableDeclarationList(node)) return node.declarations;
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionDeclaration(node)
    ? [node]
    : [];
}

const binds = (name: ts.BindingName | undefined, text: string): boolean =>
  name !== undefined &&
  (ts.isIdentifier(name)
    ? name.text === text
    : name.elements.some((element) => ts.isBindingElement(element) && binds(element.name, text)));

/** Whether the file assigns to a name, or to a property of its value. */
function isAssigned(use: ts.Identifier): boolean {
  const isTarget = (node: ts.Node): node is ts.Node => {
    const target = targetOf(node);
    return target !== undefined && usesOf(target, use.text).length > 0;
  };
  return findAll(use.getSourceFile(), isTarget).length > 0;
}

/** The left side of `=`, `+=` and the like, or what `++`, `--` and `for (… of list)` change. */
function targetOf(node: ts.Node): ts.Node | undefined {
  if (ts.isForOfStatement(node)) return node.initializer;
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) return node.operand;
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  return isAssignment ? node.left : undefined;
}
