import ts from 'typescript';

/** The name of a property of an object; `undefined` for a spread or a computed name. */
export function propertyName(property: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = property;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** The value of a property, as far as it is an expression. A method is its own value. */
export function propertyValue(property: ts.ObjectLiteralElementLike): ts.Node {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : property;
}

/** A property of the name. */
export function findProperty(
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((property) => propertyName(property) === name);
}
