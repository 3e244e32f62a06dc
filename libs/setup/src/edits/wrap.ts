import { type Exported, type MagicString, type Source, usesOf } from '@adit/codebase/source';
import ts from 'typescript';

/**
 * Wraps an export of a file in a call: `export default wrap(…)`. A function that is exported by its declaration becomes
 * an expression. Returns `false`, and wraps nothing, if the rest of the file needs the declaration.
 */
export function wrapExported(source: Source, out: MagicString, exported: Exported, wrap: string): boolean {
  if (exported.kind !== 'expression' && exported.kind !== 'declaration') return false;
  const { node, start, end } = exported;
  if (exported.kind === 'expression') {
    // A wrapped declaration looks like a constant that holds a function of the same name.
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

/** Reverts `wrapExported`: a call is replaced with its first argument, or `{}`. */
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
  // `const name = ` was added with the call.
  const from = wasNamed ? parent.parent.getStart(file) : start;
  const to = wasDeclared && text[call.end] === ';' ? call.end + 1 : call.end;
  out.remove(from, given.pos + blank).remove(first.end, to);
}

/** Whether the file uses the name outside of the node. */
function isUsedOutside({ file }: Source, node: ts.Node, name: string): boolean {
  return usesOf(file, name).some(
    (one) =>
      (one.pos < node.pos || one.end > node.end) &&
      !(ts.isPropertyAccessExpression(one.parent) && one.parent.name === one),
  );
}
