import { type Import, usesOf } from '@adit/codebase/source';
import ts from 'typescript';
import { isInside } from './wrapped.ts';

/** Whether the file passes one of the names of an import on, or reads it in code other than types. */
export function usesImport(
  file: ts.SourceFile,
  { kind, names, statement }: Import,
  wanted: readonly string[],
): boolean {
  const isRead = (local: string | undefined, isIt: (node: ts.Identifier) => boolean): boolean =>
    usesOf(file, local).some(
      (node) => !(statement && isInside(node, statement)) && isValue(node) && isIt(node),
    );
  if (kind === 'export') return ['*', ...wanted].some((name) => names.has(name));
  return (
    wanted.some((name) => isRead(names.get(name), () => true)) ||
    isRead(names.get('*'), ({ parent }) => {
      const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
      return member === undefined || wanted.includes(member);
    })
  );
}

/** Whether code reads a name: not as the name of a property or of a declaration, and not in a type. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  const { name, propertyName } = parent as { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  return name !== node && propertyName !== node && !ts.findAncestor(node, ts.isTypeNode);
}
