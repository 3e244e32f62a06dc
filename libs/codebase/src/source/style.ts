import ts from 'typescript';

/** The style of a file. */
export interface Style {
  readonly eol: '\n' | '\r\n';
  readonly quote: "'" | '"';
  /** `;` or nothing, at the end of a statement. */
  readonly end: ';' | '';
  /** One step of indentation. */
  readonly indent: string;
}

/** The style of a file that shows none: that of the READMEs. */
export const DEFAULT_STYLE: Style = { eol: '\n', quote: "'", end: ';', indent: '  ' };

/** Statements that end with a semicolon, if the file has any. */
const ENDS_WITH_SEMICOLON = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.ExportDeclaration,
]);

/** Reads the style of a file. Parts that the file does not show are as in the READMEs: `'`, `;` and two spaces. */
export function readStyle(file: ts.SourceFile): Style {
  const { text } = file;
  let semicolons = 0;
  let quotes = 0;
  const visit = (node: ts.Node): void => {
    if (ENDS_WITH_SEMICOLON.has(node.kind)) semicolons += text[node.end - 1] === ';' ? 1 : -1;
    if (ts.isStringLiteral(node) && !ts.isJsxAttribute(node.parent))
      quotes += text[node.getStart(file)] === '"' ? 1 : -1;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return {
    eol: /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n',
    quote: quotes > 0 ? '"' : "'",
    end: semicolons < 0 ? '' : ';',
    indent: /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '  ',
  };
}

/** Rewrites code that uses `'`, `;` and `\n` in the style of a file. The code contains no other `'` and `;`. */
export const inStyle = (code: string, { eol, quote, end, indent }: Style): string =>
  code
    .replaceAll("'", quote)
    .replaceAll(/;$/gm, end)
    .replaceAll(/^(?: {2})+/gm, (spaces) => indent.repeat(spaces.length / 2))
    .replaceAll('\n', eol);
