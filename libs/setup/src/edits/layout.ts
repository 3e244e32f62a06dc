import type MagicString from 'magic-string';
import ts from 'typescript';
import { importsOf } from '../source/imports.ts';
import { addLines, takeLines } from '../source/lines.ts';
import { mentions, nodesIn, type Source } from '../source/source.ts';
import { inStyle } from '../source/style.ts';
import { editSource, NO_LINE, SAME, unknown, type Edit } from './edit.ts';

const MODULE = '@adit/next/root';
const NAME = 'AditRoot';

/** Whether a layout has the document's body. */
export const hasBody = (source: Source): boolean => bodiesOf(source).length > 0;

/** The bodies that show something. */
const bodiesOf = ({ file }: Source): readonly ts.JsxElement[] =>
  [...nodesIn(file)].filter(
    (node): node is ts.JsxElement =>
      ts.isJsxElement(node) &&
      node.openingElement.tagName.getText() === 'body' &&
      node.children.some((child) => !ts.isJsxText(child) || child.text.trim() !== ''),
  );

/** Wraps the page in `AditRoot`: `{children}` inside the body, or all of the body if that stands there in another way. */
export const addToLayout = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsOf(source, MODULE).length > 0) return SAME;
    if (mentions(source, NAME)) return unknown(`it has an ${NAME} of its own`);
    const bodies = bodiesOf(source);
    if (bodies.length === 0) return unknown('it has no <body>');
    for (const body of bodies) wrapPage(body, out);
    const line = inStyle(`import { ${NAME} } from '${MODULE}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

function wrapPage(body: ts.JsxElement, out: MagicString): void {
  const pages = [...nodesIn(body)].filter(isChildren);
  const [page] = pages;
  const start = pages.length === 1 && page ? page.getStart() : body.openingElement.end;
  const end = pages.length === 1 && page ? page.end : body.closingElement.getStart();
  out.appendRight(start, `<${NAME}>`).appendLeft(end, `</${NAME}>`);
}

/** `{children}` or `{props.children}` among the children of an element. */
function isChildren(node: ts.Node): node is ts.JsxExpression {
  if (!ts.isJsxExpression(node) || !node.expression || ts.isJsxAttribute(node.parent)) return false;
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression)
    ? expression.name.text === 'children'
    : ts.isIdentifier(expression) && expression.text === 'children';
}

/** Takes `AditRoot` out of a layout. */
export const takeFromLayout = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const found = importsOf(source, MODULE);
    if (found.length === 0) return SAME;
    const tags = [...nodesIn(source.file)].filter(
      (node) =>
        (ts.isJsxOpeningElement(node) || ts.isJsxClosingElement(node)) && node.tagName.getText() === NAME,
    );
    const uses = [...nodesIn(source.file)].filter((node) => ts.isIdentifier(node) && node.text === NAME);
    if (uses.length !== tags.length + found.length)
      return unknown(`it uses ${NAME} in a way that is not known`);
    for (const tag of tags) takeTag(text, out, tag);
    takeLines(
      source,
      out,
      found.map(({ statement }) => statement),
    );
    return undefined;
  });

/** Takes out a tag, with its line if nothing else stands there. */
function takeTag(text: string, out: MagicString, tag: ts.Node): void {
  const start = tag.getStart();
  const before = /\n[ \t]*$/.exec(text.slice(0, start));
  const after = /^[ \t]*\r?(?=\n)/.exec(text.slice(tag.end));
  if (before && after) out.remove(start - before[0].length, tag.end + after[0].replace(/\r$/, '').length);
  else out.remove(start, tag.end);
}
