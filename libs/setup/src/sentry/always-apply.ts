import { type MagicString, plainExpression, usesOf } from '@adit/codebase/source';
import ts from 'typescript';

/** The options that turn Sentry's build steps off, for branches without `withSentryConfig`. */
const OFF = '{ sourcemaps: { disable: true } }';

/** How the options of a call are written. */
export interface Condition {
  /** Wraps the options for Sentry, if they are not always the same. */
  readonly around?: ((sentry: string) => string) | undefined;
  /** The node that contains the call then. */
  readonly place: ts.Node;
}

/**
 * Makes a conditional call unconditional: the condition moves to its options, and the alternative value is wrapped too.
 * Returns the condition, `undefined` for none, or the reason if it cannot.
 */
export function applyAlways(
  call: ts.CallExpression,
  edited: MagicString,
): Condition | { readonly why: string } | undefined {
  let node: ts.Node = call;
  while (ts.isParenthesizedExpression(node.parent) || ts.isAwaitExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isConditionalExpression(parent) && node !== parent.condition)
    return choose(parent, node, call, edited);
  const assigned = assignmentOf(node);
  if (assigned) return assign(assigned, call, edited);
  const early = wrapReturns(call, edited);
  return early ?? (isConditional(call) ? { why: 'it calls withSentryConfig under a condition' } : undefined);
}

/** `condition ? withSentryConfig(config, options) : config` */
function choose(
  choice: ts.ConditionalExpression,
  branch: ts.Node,
  call: ts.CallExpression,
  edited: MagicString,
): Condition | undefined {
  const isTrue = branch === choice.whenTrue;
  const other = isTrue ? choice.whenFalse : choice.whenTrue;
  if (plain(other) !== plain(call.arguments[0])) {
    wrap(other, edited);
    return undefined;
  }
  edited.remove(choice.getStart(), call.getStart()).remove(call.getEnd(), choice.getEnd());
  return { around: conditionOf(choice.condition, isTrue), place: choice };
}

/** `if (condition) config = withSentryConfig(config, options)` */
function assign(
  { statement, target }: { readonly statement: ts.ExpressionStatement; readonly target: string },
  call: ts.CallExpression,
  edited: MagicString,
): Condition | { readonly why: string } | undefined {
  const block = ts.isBlock(statement.parent) ? statement.parent : undefined;
  const home = block ? block.parent : statement.parent;
  if (!ts.isIfStatement(home)) return undefined;
  if (home.elseStatement || plain(call.arguments[0]) !== target)
    return { why: 'it calls withSentryConfig under a condition that has another branch' };
  if (block && block.statements.length > 1) {
    edited.appendLeft(home.getEnd(), ` else {\n  ${target} = withAdit(${target}, { sentry: ${OFF} });\n}`);
    return undefined;
  }
  edited.remove(home.getStart(), statement.getStart()).remove(statement.getEnd(), home.getEnd());
  return { around: conditionOf(home.expression, true), place: home };
}

function assignmentOf(
  node: ts.Node,
): { readonly statement: ts.ExpressionStatement; readonly target: string } | undefined {
  const { parent } = node;
  const isAssignment =
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isIdentifier(parent.left) &&
    ts.isExpressionStatement(parent.parent);
  return isAssignment ? { statement: parent.parent, target: parent.left.getText() } : undefined;
}

/** Other returns of the function whose result the call is. */
function wrapReturns(call: ts.CallExpression, edited: MagicString): { readonly why: string } | undefined {
  const own = ts.findAncestor(call, ts.isReturnStatement);
  const home = own && ts.findAncestor(own, ts.isFunctionLike);
  if (!home || home !== ts.findAncestor(call, ts.isFunctionLike)) return undefined;
  const others: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node !== own) others.push(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(home, visit);
  for (const { expression } of others) {
    if (!expression) return { why: 'a branch of its function returns nothing' };
    wrap(expression, edited);
  }
  return undefined;
}

const wrap = (node: ts.Expression, edited: MagicString): void =>
  void edited.appendRight(node.getStart(), 'withAdit(').appendLeft(node.getEnd(), `, { sentry: ${OFF} })`);

/** Whether a condition remains around the call, or around uses of the function that contains it. */
function isConditional(call: ts.CallExpression): boolean {
  const maker = ts.findAncestor(call, ts.isVariableDeclaration);
  const isMade = maker?.initializer && ts.isFunctionLike(maker.initializer) && ts.isIdentifier(maker.name);
  if (isMade && usesOf(call.getSourceFile(), maker.name.getText()).some(isBranch)) return true;
  return isBranch(call) || ts.findAncestor(call, isIfOfFunction(call)) !== undefined;
}

/** An `if` around the call whose alternative does not end with a return. */
const isIfOfFunction =
  (call: ts.Node) =>
  (node: ts.Node): boolean | 'quit' => {
    if (ts.isFunctionLike(node)) return 'quit';
    return ts.isIfStatement(node) && ts.findAncestor(call, ts.isReturnStatement) === undefined;
  };

/** Whether a value is a branch of an expression. */
function isBranch(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return node !== parent.condition;
  if (ts.isBinaryExpression(parent))
    return node === parent.right && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  return (ts.isCallExpression(parent) || ts.isParenthesizedExpression(parent)) && isBranch(parent);
}

/** Without a token nothing is uploaded in any case. */
function conditionOf(condition: ts.Expression, isTrue: boolean): Condition['around'] {
  const text = condition.getText();
  if (
    /^!{0,2}process\.env(?:\.|\[['"])SENTRY_AUTH_TOKEN(?:['"]\])?$/.test(text) &&
    isTrue === !/^!(?!!)/.test(text)
  )
    return undefined;
  return (sentry) => (isTrue ? `${text} ? ${sentry} : ${OFF}` : `${text} ? ${OFF} : ${sentry}`);
}

const plain = (node: ts.Expression | undefined): string | undefined =>
  node && plainExpression(node).getText().replaceAll(/\s+/g, ' ');
