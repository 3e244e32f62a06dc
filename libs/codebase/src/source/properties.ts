import ts from 'typescript';
import { findAll, textOf } from './parse.ts';

/** The name of a property of an object; `undefined` for a spread or a computed name. */
export const propertyName = ({ name }: ts.ObjectLiteralElementLike): string | undefined => textOf(name);

/** The value of a property, if it is an expression. A method is its own value. */
export function propertyValue(property: ts.ObjectLiteralElementLike): ts.Node {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : property;
}

/** An object's own property of that name. */
export function findProperty(
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((property) => propertyName(property) === name);
}

/** The properties of that name, anywhere below the node, in order of the text. */
export const propertiesOf = (root: ts.Node, name: string): ts.PropertyAssignment[] =>
  findAll(root, ts.isPropertyAssignment).filter((property) => propertyName(property) === name);
