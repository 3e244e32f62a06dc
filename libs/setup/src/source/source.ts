import ts from 'typescript';
import { readStyle, type Style } from './style.ts';

/** A file of JavaScript or TypeScript, read by the compiler. */
export interface Source {
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly style: Style;
}

/** Reads a file; `undefined` if its text has an error of syntax. */
export function parseSource(path: string, text: string): Source | undefined {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));
  // The compiler keeps what it noticed while it parsed, but does not list it among its types.
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly unknown[] };
  return parseDiagnostics.length > 0 ? undefined : { text, file, style: readStyle(file) };
}

/** JSX is read in all files but those of TypeScript without it, where `<` may start a type. */
const kindOf = (path: string): ts.ScriptKind =>
  /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : /\.tsx$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;

/** All nodes of a tree, the given one first. */
export function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** Whether the file has the name anywhere. */
export const mentions = ({ file }: Source, name: string): boolean =>
  [...nodesIn(file)].some((node) => ts.isIdentifier(node) && node.text === name);
