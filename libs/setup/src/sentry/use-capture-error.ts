import { inStyle, MagicString, readStyle } from '@adit/codebase/source';
import ts from 'typescript';
import { importText } from './import-text.ts';
import type { ModuleScope } from './module-scope.ts';
import { importsSdk } from './sdk-names.ts';

/** Replaces code of a file with `captureError`, and adds its import. Unused names of the SDK are removed. */
export function useCaptureError(
  module: ModuleScope,
  replaced: readonly { readonly node: ts.Expression; readonly text: string }[],
): string {
  const { source, text } = module;
  const edited = new MagicString(text);
  for (const { node, text: written } of replaced) edited.overwrite(node.getStart(), node.getEnd(), written);

  const gone = new Set<ts.Node>(replaced.map(({ node }) => node));
  const used = new Set<ts.Declaration>();
  for (const statement of source.statements)
    if (!importsSdk(statement))
      for (const { declaration } of module.namesUsedBy(statement, gone).values()) used.add(declaration);

  const own = inStyle("import { captureError } from '@adit/next/report';", readStyle(source));
  const [first, ...others] = source.statements.filter(importsSdk);
  for (const statement of first ? [first, ...others] : []) {
    const left = leftOf(module, statement, used);
    const lines = [...(statement === first ? [own] : []), ...(left === undefined ? [] : [left])];
    edited.overwrite(statement.getStart(), statement.getEnd(), lines.join('\n'));
  }
  return edited.toString();
}

/** The rest of an import of the SDK; `undefined` if nothing of it is used. */
function leftOf(
  module: ModuleScope,
  statement: ts.Statement,
  used: ReadonlySet<ts.Declaration>,
): string | undefined {
  const names = namesIn(statement);
  const kept = names.filter((name) => used.has(name));
  if (kept.length === 0) return undefined;
  return kept.length === names.length || !ts.isImportDeclaration(statement)
    ? statement.getText()
    : inStyle(
        importText({ statement, declarations: new Set(kept) }, (from) => from),
        readStyle(module.source),
      );
}

function namesIn(node: ts.Node): readonly ts.Declaration[] {
  const isName =
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node) ||
    ts.isBindingElement(node) ||
    (ts.isImportClause(node) && node.name !== undefined) ||
    (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name));
  const found: ts.Declaration[] = isName ? [node] : [];
  ts.forEachChild(node, (child) => void found.push(...namesIn(child)));
  return found;
}
