import ts from 'typescript';
import type { Source } from './source.ts';

/** A statement that brings names of a module into the file, or passes them on. */
export interface Import {
  readonly statement: ts.Statement;
  readonly kind: 'import' | 'export' | 'require';
  /** The names there, with the names here. */
  readonly names: ReadonlyMap<string, string>;
}

/** The imports of a module: `import {}`, `export {} from` and `const {} = require()`. */
export const importsOf = ({ file }: Source, module: string): readonly Import[] =>
  file.statements.flatMap((statement) => readImport(statement, module) ?? []);

/** Whether the file imports the name of the module. */
export const importsName = (source: Source, module: string, name: string): boolean =>
  importsOf(source, module).some(({ names }) => names.has(name));

function readImport(statement: ts.Statement, module: string): Import | undefined {
  if (ts.isVariableStatement(statement)) return readRequire(statement, module);
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined;
  const { moduleSpecifier } = statement;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== module)
    return undefined;
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    const elements = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
    return { statement, kind: 'export', names: namesOf(elements) };
  }
  const { name, namedBindings } = statement.importClause ?? {};
  const elements = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  const names = new Map([...(name ? [['default', name.text] as const] : []), ...namesOf(elements)]);
  return { statement, kind: 'import', names };
}

function readRequire(statement: ts.VariableStatement, module: string): Import | undefined {
  const [declaration, ...others] = statement.declarationList.declarations;
  const { name, initializer } = declaration ?? {};
  if (others.length > 0 || !name || !ts.isObjectBindingPattern(name)) return undefined;
  if (!initializer || !ts.isCallExpression(initializer)) return undefined;
  const { expression, arguments: given } = initializer;
  const isIt =
    ts.isIdentifier(expression) &&
    expression.text === 'require' &&
    given[0] !== undefined &&
    ts.isStringLiteral(given[0]) &&
    given[0].text === module;
  return isIt ? { statement, kind: 'require', names: namesOf(name.elements) } : undefined;
}

const namesOf = (
  elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier | ts.BindingElement)[],
): ReadonlyMap<string, string> =>
  new Map(elements.map(({ propertyName, name }) => [(propertyName ?? name).getText(), name.getText()]));
