import { type MagicString, readStyle } from '@adit/codebase/source';
import ts from 'typescript';
import { indentationAt, reindent } from '../edits/indent.ts';
import { isWizardComment } from './comments.ts';

/** Removes a property with its comma, and the comments of the wizard above it. */
export function removeProperty(edited: MagicString, text: string, property: ts.Node): void {
  const start = property.getStart();
  const comments = ts.getLeadingCommentRanges(text, property.getFullStart()) ?? [];
  let from = start;
  for (const { pos, end } of comments.toReversed()) {
    if (!isWizardComment(text.slice(pos, end))) break;
    from = pos;
  }
  const to = property.end + lengthOf(/^\s*,/, text.slice(property.end));
  const blank = lengthOf(/[ \t]*$/, text.slice(0, from));
  const lines = lengthOf(/^[ \t]*\r?\n(?:[ \t]*\r?\n)*/, text.slice(to));
  const isOwnLine = text[from - blank - 1] === '\n' && lines > 0;
  if (isOwnLine) edited.remove(from - blank, to + lines);
  else edited.remove(from, to + lengthOf(/^[ \t]*/, text.slice(to)));
}

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

/** Adds lines at the end of an object. `isEmptied`: its last property is removed. */
export function addToEnd(
  edited: MagicString,
  text: string,
  object: ts.ObjectLiteralExpression,
  lines: readonly string[],
  isEmptied: boolean,
): void {
  const base = indentationAt(text, object.end - 1);
  const step = stepOf(text, object);
  const last = object.properties.at(-1);
  const written = lines.map((line) => `${step}${reindent(line, '', step)},\n`).join('');
  const end = object.end - 1;
  const lineStart = text.lastIndexOf('\n', end) + 1;
  if (text.slice(lineStart, end).trim() === '') edited.appendLeft(lineStart, written);
  else edited.appendLeft(end, `\n${written}${base}`);
  if (last && !isEmptied && !object.properties.hasTrailingComma) edited.appendLeft(last.end, ',');
}

/** The indentation of the properties of an object. */
export function stepOf(text: string, object: ts.ObjectLiteralExpression): string {
  const [first] = object.properties;
  const isOwnLine = first !== undefined && /\n[ \t]*$/.test(text.slice(0, first.getStart()));
  return isOwnLine
    ? indentationAt(text, first.getStart())
    : indentationAt(text, object.end - 1) + readStyle(object.getSourceFile()).indent;
}
