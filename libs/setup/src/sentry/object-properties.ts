import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { plainExpression, propertyName } from '@adit/codebase/source';

/** The value of a constant of the file, or of the expression itself. */
export function valueOf(module: ModuleScope, node: ts.Expression): ts.Expression {
  const value = plainExpression(node);
  const { declaration } = module.resolve(value) ?? {};
  const isConstant =
    declaration &&
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer &&
    (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConstant ? plainExpression(declaration.initializer) : value;
}

/**
 * The properties of an object, also if it is a constant of the file, and of constants that are spread into it. If
 * several have the same name, the last one. `undefined` if it is not an object of the file; a spread of anything else
 * stays as a property.
 */
export function flatProperties(
  module: ModuleScope,
  node: ts.Expression,
): readonly ts.ObjectLiteralElementLike[] | undefined {
  const object = valueOf(module, node);
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const all = object.properties.flatMap((property) =>
    ts.isSpreadAssignment(property)
      ? (flatProperties(module, property.expression) ?? [property])
      : [property],
  );
  const isLast = (name: string | undefined, index: number): boolean =>
    name === undefined || !all.slice(index + 1).some((later) => propertyName(later) === name);
  return all.filter((property, index) => isLast(propertyName(property), index));
}
