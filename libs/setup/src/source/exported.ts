import ts from 'typescript';
import { nodesIn, type Source } from './source.ts';

/** What a file exports under a name, and where the value stands. */
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
  /** There is one, in a shape that is not known. */
  | { readonly kind: 'unknown' };

const NONE = { kind: 'none' } as const;
const UNKNOWN = { kind: 'unknown' } as const;

/** The default export: `export default`, `export =` or `module.exports =`. */
export function findDefaultExport(source: Source): Exported {
  const { file } = source;
  const found = file.statements.flatMap((statement) => readDefault(source, statement) ?? []);
  const [only = NONE, ...others] = found;
  if (others.length > 0) return UNKNOWN;
  const mentioned = [...nodesIn(file)].filter(isModuleExports).length;
  const expected = only.kind === 'expression' && isModuleExports(only.node.parent.getChildAt(0)) ? 1 : 0;
  return mentioned === expected ? only : UNKNOWN;
}

function readDefault(source: Source, statement: ts.Statement): Exported | undefined {
  if (ts.isExportAssignment(statement)) return expressionOf(source, statement.expression);
  if (ts.isFunctionDeclaration(statement) && isExported(statement, true))
    return declarationOf(source, statement);
  if (ts.isClassDeclaration(statement) && isExported(statement, true)) return UNKNOWN;
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    const names = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
    return names.some(({ name }) => name.text === 'default') ? UNKNOWN : undefined;
  }
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return undefined;
  const { left, operatorToken, right } = statement.expression;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !isModuleExports(left)) return undefined;
  return ts.isBinaryExpression(right) && right.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? UNKNOWN
    : expressionOf(source, right);
}

/** `module.exports` */
const isModuleExports = (node: ts.Node): boolean =>
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
  // A semicolon behind it could not be told from one that is added.
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

/** A named export: `export function` or `export const`. What is passed on from elsewhere is unknown. */
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
