import type MagicString from 'magic-string';
import ts from 'typescript';
import type { Source } from './source.ts';

/** Comments that belong to the whole file, so nothing is inserted before them. */
const OF_THE_FILE = /@ts-(?:no)?check|eslint|prettier|biome|licen[cs]e|copyright|@jest|@flow|@format/i;

/**
 * Adds lines below the imports of a file; without any, before its first statement with a blank line between. Returns
 * `false`, and adds nothing, if there is no separate line for them.
 */
export function addLines(source: Source, out: MagicString, lines: readonly string[]): boolean {
  const { text, file, style } = source;
  const first = file.statements[0];
  if (!first) {
    // A file that is empty or has only comments.
    if (text !== '' && !text.endsWith('\n')) return false;
    out.append(lines.map((line) => line + style.eol).join(''));
    return true;
  }
  const anchor = headOf(file.statements).at(-1);
  if (!anchor) {
    const start = startOfAttached(text, first);
    if (!/(?:^\uFEFF?|\n)$/.test(text.slice(0, start))) return false;
    out.appendLeft(start, lines.map((line) => line + style.eol).join('') + style.eol);
    return true;
  }
  const end = endOfLine(text, anchor.end);
  if (end === undefined) return false;
  out.appendLeft(end, lines.map((line) => style.eol + line).join(''));
  return true;
}

/** Removes statements that `addLines` has added. */
export function takeLines({ text, file }: Source, out: MagicString, lines: readonly ts.Statement[]): void {
  const others = headOf(file.statements.filter((statement) => !lines.includes(statement)));
  for (const line of lines) {
    const start = line.getStart(file);
    const before = /\r?\n[ \t]*$/.exec(text.slice(0, start))?.[0] ?? '';
    const after = /^[ \t]*\r?\n/.exec(text.slice(line.end))?.[0] ?? '';
    if (others.length > 0 && before !== '') out.remove(start - before.length, line.end);
    else out.remove(start, line.end + after.length);
  }
  const last = lines.at(-1);
  // The blank line that `addLines` writes.
  if (last && others.length === 0) {
    const [, line = '', blank = ''] = /^([ \t]*\r?\n)(\r?\n)?/.exec(text.slice(last.end)) ?? [];
    if (blank) out.remove(last.end + line.length, last.end + line.length + blank.length);
  }
}

/** The statements above the code: directives, imports and `require`. */
function headOf(statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const end = statements.findIndex((statement) => !isHead(statement));
  return end === -1 ? statements : statements.slice(0, end);
}

function isHead(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement) || ts.isImportEqualsDeclaration(statement)) return true;
  if (ts.isExpressionStatement(statement)) return ts.isStringLiteral(statement.expression);
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ initializer }) => isRequire(initializer))
  );
}

/** `require('x')`, also with a property or a call after it. */
function isRequire(node: ts.Node | undefined): boolean {
  if (!node) return false;
  if (ts.isPropertyAccessExpression(node)) return isRequire(node.expression);
  if (!ts.isCallExpression(node)) return false;
  return (
    (ts.isIdentifier(node.expression) && node.expression.text === 'require') || isRequire(node.expression)
  );
}

/** The start of the statement, including the comments that belong to it. */
function startOfAttached(text: string, statement: ts.Statement): number {
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  let start = statement.getStart();
  for (const { pos, end } of comments.toReversed()) {
    const isApart = (text.slice(end, start).match(/\n/g) ?? []).length > 1;
    if (isApart || OF_THE_FILE.test(text.slice(pos, end))) break;
    start = pos;
  }
  return start;
}

/** The end of the line, after its comments; `undefined` if more code follows on it. */
export function endOfLine(text: string, position: number): number | undefined {
  const end = ts.getTrailingCommentRanges(text, position)?.at(-1)?.end ?? position;
  const rest = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(end));
  return rest ? end + rest[0].length : undefined;
}
