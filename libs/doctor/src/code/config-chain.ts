import ts from 'typescript';
import { defaultExportsOf, findAll, textOf, unwrap } from '@adit/codebase/source';

/** A function around the configuration, such as `withAdit(…)`. */
export interface Wrapper {
  readonly name: string;
  readonly call: ts.CallExpression;
}

/**
 * The functions around the exported configuration, the outermost first. Follows constants and functions of the file,
 * and stops at an unknown shape, such as a condition.
 */
export function configChain(source: ts.SourceFile): Wrapper[] {
  return follow(exportedExpression(source), source, 0);
}

/** The longest chain of constants and wrappers. A constant may refer to itself. */
const MAX_STEPS = 50;

function follow(expression: ts.Expression | undefined, source: ts.SourceFile, steps: number): Wrapper[] {
  if (expression === undefined || steps > MAX_STEPS) return [];
  const node = unwrap(expression);
  if (ts.isIdentifier(node)) return follow(declarationOf(source, node.text), source, steps + 1);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
    return follow(returnedFrom(node), source, steps + 1);
  const name = ts.isCallExpression(node) ? wrapperName(node) : undefined;
  if (!ts.isCallExpression(node) || name === undefined) return [];
  return [{ name, call: node }, ...follow(node.arguments[0], source, steps + 1)];
}

/** `f` of `f(config)`, and of `f(options)(config)`. */
function wrapperName(call: ts.CallExpression): string | undefined {
  const callee = unwrap(call.expression);
  if (ts.isCallExpression(callee)) return wrapperName(callee);
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : textOf(callee);
}

function exportedExpression(source: ts.SourceFile): ts.Expression | undefined {
  const [first] = defaultExportsOf(source);
  return first && ts.isFunctionDeclaration(first) ? returnedFrom(first) : first;
}

/** The initial value of a constant, or the result of a function. */
function declarationOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  const variable = findAll(source, ts.isVariableDeclaration).find((one) => textOf(one.name) === name);
  if (variable) return variable.initializer;
  const declared = findAll(source, ts.isFunctionDeclaration).find((one) => one.name?.text === name);
  return declared && returnedFrom(declared);
}

/** The expression of the last `return`. */
function returnedFrom({ body }: ts.FunctionLikeDeclaration): ts.Expression | undefined {
  if (body === undefined || !ts.isBlock(body)) return body;
  const last = body.statements.filter(ts.isReturnStatement).at(-1);
  return last?.expression;
}
