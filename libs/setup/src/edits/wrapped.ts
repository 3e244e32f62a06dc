import ts from 'typescript';
import {
  type Edit,
  importsFrom,
  type MagicString,
  SAME,
  type Source,
  takeLines,
  unknown,
  usesOf,
} from '@adit/codebase/source';
import { unwrapCall } from './wrap.ts';

/** Removes the calls of a function from a file, which keeps their first argument, and the import of the function. */
export function takeCalls(
  source: Source,
  out: MagicString,
  { module, name }: { readonly module: string; readonly name: string },
): Edit | undefined {
  const found = importsFrom(source.file, module).filter(({ names }) => names.has(name));
  if (found.length === 0) return SAME;
  for (const { statement, names, types } of found) {
    if (names.size + types.length > 1) return unknown(`it imports more than ${name}`);
    const local = names.get(name);
    const uses = usesOf(source.file, local).filter((node) => !isInside(node, statement));
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

/** Whether a node is inside another one. */
export const isInside = (node: ts.Node, other: ts.Node): boolean =>
  node.pos >= other.pos && node.end <= other.end;
