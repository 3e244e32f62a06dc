import ts from 'typescript';
import { CLIENT_OPTIONS, OWN_INTEGRATIONS } from './client-options.ts';
import type { ModuleScope } from './module-scope.ts';
import { propertyName, propertyValue } from './property.ts';
import { sdkNameOf } from './sdk-names.ts';

/** An option in `adit.config`: one of the file's own properties, or one that says the same. */
export type MovedOption =
  | { readonly name: string; readonly property: ts.ObjectLiteralElementLike }
  | { readonly name: string; readonly value: string; readonly nodes: readonly ts.Node[] };

/** The options of the browser's `Sentry.init`, by where they go. */
export interface SplitOptions {
  readonly monitoring: readonly MovedOption[];
  readonly filters: readonly ts.ObjectLiteralElementLike[];
  readonly late: readonly ts.ObjectLiteralElementLike[];
  readonly integrations: readonly ts.Expression[];
  readonly release: ts.Node | undefined;
  /** What is left out, and why. */
  readonly leftOut: readonly string[];
  /** Why a person must decide. */
  readonly unknown: readonly string[];
}

interface Parts {
  monitoring: MovedOption[];
  filters: ts.ObjectLiteralElementLike[];
  late: ts.ObjectLiteralElementLike[];
  integrations: ts.Expression[];
  release?: ts.Node;
  leftOut: string[];
  unknown: string[];
}

/** Says of each option where it goes. */
export function splitOptions(module: ModuleScope, options: ts.ObjectLiteralExpression): SplitOptions {
  const parts: Parts = { monitoring: [], filters: [], late: [], integrations: [], leftOut: [], unknown: [] };
  const named = new Map(options.properties.map((property) => [propertyName(property), property]));
  for (const property of options.properties) {
    const name = propertyName(property);
    if (name === undefined) parts.unknown.push('its options have a spread or a computed name');
    else if (Object.hasOwn(SPECIAL, name)) SPECIAL[name]?.(parts, propertyValue(property), { module, named });
    else addOption(parts, name, property, module);
  }
  return { ...parts, release: parts.release };
}

function addOption(
  parts: Parts,
  name: string,
  property: ts.ObjectLiteralElementLike,
  module: ModuleScope,
): void {
  const fate = Object.hasOwn(CLIENT_OPTIONS, name) ? CLIENT_OPTIONS[name] : undefined;
  if (fate === undefined) parts.unknown.push(`adit.config has no option ${name}`);
  else if (fate === 'filter') parts.filters.push(property);
  else if (fate === 'late') parts.late.push(property);
  else if (fate === 'monitoring') addMonitoring(parts, name, property);
  else if (fate === 'function') {
    const isAlone = module.namesUsedBy(property).size === 0;
    if (isAlone) parts.monitoring.push({ name, property });
    else parts.late.push(property);
  } else if (!isFalse(propertyValue(property))) parts.leftOut.push(`${name}: ${fate.leftOut}`);
}

/** Without the empty object that the wizard writes for its comments. */
function addMonitoring(parts: Parts, name: string, property: ts.ObjectLiteralElementLike): void {
  const value = propertyValue(property);
  if (!ts.isObjectLiteralExpression(value) || value.properties.length > 0)
    parts.monitoring.push({ name, property });
}

const isFalse = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.FalseKeyword;

interface Context {
  readonly module: ModuleScope;
  readonly named: ReadonlyMap<string | undefined, ts.ObjectLiteralElementLike>;
}

/** Variables that Adit reads itself. */
const DSN_VARIABLES = /^process\.env(?:\.|\[['"])(?:NEXT_PUBLIC_)?SENTRY_DSN(?:['"]\])?!?$/;

const SPECIAL: Readonly<Record<string, (parts: Parts, value: ts.Node, context: Context) => void>> = {
  dsn: (parts, value, { named }) => {
    const enabled = named.get('enabled');
    const condition = enabled && propertyValue(enabled);
    const isEmpty = ts.isStringLiteral(value) && value.text === '';
    const isRead = DSN_VARIABLES.test(value.getText());
    if (isEmpty || (isRead && !condition)) return;
    parts.monitoring.push({
      name: 'dsn',
      value: condition ? '$0 ? $1 : undefined' : '$0',
      nodes: condition ? [condition, value] : [value],
    });
  },
  enabled: (parts, _value, { named }) => {
    if (named.has('dsn')) return;
    parts.unknown.push('adit.config has no option enabled: monitoring is on if there is a DSN');
  },
  release: (parts, value) => {
    parts.release = value;
  },
  sendDefaultPii: (parts, value) => {
    if (isFalse(value))
      parts.monitoring.push({ name: 'dataCollection', value: '{ userInfo: false }', nodes: [] });
    else parts.leftOut.push('sendDefaultPii: SDK 11 does not have it, and sends what it switched on');
  },
  integrations: (parts, value, { module }) => {
    const list = listOf(module, value);
    if (!list) parts.unknown.push('its integrations are not written as a list');
    for (const item of list?.elements ?? []) addIntegration(parts, item, module);
  },
};

/** The list itself, or that of a constant of the file. */
function listOf(module: ModuleScope, value: ts.Node): ts.ArrayLiteralExpression | undefined {
  if (ts.isArrayLiteralExpression(value)) return value;
  const { declaration } = module.resolve(value) ?? {};
  const constant = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return constant && ts.isArrayLiteralExpression(constant) ? constant : undefined;
}

function addIntegration(parts: Parts, item: ts.Expression, module: ModuleScope): void {
  const name = ts.isCallExpression(item) ? sdkNameOf(module, item.expression) : undefined;
  const [options] = ts.isCallExpression(item) ? item.arguments : [];
  const own =
    name !== undefined && Object.hasOwn(OWN_INTEGRATIONS, name) ? OWN_INTEGRATIONS[name] : undefined;
  if (name === 'replayIntegration' && options)
    parts.leftOut.push(`options of replayIntegration: ${own}, with the SDK’s options, which mask all texts`);
  else if (own !== undefined && !options) parts.leftOut.push(`${name}: ${own}`);
  else if (name === 'feedbackIntegration' && (!options || module.namesUsedBy(options).size === 0))
    parts.monitoring.push({
      name: 'feedback',
      value: options ? '$0' : 'true',
      nodes: options ? [options] : [],
    });
  else parts.integrations.push(item);
}
