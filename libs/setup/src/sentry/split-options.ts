import ts from 'typescript';
import { fateOf } from './client-options.ts';
import { enabledOption } from './enabled-option.ts';
import type { Init } from './find-init.ts';
import { isVariable } from './dsn-variables.ts';
import type { MovedOption, Parts } from './option-parts.ts';
import type { ModuleScope } from './module-scope.ts';
import { plainExpression, propertyName, propertyValue } from '@adit/codebase/source';
import type { SdkMajor } from './sdk-major.ts';
import { splitIntegrations } from './split-integrations.ts';

/** The options of the browser's `Sentry.init`, by destination. */
export interface SplitOptions {
  readonly monitoring: readonly MovedOption[];
  readonly filters: readonly ts.ObjectLiteralElementLike[];
  readonly late: readonly ts.ObjectLiteralElementLike[];
  readonly integrations: readonly ts.Expression[];
  /** Options of replay that need another file, which `adit.config` would load with every page and on the server. */
  readonly replay: ts.Expression | undefined;
  readonly release: ts.Node | undefined;
  /** Options that are left out, each with the reason. */
  readonly leftOut: readonly string[];
  /** The reasons why the user must decide. */
  readonly unknown: readonly string[];
}

/** The file, and the SDK that the application has afterwards. */
export interface SplitContext {
  readonly module: ModuleScope;
  readonly sdk: SdkMajor;
}

/** Decides the destination of each option. */
export function splitOptions(init: Init, context: SplitContext): SplitOptions {
  const parts: Parts = {
    monitoring: [],
    filters: [],
    late: [],
    integrations: [],
    replayGuards: [],
    guards: init.guards,
    leftOut: [],
    unknown: [],
  };
  for (const property of init.properties) {
    const name = propertyName(property);
    if (name === undefined)
      parts.unknown.push(
        ts.isSpreadAssignment(property)
          ? `its options have ${property.getText()}, which is not written in the file`
          : 'its options have a computed name',
      );
    else if (Object.hasOwn(SPECIAL, name)) SPECIAL[name]?.(parts, propertyValue(property), context);
    else addOption(parts, name, property, context);
  }
  const enabled = enabledOption(parts.guards, context.module);
  if (enabled) parts.monitoring.unshift(enabled);
  guardReplay(parts);
  return { ...parts, replay: parts.replay, release: parts.release };
}

function addOption(
  parts: Parts,
  name: string,
  property: ts.ObjectLiteralElementLike,
  { module, sdk }: SplitContext,
): void {
  const fate = fateOf(name, sdk);
  const value = propertyValue(property);
  if (value.getText() === 'undefined') return;
  if (fate === undefined) parts.unknown.push(`adit.config has no option ${name}`);
  else if (fate === 'filter') parts.filters.push(property);
  else if (fate === 'late') parts.late.push(property);
  else if (fate === 'monitoring') addMonitoring(parts, name, property);
  else if (fate === 'function') {
    const isAlone = module.namesUsedBy(property).size === 0;
    if (isAlone) parts.monitoring.push({ name, property });
    else parts.late.push(property);
  } else if (!isFalse(value)) parts.leftOut.push(`${name}: ${fate.leftOut}`);
}

/** Skips the empty object that the wizard writes for its comments. */
function addMonitoring(parts: Parts, name: string, property: ts.ObjectLiteralElementLike): void {
  const value = propertyValue(property);
  if (!ts.isObjectLiteralExpression(value) || value.properties.length > 0)
    parts.monitoring.push({ name, property });
}

const isFalse = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.FalseKeyword;
const isTrue = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.TrueKeyword;

const SPECIAL: Readonly<Record<string, (parts: Parts, value: ts.Node, context: SplitContext) => void>> = {
  dsn: (parts, value) => {
    const dsn = ts.isExpression(value) ? guardedDsn(parts, plainExpression(value)) : value;
    const isEmpty = ts.isStringLiteral(dsn) && dsn.text === '';
    if (!isEmpty && !isVariable(dsn)) parts.monitoring.push({ name: 'dsn', value: '$0', nodes: [dsn] });
  },
  enabled: (parts, value) => {
    if (ts.isExpression(value) && !isTrue(value))
      parts.guards = [...parts.guards, { node: value, isNegated: false }];
  },
  release: (parts, value) => {
    parts.release = value;
  },
  sendClientReports: (parts, value) => {
    if (!isTrue(value))
      parts.leftOut.push('sendClientReports: Adit counts each drop, and reports the counts');
  },
  sendDefaultPii: (parts, value, { sdk }) => {
    // Also written with SDK 10, where it is the default, because the default of 11 is the opposite.
    if (isFalse(value))
      parts.monitoring.push({ name: 'dataCollection', value: '{ userInfo: false }', nodes: [] });
    else if (sdk === 10) addPii(parts, value);
    else parts.leftOut.push('sendDefaultPii: SDK 11 does not have it, and sends what it switched on');
  },
  integrations: (parts, value, { module }) => splitIntegrations(parts, value, module),
};

/** SDK 10 sends no data of users, unless one of the two options enables it. */
function addPii(parts: Parts, value: ts.Node): void {
  if (isTrue(value))
    parts.monitoring.push({ name: 'dataCollection', value: '{ userInfo: true }', nodes: [] });
  else parts.unknown.push('its sendDefaultPii is computed');
}

/** `condition ? dsn : undefined` and `condition && dsn`: without a DSN, variables would be read. */
function guardedDsn(parts: Parts, value: ts.Expression): ts.Expression {
  const isNothing = (node: ts.Expression): boolean => /^(?:undefined|null|false|''|"")$/.test(node.getText());
  const addGuard = (node: ts.Expression, isNegated: boolean): void => {
    parts.guards = [...parts.guards, { node, isNegated }];
  };
  if (ts.isConditionalExpression(value)) {
    const { condition, whenTrue, whenFalse } = value;
    if (isNothing(whenFalse)) {
      addGuard(condition, false);
      return plainExpression(whenTrue);
    }
    if (isNothing(whenTrue)) {
      addGuard(condition, true);
      return plainExpression(whenFalse);
    }
  }
  const isAnd =
    ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (!isAnd) return value;
  addGuard(value.left, false);
  return plainExpression(value.right);
}

const RATES = ['replaysSessionSampleRate', 'replaysOnErrorSampleRate'];

/** Adit loads replay by its rates, so they are 0 under conditions in which the application does not load it. */
function guardReplay(parts: Parts): void {
  if (parts.replayGuards.length === 0) return;
  const conditions = parts.replayGuards.map(({ isNegated }, index) => `${isNegated ? '!' : ''}($${index})`);
  parts.monitoring = parts.monitoring.map((option) => {
    if (!RATES.includes(option.name) || !('property' in option)) return option;
    const nodes = [...parts.replayGuards.map(({ node }) => node), propertyValue(option.property)];
    return {
      name: option.name,
      value: `${conditions.join(' && ')} ? $${nodes.length - 1} : 0`,
      nodes,
    };
  });
}
