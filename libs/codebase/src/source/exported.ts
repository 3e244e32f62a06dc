import ts from 'typescript';
import { findAll } from './parse.ts';
import type { Source } from './source.ts';

/** An export of a file by its name, and where its value stands. */
export type Exported =
  | {
      readonly kind: 'expression';
      readonly node: ts.Expression;
      readonly start: number;
      readonly end: number;
    }
  /** `export default function` or `export function`. */
  | {
      readonly kind: 'declaration';
      readonly node: ts.FunctionDeclaration;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'none' }
  /** It exists, but its shape is not supported. */
  | { readonly kind: 'unknown' };

const NONE = { kind: 'none' } as const;
const UNKNOWN = { kind: 'unknown' } as const;

/** The values that a file exports by default, by `export default`, `export =` or `module.exports =`: usually one. */
export const defaultExportsOf = (file: ts.SourceFile): readonly (ts.Expression | ts.FunctionDeclaration)[] =>
  file.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (ts.isFunctionDeclaration(statement)) return isExported(statement, true) ? statement : [];
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return [];
    const { left, operatorToken, right } = statement.expression;
    return operatorToken.kind === ts.SyntaxKind.EqualsToken && isModuleExports(left) ? right : [];
  });

/** The default export, if there is one and its shape is known. */
export function findDefaultExport(source: Source): Exported {
  const { file } = source;
  const found = [
    ...defaultExportsOf(file).map((node) => readDefault(source, node)),
    ...file.statements.filter(exportsOtherwise).map(() => UNKNOWN),
  ];
  const [only = NONE, ...others] = found;
  if (others.length > 0) return UNKNOWN;
  const mentioned = findAll(file, isModuleExports).length;
  const expected = only.kind === 'expression' && isModuleExports(only.node.parent.getChildAt(0)) ? 1 : 0;
  return mentioned === expected ? only : UNKNOWN;
}

function readDefault(source: Source, node: ts.Expression | ts.FunctionDeclaration): Exported {
  if (ts.isFunctionDeclaration(node)) return declarationOf(source, node);
  const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssignment && ts.isBinaryExpression(node.parent) ? UNKNOWN : expressionOf(source, node);
}

/** `export default class`, and `export { name as default }`. */
function exportsOtherwise(statement: ts.Statement): boolean {
  if (ts.isClassDeclaration(statement)) return isExported(statement, true);
  const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
  return (
    clause !== undefined &&
    ts.isNamedExports(clause) &&
    clause.elements.some(({ name }) => name.text === 'default')
  );
}

/** `module.exports` */
const isModuleExports = (node: ts.Node): node is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(node) && /^module\s*\.\s*exports$/.test(node.getText());

/** The value with the comments before it: `export default /** @type … *\/ ({})`. */
function expressionOf({ text }: Source, node: ts.Expression): Exported {
  const blank = /^\s*/.exec(text.slice(node.getFullStart()))?.[0].length ?? 0;
  return { kind: 'expression', node, start: node.getFullStart() + blank, end: node.end };
}

function declarationOf({ file, text }: Source, node: ts.FunctionDeclaration): Exported {
  const { modifiers = [], body } = node;
  const isOverloaded = file.statements.some(
    (other) => other !== node && ts.isFunctionDeclaration(other) && other.name?.text === node.name?.text,
  );
  const own = modifiers.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const keyword = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  const start = (own ?? keyword ?? node).getStart(file);
  // A semicolon after it could not be distinguished from an added one.
  if (!body || isOverloaded || /^\s*;/.test(text.slice(node.end))) return UNKNOWN;
  return { kind: 'declaration', node, start, end: node.end };
}

export function isExported(
  node: ts.Node & { modifiers?: readonly ts.ModifierLike[] },
  byDefault: boolean,
): boolean {
  const kinds = (node.modifiers ?? []).map(({ kind }) => kind);
  return (
    kinds.includes(ts.SyntaxKind.ExportKeyword) && kinds.includes(ts.SyntaxKind.DefaultKeyword) === byDefault
  );
}

/** A named export: `export function` or `export const`. A re-export is unknown. */
export function findNamedExport(source: Source, wanted: string): Exported {
  for (const statement of source.file.statements) {
    if (
      ts.isFunctionDeclaration(statement) &&
      statement.name?.text === wanted &&
      isExported(statement, false)
    )
      return declarationOf(source, statement);
    if (ts.isVariableStatement(statement) && isExported(statement, false)) {
      const { declarations } = statement.declarationList;
      const one = declarations.find(({ name }) => name.getText() === wanted);
      if (one) return one.initializer ? expressionOf(source, one.initializer) : UNKNOWN;
      if (declarations.some(({ name }) => !ts.isIdentifier(name))) return UNKNOWN;
    }
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (!exportClause) return UNKNOWN;
      if (ts.isNamedExports(exportClause) && exportClause.elements.some(({ name }) => name.text === wanted))
        return UNKNOWN;
    }
    if (/^(?:module\.)?exports\b/.test(statement.getText())) return UNKNOWN;
  }
  return NONE;
}
