import ts from 'typescript';
import type MagicString from 'magic-string';
import { importsOf } from '../source/imports.ts';
import { takeLines } from '../source/lines.ts';
import { nodesIn, type Source } from '../source/source.ts';
import { unwrapCall } from '../source/wrap.ts';
import { SAME, unknown, type Edit } from './edit.ts';

/** Takes the calls of a function out of a file, which keeps their first argument, and the import of the function. */
export function takeCalls(
  source: Source,
  out: MagicString,
  { module, name }: { readonly module: string; readonly name: string },
): Edit | undefined {
  const found = importsOf(source, module).filter(({ names }) => names.has(name));
  if (found.length === 0) return SAME;
  for (const { statement, names } of found) {
    if (names.size > 1) return unknown(`it imports more than ${name}`);
    const local = names.get(name);
    const uses = [...nodesIn(source.file)].filter(
      (node): node is ts.Identifier =>
        ts.isIdentifier(node) && node.text === local && !isInside(node, statement),
    );
    for (const { parent } of uses) {
      if (!ts.isCallExpression(parent)) return unknown(`it uses ${name} in a way that is not known`);
      unwrapCall(source, out, parent);
    }
  }
  takeLines(
    source,
    out,
    found.map(({ statement }) => statement),
  );
  return undefined;
}

/** Whether a node lies in another one. */
export const isInside = (node: ts.Node, other: ts.Node): boolean =>
  node.pos >= other.pos && node.end <= other.end;
