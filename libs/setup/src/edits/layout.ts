import {
  addLines,
  type Edit,
  editSource,
  findAll,
  importsFrom,
  inStyle,
  type MagicString,
  mentions,
  NO_LINE,
  SAME,
  type Source,
  takeLines,
  unknown,
  usesOf,
} from '@adit/codebase/source';
import ts from 'typescript';
import { pageLineOf } from './layout-lines.ts';
import { nonceFor } from './nonce.ts';

const MODULE = '@adit/next/root';
const NAME = 'AditRoot';

/** Whether a layout has the document's body. */
export const hasBody = (source: Source): boolean => bodiesOf(source).length > 0;

/** The bodies with content. */
const bodiesOf = ({ file }: Source): readonly ts.JsxElement[] =>
  findAll(file, ts.isJsxElement).filter(
    ({ openingElement, children }) =>
      openingElement.tagName.getText() === 'body' &&
      children.some((child) => !ts.isJsxText(child) || child.text.trim() !== ''),
  );

/**
 * Wraps the page in `AditRoot`: `{children}` inside the body, or the whole content of the body if it has another form.
 * It gets the nonce of the request if the layout has a variable with it.
 */
export const addToLayout = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsFrom(source.file, MODULE).length > 0) return SAME;
    if (mentions(source, NAME)) return unknown(`it has an ${NAME} of its own`);
    const bodies = bodiesOf(source);
    if (bodies.length === 0) return unknown('it has no <body>');
    for (const body of bodies) wrapPage(text, body, out);
    const line = inStyle(`import { ${NAME} } from '${MODULE}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

function wrapPage(text: string, body: ts.JsxElement, out: MagicString): void {
  const pages = findAll(body, isChildren);
  const [page] = pages;
  const nonce = nonceFor(body);
  const opening = nonce === undefined ? `<${NAME}>` : `<${NAME} nonce={${nonce}}>`;
  if (pages.length !== 1 || !page) {
    out
      .appendRight(body.openingElement.end, opening)
      .appendLeft(body.closingElement.getStart(), `</${NAME}>`);
    return;
  }
  const [before, after] = tagsAround(text, page, opening);
  out.appendRight(page.getStart(), before).appendLeft(page.end, after);
}

/**
 * Line breaks as Prettier writes them. A page that is unnecessarily on a separate line stays there, so that its removal
 * can be recognised.
 */
function tagsAround(text: string, page: ts.JsxExpression, opening: string): readonly [string, string] {
  const line = pageLineOf(text, page, page.getText());
  if (!line) return [opening, `</${NAME}>`];
  if (line.isOneLine) return [`${line.inner}${opening}`, `</${NAME}>${line.outer}`];
  return [`${opening}${line.inner}`, `${line.inner}</${NAME}>`];
}

/** `{children}` or `{props.children}` among the children of an element. */
function isChildren(node: ts.Node): node is ts.JsxExpression {
  if (!ts.isJsxExpression(node) || !node.expression || ts.isJsxAttribute(node.parent)) return false;
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression)
    ? expression.name.text === 'children'
    : ts.isIdentifier(expression) && expression.text === 'children';
}

/** Removes `AditRoot` from a layout. */
export const takeFromLayout = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const found = importsFrom(source.file, MODULE);
    if (found.length === 0) return SAME;
    const tags = findAll(source.file, isTag).filter(({ tagName }) => tagName.getText() === NAME);
    const uses = usesOf(source.file, NAME);
    if (uses.length !== tags.length + found.length)
      return unknown(`it uses ${NAME} in a way that is not known`);
    for (const tag of tags) takeTag(text, out, tag);
    for (const { parent } of tags) if (ts.isJsxElement(parent)) joinLine(text, out, parent);
    takeLines(
      source,
      out,
      found.map(({ statement }) => statement),
    );
    return undefined;
  });

const isTag = (node: ts.Node): node is ts.JsxOpeningElement | ts.JsxClosingElement =>
  ts.isJsxOpeningElement(node) || ts.isJsxClosingElement(node);

/** Moves the page back to the line of the element around it. */
function joinLine(text: string, out: MagicString, root: ts.JsxElement): void {
  const shown = text.slice(root.openingElement.end, root.closingElement.getStart());
  const line = shown.includes('\n') ? undefined : pageLineOf(text, root, shown);
  if (!line || line.isOneLine || !ts.isJsxElement(root.parent)) return;
  out.remove(root.parent.openingElement.end, root.openingElement.end);
  out.remove(root.closingElement.getStart(), root.parent.closingElement.getStart());
}

/** Removes a tag, with its line if nothing else is on it. */
function takeTag(text: string, out: MagicString, tag: ts.Node): void {
  const start = tag.getStart();
  const before = /\r?\n[ \t]*$/.exec(text.slice(0, start));
  const after = /^[ \t]*\r?(?=\n)/.exec(text.slice(tag.end));
  if (before && after) out.remove(start - before[0].length, tag.end + after[0].replace(/\r$/, '').length);
  else out.remove(start, tag.end);
}
