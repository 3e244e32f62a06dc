import ts from 'typescript';

/** Prettier's default width. */
const WIDTH = 80;
const LINE_BREAK = /^\r?\n[ \t]*$/;

/**
 * An element with only the page inside, which Prettier writes on one line, and breaks as soon as it contains another
 * element.
 */
export interface PageLine {
  /** Whether it is on one line. */
  readonly isOneLine: boolean;
  /** A line break and the indentation of its content. */
  readonly inner: string;
  /** A line break and the indentation of the element. */
  readonly outer: string;
}

/** The line of `child`, the page or the element around it; `shown` is the content of the element on its one line. */
export function pageLineOf(text: string, child: ts.Node, shown: string): PageLine | undefined {
  const { parent } = child;
  if (!ts.isJsxElement(parent) || parent.openingElement.attributes.properties.length > 1) return undefined;
  const others = parent.children.filter((node) => node !== child);
  if (others.some((node) => !ts.isJsxText(node) || node.text.trim() !== '')) return undefined;
  const opening = parent.openingElement.getText();
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, parent.getStart()))?.[1];
  if (indent === undefined || opening.includes('\n') || !/^[ \t]*\r?(?:\n|$)/.test(text.slice(parent.end)))
    return undefined;
  if (indent.length + opening.length + shown.length + parent.closingElement.getText().length > WIDTH)
    return undefined;
  const isOneLine = !parent.getText().includes('\n');
  const outer = `${text.includes('\r\n') ? '\r\n' : '\n'}${indent}`;
  const step = indent.includes('\t') ? '\t' : '  ';
  if (isOneLine) return { isOneLine, inner: `${outer}${step}`, outer };
  const inner = text.slice(parent.openingElement.end, child.getStart());
  const rest = text.slice(child.end, parent.closingElement.getStart());
  return LINE_BREAK.test(inner) && LINE_BREAK.test(rest) ? { isOneLine, inner, outer } : undefined;
}
