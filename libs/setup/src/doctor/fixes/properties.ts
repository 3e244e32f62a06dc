import type MagicString from 'magic-string';
import ts from 'typescript';
import { editSource, SAME } from '../../edits/edit.ts';
import { takeLines } from '../../source/lines.ts';
import { findAll, propertyAt, textOf } from '../code/parse.ts';
import { readTunnelPath } from '../facts/settings.ts';
import type { Fix, Mending } from './fix.ts';

/** Takes a property such as `env.NAME` out of the file of the finding. */
export const takeProperty =
  (name: string): Fix =>
  ({ reader }, path) =>
    edit(path, reader.read(path), `Removes ${name}.`, (file, out) => {
      const property = propertyAt(file, name);
      if (property === undefined) return false;
      const object = property.parent;
      const index = object.properties.indexOf(property);
      const [before, after] = [object.properties[index - 1], object.properties[index + 1]];
      // With the comma behind it; the last one with the comma before it.
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

/** Adds the tunnel path to the words that `/((?!api|_next).*)` leaves out. */
export const leaveOutTunnelPath: Fix = (subject, path) => {
  const tunnelPath = readTunnelPath(subject)?.own.slice(1);
  if (tunnelPath === undefined) return undefined;
  return edit(path, subject.reader.read(path), 'Leaves the tunnel path out of the matcher.', (file, out) => {
    const matcher = propertyAt(file, 'matcher');
    const patterns = matcher
      ? findAll(matcher, ts.isStringLiteral).filter(({ text }) => text.includes('/((?!'))
      : [];
    for (const pattern of patterns) {
      const at = pattern.getStart() + pattern.getText().indexOf('(?!') + '(?!'.length;
      out.appendLeft(at, `${tunnelPath.replace(/[^\w/-]/g, '\\\\$&')}|`);
    }
    return patterns.length > 0;
  });
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
