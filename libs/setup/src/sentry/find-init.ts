import ts from 'typescript';
import { calledName, findAll, textOf } from '@adit/codebase/source';
import type { ModuleScope } from './module-scope.ts';
import { flatProperties } from './object-properties.ts';
import { sdkCalls } from './sdk-names.ts';

/** A condition for starting the SDK. */
export interface Guard {
  readonly node: ts.Expression;
  /** Whether it must be false: the start is in the `else` branch. */
  readonly isNegated: boolean;
}

/** The place where a file starts the SDK. */
export interface Init {
  /** The code that goes with the start: its statement, or an `if` that has nothing else. */
  readonly statement: ts.Statement;
  /** The options, without those that a later one of the same name overrides. */
  readonly properties: readonly ts.ObjectLiteralElementLike[];
  /** The conditions under which the file starts it. */
  readonly guards: readonly Guard[];
}

/**
 * Finds the one call of `Sentry.init` with options as an object, as a constant of the file or with such constants
 * spread into it; else returns the reason why there is none.
 */
export function findInit(
  module: ModuleScope,
): Init | { readonly why: string; readonly snippet?: string } | undefined {
  const [call, other] = sdkCalls(module, 'init');
  if (call === undefined) return loadsAndStarts(module) ? LOADED : undefined;
  if (other) return { why: 'it calls Sentry.init more than once' };
  const place = climb(call);
  if (!place) return { why: 'its Sentry.init stands in a function or a loop, so it may run only sometimes' };
  const [options] = call.arguments;
  const properties = options && flatProperties(module, options);
  if (properties === undefined)
    return { why: 'the options of its Sentry.init are not written as an object in the file' };
  return { ...place, properties };
}

const LOADED = {
  why: 'it loads the SDK by import(), and starts it then',
  snippet:
    "import * as Sentry from '@sentry/nextjs';\n\nSentry.init({ /* the options that it has now */ });\n\n// Then run npx @adit/cli convert-sentry again: it takes the options over. Adit loads the SDK after the page.",
};

/** Whether a file contains `import('@sentry/nextjs')`, and calls an `init` that is not imported. */
function loadsAndStarts({ source }: ModuleScope): boolean {
  const calls = findAll(source, ts.isCallExpression);
  const isLoad = ({ expression, arguments: [from] }: ts.CallExpression): boolean =>
    expression.kind === ts.SyntaxKind.ImportKeyword && textOf(from) === '@sentry/nextjs';
  return calls.some(isLoad) && calls.some((call) => calledName(call) === 'init');
}

/**
 * Climbs from the call to the top level of the file. `undefined` if there is something other than conditions on the
 * way.
 */
function climb(call: ts.CallExpression): Pick<Init, 'statement' | 'guards'> | undefined {
  const guards: Guard[] = [];
  let statement: ts.Statement | undefined;
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    const isPlain =
      ts.isSourceFile(parent) ||
      ts.isExpressionStatement(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isVoidExpression(parent) ||
      (ts.isBlock(parent) && (ts.isIfStatement(parent.parent) || isTried(parent)));
    if (ts.isIfStatement(parent) && node !== parent.expression)
      guards.unshift({ node: parent.expression, isNegated: node === parent.elseStatement });
    else if (isAnd(parent) && node === parent.right) guards.unshift({ node: parent.left, isNegated: false });
    else if (!isPlain && !ts.isTryStatement(parent)) return undefined;
    if (ts.isExpressionStatement(node)) statement = node;
    else if (statement && ts.isIfStatement(node) && isAlone(statement, node)) statement = node;
  }
  return statement && { statement, guards };
}

const isTried = (block: ts.Block): boolean =>
  ts.isTryStatement(block.parent) && block.parent.tryBlock === block;

const isAnd = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;

/** Whether an `if` contains only the statement. */
function isAlone(statement: ts.Statement, { thenStatement, elseStatement }: ts.IfStatement): boolean {
  if (elseStatement) return false;
  return (
    thenStatement === statement ||
    (ts.isBlock(thenStatement) &&
      thenStatement.statements.length === 1 &&
      thenStatement.statements[0] === statement)
  );
}
