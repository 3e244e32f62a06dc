import ts from 'typescript';

/** An import, with the names that are used. */
export interface UsedImport {
  readonly statement: ts.ImportDeclaration;
  readonly declarations: ReadonlySet<ts.Declaration>;
}

/** Writes an import with the used names. `move` returns the path from its new place. */
export function importText({ statement, declarations }: UsedImport, move: (from: string) => string): string {
  const clause = statement.importClause;
  const bindings = clause?.namedBindings;
  const named =
    bindings && ts.isNamedImports(bindings)
      ? bindings.elements.filter((element) => declarations.has(element)).map((element) => element.getText())
      : [];
  const parts = [
    ...(clause && declarations.has(clause) ? [clause.name?.text] : []),
    ...(bindings && ts.isNamespaceImport(bindings) && declarations.has(bindings) ? [bindings.getText()] : []),
    ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : []),
  ];
  const keyword = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'import type' : 'import';
  const from = (statement.moduleSpecifier as ts.StringLiteral).text;
  return `${keyword} ${parts.join(', ')} from '${move(from)}';`;
}
