import ts from 'typescript';
import { needsBrowser } from './browser-globals.ts';
import { isVariable } from './dsn-variables.ts';
import type { Guard } from './find-init.ts';
import type { ModuleScope } from './module-scope.ts';
import { valueOf } from './object-properties.ts';
import { sdkNameOf } from './sdk-names.ts';
import type { MovedOption } from './option-parts.ts';

/**
 * `enabled` of `adit.config`, from the conditions under which the SDK was started. `undefined` if they always hold
 * where it matters.
 */
export function enabledOption(guards: readonly Guard[], module: ModuleScope): MovedOption | undefined {
  const known = guards.filter((guard) => !isKnown(guard, module));
  if (known.length === 0) return undefined;
  const nodes = known.map(({ node }) => node);
  const only = known.length === 1;
  const parts = known.map(({ node, isNegated }, index) => {
    if (isNegated) return isSimple(node) ? `!$${index}` : `!($${index})`;
    if (!isBoolean(node)) return `Boolean($${index})`;
    return only || !ts.isBinaryExpression(node) || isTighter(node) ? `$${index}` : `($${index})`;
  });
  const value = parts.join(' && ');
  // The server reads it too, and runs the tunnel.
  return {
    name: 'enabled',
    value: nodes.some((node) => needsBrowser(module, node))
      ? `typeof window === 'undefined' || (${value})`
      : value,
    nodes,
  };
}

/** Conditions that Adit checks itself: a DSN, a browser, no SDK yet. */
function isKnown({ node, isNegated }: Guard, module: ModuleScope): boolean {
  const text = node.getText();
  if (isNegated) return /^typeof window === ['"]undefined['"]$/.test(text);
  if (/^typeof window !==? ['"]undefined['"]$|^true$/.test(text)) return true;
  if (ts.isPrefixUnaryExpression(node) && ts.isCallExpression(node.operand))
    return ['getClient', 'isInitialized'].includes(sdkNameOf(module, node.operand.expression) ?? '');
  return isVariable(valueOf(module, node));
}

const isSimple = (node: ts.Node): boolean =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.GreaterThanToken,
]);

/** Whether it has a higher precedence than `&&`. */
const isTighter = ({ operatorToken }: ts.BinaryExpression): boolean => COMPARISONS.has(operatorToken.kind);

/** Whether it is a boolean by its form. */
function isBoolean(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isBoolean(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isCallExpression(node))
    return /^Boolean$|\.(?:includes|test|startsWith|endsWith)$/.test(node.expression.getText());
  if (ts.isBinaryExpression(node)) return isTighter(node) || (isBoolean(node.left) && isBoolean(node.right));
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
}
