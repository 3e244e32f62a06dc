import { readTunnelPath } from '@adit/codebase';
import { editSource, lookUp, type MagicString, SAME, takeLines, textOf } from '@adit/codebase/source';
import ts from 'typescript';
import { addToMatcher } from '@adit/setup';
import type { Fix, Mending } from './fix.ts';

/** Removes a property such as `env.NAME` from the file of the finding. `find` default: the first one with that name. */
export const takeProperty =
  (
    name: string,
    find: (file: ts.SourceFile) => ts.Node | undefined = (file) => lookUp(file, name.split('.'))?.node,
  ): Fix =>
  ({ reader }, path) =>
    edit(path, reader.read(path), `Removes ${name}.`, (file, out) => {
      const property = find(file);
      if (property === undefined || !ts.isObjectLiteralElementLike(property)) return false;
      const object = property.parent;
      if (!ts.isObjectLiteralExpression(object)) return false;
      const index = object.properties.indexOf(property);
      const [before, after] = [object.properties[index - 1], object.properties[index + 1]];
      // With the comma after it; the last one with the comma before it.
      if (after) out.remove(property.getStart(), after.getStart());
      else if (before) out.remove(before.end, property.end);
      else out.remove(object.getStart() + 1, object.end - 1);
      return true;
    });

/** `export const runtime = 'edge'` in a route of the tunnel. */
export const takeEdgeRuntime: Fix = ({ reader }, path) => {
  const text = reader.read(path) ?? '';
  const edited = editSource(path, text, (source, out) => {
    const statement = source.file.statements.find(
      (one) => ts.isVariableStatement(one) && textOf(one.declarationList.declarations[0]?.name) === 'runtime',
    );
    if (statement) takeLines(source, out, [statement]);
    return undefined;
  });
  return edited.kind === 'changed' && edited.text !== text
    ? { changes: [{ path, after: edited.text }], reason: 'Lets the route run on Node.' }
    : undefined;
};

/** Adds the tunnel path to the words that `/((?!api|_next).*)` excludes. */
export const leaveOutTunnelPath: Fix = (subject, path) => {
  const tunnelPath = readTunnelPath(subject)?.own;
  const text = subject.reader.read(path);
  if (tunnelPath === undefined || text === undefined) return undefined;
  const edited = addToMatcher(path, text, tunnelPath);
  return edited.kind === 'changed'
    ? { changes: [{ path, after: edited.text }], reason: 'Leaves the tunnel path out of the matcher.' }
    : undefined;
};

function edit(
  path: string,
  text = '',
  reason: string,
  change: (file: ts.SourceFile, out: MagicString) => boolean,
): Mending | undefined {
  const edited = editSource(path, text, ({ file }, out) => (change(file, out) ? undefined : SAME));
  return edited.kind === 'changed' ? { changes: [{ path, after: edited.text }], reason } : undefined;
}
