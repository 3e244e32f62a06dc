import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { propertyName } from '@adit/codebase/source';
import { sdkNameOf } from './sdk-names.ts';

/** The fields that `captureError` accepts. It accepts the same as Sentry's own functions. */
const FIELDS = new Set(['tags', 'extra', 'contexts', 'user', 'level', 'fingerprint']);

/** Whether `captureError` accepts the second argument of `captureException`. */
export const isErrorContext = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.every((one) => !ts.isSpreadAssignment(one) && FIELDS.has(propertyName(one) ?? ''));

/** Fields that several calls fill. */
const IN_PARTS = new Set(['tags', 'extra', 'contexts']);

/** How a method of a scope is written as a field: `[name]: value`, or the whole value. */
const METHODS: Readonly<Record<string, { field: string; isEntry: boolean }>> = {
  setTag: { field: 'tags', isEntry: true },
  setTags: { field: 'tags', isEntry: false },
  setContext: { field: 'contexts', isEntry: true },
  setExtra: { field: 'extra', isEntry: true },
  setExtras: { field: 'extra', isEntry: false },
  setUser: { field: 'user', isEntry: false },
  setLevel: { field: 'level', isEntry: false },
  setFingerprint: { field: 'fingerprint', isEntry: false },
};

/**
 * `captureError(error, { tags })` for `withScope((scope) => { scope.setTag(…); captureException(error); })`. `undefined` if the scope
 * does anything else.
 */
export function scopeAsContext(module: ModuleScope, call: ts.CallExpression): string | undefined {
  const [callback, other] = call.arguments;
  if (sdkNameOf(module, call.expression) !== 'withScope' || !callback || other) return undefined;
  if (!ts.isArrowFunction(callback) || !ts.isBlock(callback.body)) return undefined;
  const scope = callback.parameters[0]?.name.getText();
  const calls = callback.body.statements.map((statement) =>
    ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)
      ? statement.expression
      : undefined,
  );
  const last = calls.at(-1);
  const [error, more] = last?.arguments ?? [];
  if (!last || !error || more || sdkNameOf(module, last.expression) !== 'captureException') return undefined;
  const fields = new Map<string, string[]>();
  for (const one of calls.slice(0, -1)) {
    const entry = one && readMethod(one, scope);
    if (!entry) return undefined;
    fields.set(entry.field, [...(fields.get(entry.field) ?? []), entry.text]);
  }
  const context = [...fields].map(([field, texts]) =>
    IN_PARTS.has(field) ? `${field}: { ${texts.join(', ')} }` : `${field}: ${texts.at(-1)}`,
  );
  return `captureError(${error.getText()}${context.length > 0 ? `, { ${context.join(', ')} }` : ''})`;
}

function readMethod(
  { expression, arguments: given }: ts.CallExpression,
  scope: string | undefined,
): { readonly field: string; readonly text: string } | undefined {
  if (!ts.isPropertyAccessExpression(expression) || expression.expression.getText() !== scope)
    return undefined;
  const name = expression.name.text;
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  const [first, second] = given;
  if (!method || !first || first.kind === ts.SyntaxKind.NullKeyword) return undefined;
  const { field } = method;
  if (method.isEntry) return second && { field, text: `${keyOf(first)}: ${second.getText()}` };
  if (!IN_PARTS.has(field)) return { field, text: first.getText() };
  const isObject = ts.isObjectLiteralExpression(first);
  return {
    field,
    text: isObject ? first.properties.map((one) => one.getText()).join(', ') : `...${first.getText()}`,
  };
}

const keyOf = (name: ts.Expression): string => {
  if (!ts.isStringLiteral(name)) return `[${name.getText()}]`;
  return /^[a-z_$][\w$]*$/i.test(name.text) ? name.text : name.getText();
};
