import ts from 'typescript';
import { findAll, lineOf, textOf } from './parse.ts';

/** One import of a module, or one `export … from`, that exists at run time. */
export interface Import {
  readonly module: string;
  readonly kind: 'import' | 'export' | 'require' | 'import()';
  /**
   * The names there, with the names here. `*` is the whole namespace, `default` the default export. Empty for `import 'x'`. Of
   * `import()`, the names here are not known.
   */
  readonly names: ReadonlyMap<string, string>;
  /** The names of types. */
  readonly types: readonly string[];
  /** The statement of the file that does nothing else; not for `import()`, and not for a `require` in other code. */
  readonly statement?: ts.Statement;
  readonly line: number;
}

/** The imports of a file, without those of types only: first those at the top level, then calls of `import` and `require`. */
export function importsOf(file: ts.SourceFile): readonly Import[] {
  const declared = file.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement)) return readImport(statement);
    return ts.isExportDeclaration(statement) ? readExport(statement) : [];
  });
  return [...declared, ...findAll(file, ts.isCallExpression).flatMap(readCall)];
}

/** The statements that bring names of a module into the file, or pass them on. */
export const importsFrom = (
  file: ts.SourceFile,
  module: string,
): readonly (Import & { readonly statement: ts.Statement })[] =>
  importsOf(file).filter(
    (one): one is Import & { readonly statement: ts.Statement } =>
      one.module === module && one.statement !== undefined,
  );

function readImport(statement: ts.ImportDeclaration): Import[] {
  const { importClause: clause, moduleSpecifier } = statement;
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const bindings = clause?.namedBindings;
  const { names, types } = namesOf(bindings && ts.isNamedImports(bindings) ? bindings.elements : []);
  if (clause?.name) names.set('default', clause.name.text);
  if (bindings && ts.isNamespaceImport(bindings)) names.set('*', bindings.name.text);
  if (clause && names.size === 0) return [];
  return [importAs('import', statement, moduleSpecifier, names, types)];
}

function readExport(statement: ts.ExportDeclaration): Import[] {
  const { exportClause: clause, moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || statement.isTypeOnly) return [];
  const { names, types } =
    clause && ts.isNamedExports(clause)
      ? namesOf(clause.elements)
      : { names: new Map([['*', clause?.name.text ?? '*']]), types: [] };
  return names.size === 0 ? [] : [importAs('export', statement, moduleSpecifier, names, types)];
}

const importAs = (
  kind: Import['kind'],
  statement: ts.Statement,
  module: ts.Expression,
  names: Import['names'],
  types: Import['types'],
): Import => ({ module: textOf(module) ?? '', kind, names, types, statement, line: lineOf(statement) });

function namesOf(elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): {
  readonly names: Map<string, string>;
  readonly types: readonly string[];
} {
  const nameOf = ({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string =>
    (propertyName ?? name).text;
  const values = elements.filter(({ isTypeOnly }) => !isTypeOnly);
  return {
    names: new Map(values.map((element) => [nameOf(element), element.name.text])),
    types: elements.filter(({ isTypeOnly }) => isTypeOnly).map(nameOf),
  };
}

function readCall(call: ts.CallExpression): Import[] {
  const [argument] = call.arguments;
  if (argument === undefined || !ts.isStringLiteralLike(argument)) return [];
  const isImport = call.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(call.expression) && call.expression.text === 'require';
  if (!isImport && !isRequire) return [];
  const statement = isRequire ? statementOf(call) : undefined;
  return [
    {
      module: argument.text,
      kind: isImport ? 'import()' : 'require',
      names: requestedNames(call),
      types: [],
      ...(statement && { statement }),
      line: lineOf(call),
    },
  ];
}

/** `const { name } = require('x');` at the top level of the file. */
function statementOf({ parent }: ts.CallExpression): ts.Statement | undefined {
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return undefined;
  const list = parent.parent;
  const statement = list.parent;
  const isAlone = ts.isVariableDeclarationList(list) && list.declarations.length === 1;
  return isAlone && ts.isVariableStatement(statement) && ts.isSourceFile(statement.parent)
    ? statement
    : undefined;
}

const ALL: ReadonlyMap<string, string> = new Map([['*', '*']]);

/** `(await import('x')).name`, `const { name } = await import('x')`, `import('x').then(({ name }) => …)`; else `*`. */
function requestedNames(call: ts.CallExpression): ReadonlyMap<string, string> {
  let node: ts.Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return patternNames(parent.name);
  if (ts.isExpressionStatement(parent)) return new Map();
  if (!ts.isPropertyAccessExpression(parent)) return ALL;
  const { text } = parent.name;
  if (text !== 'then' || !ts.isCallExpression(parent.parent)) return new Map([[text, text]]);
  const [callback] = parent.parent.arguments;
  const parameter = callback && ts.isFunctionLike(callback) ? callback.parameters[0] : undefined;
  return parameter ? patternNames(parameter.name) : ALL;
}

function patternNames(name: ts.BindingName): ReadonlyMap<string, string> {
  if (!ts.isObjectBindingPattern(name)) return ALL;
  return new Map(
    name.elements.map(({ dotDotDotToken, propertyName, name: here }) => [
      dotDotDotToken ? '*' : (propertyName ?? here).getText(),
      here.getText(),
    ]),
  );
}
