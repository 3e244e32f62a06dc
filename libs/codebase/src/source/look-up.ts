import ts from 'typescript';
import { followConstant, MAX_STEPS } from './constants.ts';
import { constantOf, findAll } from './parse.ts';
import { propertyName, propertyValue } from './properties.ts';

/** Where a property stands. */
interface Found {
  /** The property, or what may have it. */
  readonly node: ts.Node;
  /** Its value, also if a constant of the file has it; `undefined` if the code computes it. */
  readonly value: ts.Expression | undefined;
  /** Whether the file has the property. What the code computes may have it. */
  readonly isCertain: boolean;
}

/**
 * The property of that path, such as `monitoring.tunnelPath`, of an object, of a constant of the file, or of one that is
 * spread into it. In a whole file, the first name may stand anywhere; in the fewest objects and functions counts. What a call or another file gives may have each
 * property.
 */
export const lookUp = (root: ts.Node, path: readonly string[]): Found | undefined =>
  lookUpIn(root, path, MAX_STEPS);

function lookUpIn(root: ts.Node, path: readonly string[], steps: number): Found | undefined {
  const [name, ...rest] = path;
  if (ts.isSourceFile(root)) {
    const named = findAll(root, isProperty).filter((property) => propertyName(property) === name);
    const assigned = named.filter(ts.isPropertyAssignment);
    const [property] = (assigned.length > 0 ? assigned : named).sort((a, b) => depthOf(a) - depthOf(b));
    return property && valueOf(property, rest, steps);
  }
  const object = ts.isExpression(root) ? followConstant(root) : root;
  if (!ts.isObjectLiteralExpression(object) || steps === 0) return lookUpChoices(object, path, steps);
  // A later spread that may have the property hides its value only.
  let later: Found | undefined;
  for (const property of object.properties.toReversed()) {
    const isSpread = ts.isSpreadAssignment(property);
    if (!isSpread && propertyName(property) !== name) continue;
    const found = isSpread ? lookUpIn(property.expression, path, steps - 1) : valueOf(property, rest, steps);
    if (found?.isCertain) return later ? { ...found, value: undefined } : found;
    later ??= found;
    if (!isSpread) break;
  }
  return later;
}

function valueOf(
  property: ts.ObjectLiteralElementLike,
  rest: readonly string[],
  steps: number,
): Found | undefined {
  const value = propertyValue(property);
  if (rest.length > 0) return lookUpIn(value, rest, steps);
  return {
    node: property,
    value: ts.isExpression(value) ? followConstant(value) : undefined,
    isCertain: true,
  };
}

/**
 * Which object of `condition && {…}` or `condition ? {…} : {…}` it is, the code computes. `undefined`, `null`, a text, a
 * number and a boolean have no property.
 */
function lookUpChoices(node: ts.Node, path: readonly string[], steps: number): Found | undefined {
  const computed = { node, value: undefined, isCertain: false };
  if (steps === 0) return computed;
  if (constantOf(node) !== undefined || /^(?:null|undefined)$/.test(node.getText())) return undefined;
  const inChoice = (choice: ts.Node): Found | undefined => lookUpIn(choice, path, steps - 1);
  if (ts.isConditionalExpression(node))
    return (inChoice(node.whenTrue) ?? inChoice(node.whenFalse)) && computed;
  const isAnd =
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return isAnd ? inChoice(node.right) && computed : computed;
}

/** The number of objects and functions around a node. */
function depthOf({ parent }: ts.Node): number {
  if (ts.isSourceFile(parent)) return 0;
  const isLevel = ts.isObjectLiteralExpression(parent) || ts.isFunctionLike(parent);
  return depthOf(parent) + (isLevel ? 1 : 0);
}

const isProperty = (node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
