import ts from 'typescript';

/** The syntax tree of a TypeScript or JavaScript file. */
export function parse(path: string, text: string): ts.SourceFile {
  const kind = /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** The line of a node, from 1. */
export function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** All nodes of a kind, in order of the text. A callback, because generators in generators take seconds for large files. */
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

/** The name of the function that is called: `f` of `f()` and of `a.f()`. */
export function calledName(call: ts.CallExpression): string | undefined {
  const { expression } = call;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : textOf(expression);
}

/** The calls of a function by its name. */
export const callsOf = (root: ts.Node, name: string): ts.CallExpression[] =>
  findAll(root, ts.isCallExpression).filter((call) => calledName(call) === name);

/** The properties of that name, anywhere below the node, in order of the text. */
export const propertiesOf = (root: ts.Node, name: string): ts.PropertyAssignment[] =>
  findAll(root, ts.isPropertyAssignment).filter((property) => textOf(property.name) === name);

/** The properties of that path, such as `monitoring.tunnelPath`: each name lies somewhere below the one before. */
export function propertyAt(root: ts.Node | undefined, path: string): ts.PropertyAssignment | undefined {
  let here: ts.Node | undefined = root;
  let property: ts.PropertyAssignment | undefined;
  for (const name of path.split('.')) {
    property = here && propertiesOf(here, name)[0];
    here = property?.initializer;
  }
  return property;
}

/** A constant value: a text, a number or a boolean. `undefined` for everything else. */
export function constantOf(node: ts.Node | undefined): string | number | boolean | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  return undefined;
}

/** An expression without parentheses, `as`, `satisfies`, `!` and `await`. */
export function unwrap(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return unwrap(node.expression);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node))
    return unwrap(node.expression);
  return node;
}
