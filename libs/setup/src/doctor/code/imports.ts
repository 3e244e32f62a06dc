import ts from 'typescript';
import { findAll, lineOf } from './parse.ts';

/** Packages of the browser's SDK. */
export const SDK_MODULE = /^@sentry\/(?:nextjs|react|browser)$/;

/** One import of a module, or one `export … from`, that exists at run time. */
export interface Import {
  readonly module: string;
  /** `static` is loaded with the file, `dynamic` when the code gets there. */
  readonly kind: 'static' | 'dynamic';
  /** The imported names; `*` for the whole namespace, `default` for the default export. Empty for `import 'x'`. */
  readonly names: readonly string[];
  /** The name of the namespace in this file, for `import * as name`. */
  readonly namespace?: string;
  readonly line: number;
}

/** The imports of a file, without those of types only. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) found.push(...readImport(statement));
    if (ts.isExportDeclaration(statement)) found.push(...readExport(statement));
  }
  for (const call of findAll(source, ts.isCallExpression)) {
    const [argument] = call.arguments;
    if (argument === undefined || !ts.isStringLiteralLike(argument)) continue;
    const isDynamic = call.expression.kind === ts.SyntaxKind.ImportKeyword;
    const isRequire = ts.isIdentifier(call.expression) && call.expression.text === 'require';
    if (isDynamic || isRequire)
      found.push({
        module: argument.text,
        kind: isDynamic ? 'dynamic' : 'static',
        names: requestedNames(call),
        line: lineOf(call),
      });
  }
  return found;
}

function readImport(statement: ts.ImportDeclaration): Import[] {
  const { importClause: clause, moduleSpecifier } = statement;
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const bindings = clause?.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  const names = named.filter(({ isTypeOnly }) => !isTypeOnly).map(importedName);
  if (clause?.name) names.push('default');
  const isNamespace = bindings !== undefined && ts.isNamespaceImport(bindings);
  if (isNamespace) names.push('*');
  if (clause && names.length === 0) return [];
  return [
    {
      module: (moduleSpecifier as ts.StringLiteral).text,
      kind: 'static',
      names,
      ...(isNamespace && { namespace: bindings.name.text }),
      line: lineOf(statement),
    },
  ];
}

function readExport(statement: ts.ExportDeclaration): Import[] {
  const { exportClause: clause, moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || statement.isTypeOnly) return [];
  const names =
    clause && ts.isNamedExports(clause)
      ? clause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(importedName)
      : ['*'];
  if (names.length === 0) return [];
  return [
    { module: (moduleSpecifier as ts.StringLiteral).text, kind: 'static', names, line: lineOf(statement) },
  ];
}

const importedName = ({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string =>
  (propertyName ?? name).text;

/** `(await import('x')).name`, `const { name } = await import('x')`, `import('x').then(({ name }) => …)`; else `*`. */
function requestedNames(call: ts.CallExpression): string[] {
  let node: ts.Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return patternNames(parent.name);
  if (ts.isExpressionStatement(parent)) return [];
  if (!ts.isPropertyAccessExpression(parent)) return ['*'];
  if (parent.name.text !== 'then' || !ts.isCallExpression(parent.parent)) return [parent.name.text];
  const [callback] = parent.parent.arguments;
  const parameter = callback && ts.isFunctionLike(callback) ? callback.parameters[0] : undefined;
  return parameter ? patternNames(parameter.name) : ['*'];
}

function patternNames(name: ts.BindingName): string[] {
  if (!ts.isObjectBindingPattern(name)) return ['*'];
  return name.elements.map((element) =>
    element.dotDotDotToken ? '*' : (element.propertyName ?? element.name).getText(),
  );
}
