import ts from 'typescript';

/** The syntax tree of a file of TypeScript or JavaScript. */
export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));

/** JSX is parsed in all files except TypeScript files without it, in which `<` may start a type. */
const kindOf = (path: string): ts.ScriptKind =>
  /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;

/** The line of a node, from 1. */
export function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/**
 * All nodes of a kind, in order of the text. With a callback, because nested generators take seconds for large files.
 */
export function findAll<Node extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is Node): Node[] {
  const found: Node[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** The text of a name or of a string; `undefined` if it is computed. */
export function textOf(node: ts.Node | undefined): string | undefined {
  return node && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) ? node.text : undefined;
}

/** Where a name stands, anywhere below the node, in order of the text. */
export const usesOf = (root: ts.Node, name: string | undefined): ts.Identifier[] =>
  findAll(root, ts.isIdentifier).filter(({ text }) => text === name);

/** The name of the called function: `f` for `f()` and `a.f()`. */
export function calledName(call: ts.CallExpression): string | undefined {
  const { expression } = call;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : textOf(expression);
}

/** The calls of a function by its name. */
export const callsOf = (root: ts.Node, name: string): ts.CallExpression[] =>
  findAll(root, ts.isCallExpression).filter((call) => calledName(call) === name);

/** A constant value: a text, a number or a boolean. `undefined` for everything else. */
export function constantOf(node: ts.Node | undefined): string | number | boolean | undefined {
  const value = node && ts.isExpression(node) ? plainExpression(node) : undefined;
  if (value === undefined) return undefined;
  if (ts.isStringLiteralLike(value)) return value.text;
  if (ts.isNumericLiteral(value)) return Number(value.text);
  if (value.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (value.kind === ts.SyntaxKind.FalseKeyword) return false;
  return undefined;
}

/** An expression without `as`, `satisfies`, `!` and parentheses around it. */
export function plainExpression(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node)
    ? plainExpression(node.expression)
    : node;
}

/** An expression without `await` either. */
export function unwrap(node: ts.Expression): ts.Expression {
  const plain = plainExpression(node);
  return ts.isAwaitExpression(plain) ? unwrap(plain.expression) : plain;
}
