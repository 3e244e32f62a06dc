import ts from 'typescript';
import { findProperty, plainExpression, propertyName, propertyValue } from '@adit/codebase/source';
import { buildFateOf } from './build-options.ts';
import type { ModuleScope } from './module-scope.ts';
import { valueOf } from './object-properties.ts';
import type { SdkMajor } from './sdk-major.ts';

/** The options of a spread that do not stay where they are. */
export interface ChosenOptions {
  /** The name of the release, as an expression with the conditions of the spread. */
  readonly release: string | undefined;
  readonly leftOut: readonly string[];
  /** The spread itself if nothing is left of it, else properties in it. */
  readonly gone: readonly ts.Node[];
}

/**
 * Reads `...(condition && {…})` and similar forms. Returns the reason if the options of `withSentryConfig` cannot
 * contain it.
 */
export function chosenOptions(
  module: ModuleScope,
  property: ts.ObjectLiteralElementLike,
  sdk: SdkMajor,
): ChosenOptions | { readonly why: string } {
  if (!ts.isSpreadAssignment(property))
    return { why: 'the options of withSentryConfig have a computed name' };
  const objects = objectsOf(module, property.expression);
  if (!objects)
    return {
      why: `the options of withSentryConfig have ${property.getText()}, which is not written in the file`,
    };
  const all = objects.flatMap(({ properties }) => [...properties]);
  const gone: ts.ObjectLiteralElementLike[] = [];
  const leftOut: string[] = [];
  for (const one of all) {
    const name = propertyName(one) ?? one.getText();
    const fate = buildFateOf(name, sdk);
    if (fate === undefined) continue;
    const isWritten = ts.findAncestor(one, (node) => node === property) !== undefined;
    const isLeftOut = typeof fate === 'object' && 'leftOut' in fate;
    if (!isWritten || !(isLeftOut || (fate === 'release' && nameIn(one) !== undefined)))
      return { why: `${name} of ${property.getText()} does not stay where it is` };
    if (isLeftOut) leftOut.push(`${name}: ${fate.leftOut}`);
    gone.push(one);
  }
  return {
    release: releaseOf(property.expression),
    leftOut,
    gone: gone.length > 0 && gone.length === all.length ? [property] : gone,
  };
}

/** The value of `name` in `release: { name }`. */
function nameIn(property: ts.ObjectLiteralElementLike): ts.Node | undefined {
  const value = propertyValue(property);
  if (!ts.isObjectLiteralExpression(value) || value.properties.length > 1) return undefined;
  const name = findProperty(value, 'name');
  return name && propertyValue(name);
}

function releaseOf(node: ts.Expression): string | undefined {
  const value = plainExpression(node);
  if (ts.isObjectLiteralExpression(value)) {
    const release = findProperty(value, 'release');
    return release && nameIn(release)?.getText();
  }
  const isChoice = ts.isConditionalExpression(value);
  if (!isChoice && !ts.isBinaryExpression(value)) return undefined;
  const [condition, yes] = isChoice ? [value.condition, value.whenTrue] : [value.left, value.right];
  const [one, other] = [releaseOf(yes), isChoice ? releaseOf(value.whenFalse) : undefined];
  return one === undefined && other === undefined
    ? undefined
    : `${condition.getText()} ? ${one ?? 'undefined'} : ${other ?? 'undefined'}`;
}

/** Whether a property, or a spread value, belongs in `webpack`. */
export function mayHaveWebpack(
  module: ModuleScope,
  property: ts.ObjectLiteralElementLike,
  sdk: SdkMajor,
): boolean {
  if (ts.isSpreadAssignment(property))
    return (objectsOf(module, property.expression) ?? [])
      .flatMap(({ properties }) => properties)
      .some((one) => mayHaveWebpack(module, one, sdk));
  const name = propertyName(property) ?? '';
  const fate = buildFateOf(name, sdk);
  return name === 'webpack' || fate === 'webpack' || fate === 'treeshake';
}

/** The possible objects of a spread: a constant, `condition && {…}`, `condition ? {…} : {…}`. */
function objectsOf(
  module: ModuleScope,
  node: ts.Expression,
): readonly ts.ObjectLiteralExpression[] | undefined {
  const value = valueOf(module, node);
  if (ts.isObjectLiteralExpression(value)) return [value];
  if (ts.isConditionalExpression(value)) {
    const [one, other] = [objectsOf(module, value.whenTrue), objectsOf(module, value.whenFalse)];
    return one && other && [...one, ...other];
  }
  return ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    ? objectsOf(module, value.right)
    : undefined;
}
