import type MagicString from 'magic-string';
import ts from 'typescript';
import type { Exported } from './exported.ts';
import { nodesIn, type Source } from './source.ts';

/**
 * Wraps what a file exports in a call: `export default wrap(…)`. A function that is exported by its declaration becomes an
 * expression. Returns `false`, and wraps nothing, if the rest of the file needs the declaration.
 */
export function wrapExported(source: Source, out: MagicString, exported: Exported, wrap: string): boolean {
  if (exported.kind !== 'expression' && exported.kind !== 'declaration') return false;
  const { node, start, end } = exported;
  if (exported.kind === 'expression') {
    // A constant that holds a function of the same name is how a wrapped declaration looks.
    const isAmbiguous =
      ts.isFunctionExpression(node) &&
      ts.isVariableDeclaration(node.parent) &&
      node.name?.text === node.parent.name.getText();
    if (isAmbiguous || ts.isBinaryExpression(node)) return false;
    out.appendRight(start, `${wrap}(`).appendLeft(end, ')');
    return true;
  }
  const { name, modifiers = [] } = node as ts.FunctionDeclaration;
  if (name && isUsedOutside(source, node, name.text)) return false;
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  const binding = isDefault || !name ? '' : `const ${name.text} = `;
  out.appendRight(start, `${binding}${wrap}(`).appendLeft(end, `)${source.style.end}`);
  return true;
}

/** Takes out what `wrapExported` has added: what is left of a call is its first argument, or `{}`. */
export function unwrapCall({ text, file }: Source, out: MagicString, call: ts.CallExpression): void {
  const { expression, arguments: given, parent } = call;
  const [first] = given;
  const start = expression.getStart(file);
  if (!first) {
    out.overwrite(start, call.end, '{}');
    return;
  }
  const blank = /^\s*/.exec(text.slice(given.pos))?.[0].length ?? 0;
  const isFunction = ts.isFunctionExpression(first);
  const wasNamed =
    isFunction && ts.isVariableDeclaration(parent) && first.name?.text === parent.name.getText();
  const wasDeclared = wasNamed || (isFunction && ts.isExportAssignment(parent));
  // `const name = ` came with the call.
  const from = wasNamed ? parent.parent.getStart(file) : start;
  const to = wasDeclared && text[call.end] === ';' ? call.end + 1 : call.end;
  out.remove(from, given.pos + blank).remove(first.end, to);
}

/** Whether the file uses the name outside of the node. */
function isUsedOutside({ file }: Source, node: ts.Node, name: string): boolean {
  return [...nodesIn(file)].some(
    (one) =>
      ts.isIdentifier(one) &&
      one.text === name &&
      (one.pos < node.pos || one.end > node.end) &&
      !(ts.isPropertyAccessExpression(one.parent) && one.parent.name === one),
  );
}
