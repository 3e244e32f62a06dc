import { endOfLine, type Exported, findAll, type MagicString, type Source } from '@adit/codebase/source';
import ts from 'typescript';
import { indentationAt } from './indent.ts';

/** A function with a body in braces. */
export type FunctionWithBody = (ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction) & {
  readonly body: ts.Block;
};

/** The exported function; `undefined` if it is not a function, or an arrow function without braces. */
export function functionOf(exported: Exported): FunctionWithBody | undefined {
  if (exported.kind !== 'expression' && exported.kind !== 'declaration') return undefined;
  const { node } = exported;
  const isFunction =
    ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node);
  if (!isFunction || node.asteriskToken || !node.body || !ts.isBlock(node.body)) return undefined;
  return node as FunctionWithBody;
}

export const isAsync = ({ modifiers }: FunctionWithBody): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;

/** The names of the parameters; `undefined` for one that is destructured or a rest parameter. */
export const parameterNames = ({ parameters }: FunctionWithBody): readonly (string | undefined)[] =>
  parameters.map(({ name, dotDotDotToken }) =>
    ts.isIdentifier(name) && !dotDotDotToken ? name.text : undefined,
  );

/** Adds parameters at the end. Returns `false`, and adds nothing, if there are no parentheses for them. */
export function addParameters(
  { text }: Source,
  out: MagicString,
  { parameters }: FunctionWithBody,
  added: readonly string[],
): boolean {
  if (added.length === 0) return true;
  if (text[parameters.pos - 1] !== '(') return false;
  const list = added.join(', ');
  out.appendLeft(parameters.at(-1)?.end ?? parameters.pos, parameters.length > 0 ? `, ${list}` : list);
  return true;
}

/** Removes parameters that `addParameters` has added. */
export function takeParameters(
  out: MagicString,
  { parameters }: FunctionWithBody,
  added: ReadonlySet<string>,
): void {
  const isAdded = ({ name }: ts.ParameterDeclaration): boolean =>
    ts.isIdentifier(name) && added.has(name.text);
  const first = parameters.findIndex(isAdded);
  const last = parameters.findLast(isAdded);
  if (last) out.remove(parameters[first - 1]?.end ?? parameters.pos, last.end);
}

/**
 * The statements `return;` with which a function ends early; `undefined` if it returns a value, or ends with an error
 * or with such a statement that could not be distinguished from an added one.
 */
export function earlyReturns(own: FunctionWithBody): readonly ts.ReturnStatement[] | undefined {
  const returns: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node)) returns.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(own.body, visit);
  const last = own.body.statements.at(-1);
  const isUnclear =
    last !== undefined && (ts.isThrowStatement(last) || (ts.isReturnStatement(last) && !isAsync(own)));
  return isUnclear || returns.some(({ expression }) => expression !== undefined) ? undefined : returns;
}

/** Whether a statement is the last one of a function that is not asynchronous, or a call that no `return` contains. */
export function isAddedLast(statement: ts.Statement): boolean {
  const own = functionAround(statement);
  return !ts.isReturnStatement(statement) || (!isAsync(own) && own.body.statements.at(-1) === statement);
}

/** The function that contains a statement. */
export function functionAround(node: ts.Node): FunctionWithBody {
  let { parent } = node;
  while (!ts.isFunctionLike(parent)) ({ parent } = parent);
  return parent as FunctionWithBody;
}

/**
 * Adds a statement at the start of the body. Returns `false`, and adds nothing, if there is no separate line for it.
 */
export function addFirst(
  { text, file, style }: Source,
  out: MagicString,
  body: ts.Block,
  code: string,
): boolean {
  const brace = body.getStart(file) + 1;
  const [first] = body.statements;
  if (isOneLine(text, body, file)) {
    out.appendLeft(brace, first ? ` ${code.replace(/;?$/, ';')}` : ` ${code} `);
    return true;
  }
  const end = endOfLine(text, brace);
  if (end === undefined) return false;
  const indent = first
    ? indentationAt(text, first.getStart(file))
    : indentationAt(text, brace) + style.indent;
  out.appendLeft(end, style.eol + indent + code);
  return true;
}

/** Adds a statement at the end of the body. Returns `false`, and adds nothing, if there is no place for it. */
export function addLast(source: Source, out: MagicString, body: ts.Block, code: string): boolean {
  const { text, file, style } = source;
  const last = body.statements.at(-1);
  if (!last) return addFirst(source, out, body, code);
  if (isOneLine(text, body, file)) {
    if (!/[;}]$/.test(last.getText(file))) return false;
    out.appendLeft(last.end, ` ${code}`);
    return true;
  }
  const end = endOfLine(text, last.end);
  if (end === undefined) return false;
  out.appendLeft(end, style.eol + indentationAt(text, last.getStart(file)) + code);
  return true;
}

/** Removes a statement that `addFirst` or `addLast` has added. */
export function takeStatement({ text, file }: Source, out: MagicString, statement: ts.Statement): void {
  const start = statement.getStart(file);
  const line = /\r?\n[ \t]*$/.exec(text.slice(0, start))?.[0];
  if (line !== undefined) {
    out.remove(start - line.length, statement.end);
    return;
  }
  const isAlone = (statement.parent as ts.Block).statements.length === 1;
  const before = text[start - 1] === ' ' ? 1 : 0;
  const after = isAlone && text[statement.end] === ' ' ? 1 : 0;
  out.remove(start - before, statement.end + after);
}

/** The statements that call one of the names and do nothing else, also after `await` or `return`. */
export function callStatements({ file }: Source, names: ReadonlySet<string>): readonly ts.Statement[] {
  return findAll(file, (node): node is ts.Statement => {
    if (!ts.isExpressionStatement(node) && !ts.isReturnStatement(node)) return false;
    const { expression } = node;
    const call = expression && ts.isAwaitExpression(expression) ? expression.expression : expression;
    return (
      call !== undefined &&
      ts.isCallExpression(call) &&
      ts.isIdentifier(call.expression) &&
      names.has(call.expression.text)
    );
  });
}

const isOneLine = (text: string, body: ts.Block, file: ts.SourceFile): boolean =>
  !text.slice(body.getStart(file), body.end).includes('\n');
