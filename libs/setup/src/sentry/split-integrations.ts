import ts from 'typescript';
import { FILTER_INTEGRATIONS, OWN_INTEGRATIONS } from './client-options.ts';
import type { Guard } from './find-init.ts';
import type { ModuleScope } from './module-scope.ts';
import { flatProperties, valueOf } from './object-properties.ts';
import { plainExpression, propertyName } from '@adit/codebase/source';
import { GONE_NAMES } from './sdk-major.ts';
import { sdkNameOf } from './sdk-names.ts';
import type { Parts } from './option-parts.ts';

/** Decides the destination of each integration. */
export function splitIntegrations(parts: Parts, value: ts.Node, module: ModuleScope): void {
  const list = ts.isExpression(value) ? elementsOf(module, value) : undefined;
  if (!list) parts.unknown.push('its integrations are not written as a list');
  for (const item of list ?? []) addIntegration(parts, item, module);
}

/** The elements of the list itself, of a constant of the file, or those that a function adds to the defaults. */
function elementsOf(module: ModuleScope, node: ts.Expression): readonly ts.Expression[] | undefined {
  const value = valueOf(module, node);
  if (ts.isArrayLiteralExpression(value)) return value.elements;
  if (ts.isArrowFunction(value)) return addedBy(value);
  // `[…].filter(Boolean)`
  const filtered =
    ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression) && value.expression;
  return filtered && filtered.name.text === 'filter' && value.arguments[0]?.getText() === 'Boolean'
    ? elementsOf(module, filtered.expression)
    : undefined;
}

/** `(defaults) => [...defaults, integration]` */
function addedBy({ parameters, body }: ts.ArrowFunction): readonly ts.Expression[] | undefined {
  const [only, other] = parameters;
  const list = ts.isBlock(body) ? undefined : plainExpression(body);
  if (!only || other || !list || !ts.isArrayLiteralExpression(list)) return undefined;
  const [first, ...added] = list.elements;
  const name = only.name.getText();
  const isOther = first?.getText() !== `...${name}`;
  return isOther || added.some((one) => new RegExp(`\\b${name}\\b`).test(one.getText())) ? undefined : added;
}

/** Names of classes before SDK 8. */
const CLASSES: Readonly<Record<string, string>> = {
  Replay: 'replayIntegration',
  BrowserTracing: 'browserTracingIntegration',
  Feedback: 'feedbackIntegration',
};

function addIntegration(parts: Parts, item: ts.Expression, module: ModuleScope): void {
  const { call, guards } = conditional(item);
  const isCall = ts.isCallExpression(call) || ts.isNewExpression(call);
  const written = isCall ? sdkNameOf(module, call.expression) : undefined;
  const name = written === undefined ? undefined : (CLASSES[written] ?? written);
  const [options] = (isCall ? call.arguments : undefined) ?? [];
  const own =
    name !== undefined && Object.hasOwn(OWN_INTEGRATIONS, name) ? OWN_INTEGRATIONS[name] : undefined;
  if (name === 'replayIntegration') addReplay(parts, options, guards, module);
  else if (own !== undefined && !options) parts.leftOut.push(`${name}: ${own}`);
  else if (name !== undefined && FILTER_INTEGRATIONS.includes(name) && guards.length === 0)
    addFilters(parts, options, module);
  else if (
    name === 'feedbackIntegration' &&
    guards.length === 0 &&
    (!options || module.namesUsedBy(options).size === 0)
  )
    parts.monitoring.push({
      name: 'feedback',
      value: options ? '$0' : 'true',
      nodes: options ? [options] : [],
    });
  else if (mentionsReplay(module, item))
    parts.unknown.push(`Adit loads replay itself, and its integrations have it in ${item.getText()}`);
  else if (ts.isNewExpression(call) && written !== undefined)
    parts.unknown.push(`the SDK has no class ${written}${replacement(written)}`);
  else parts.integrations.push(item);
}

const replacement = (name: string): string =>
  Object.hasOwn(GONE_NAMES, name) ? `; in its place it has ${GONE_NAMES[name]}` : '';

/** `...(condition ? [call] : [])`, `...(condition && [call])`, `condition && call`, or the call itself. */
function conditional(item: ts.Expression): { call: ts.Expression; guards: readonly Guard[] } {
  const isSpread = ts.isSpreadElement(item);
  const value = plainExpression(isSpread ? item.expression : item);
  const inner = ts.isConditionalExpression(value)
    ? /^(?:\[\s*\]|undefined|null|false)$/.test(value.whenFalse.getText()) && {
        node: value.condition,
        value: value.whenTrue,
      }
    : ts.isBinaryExpression(value) &&
      value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && {
        node: value.left,
        value: value.right,
      };
  if (!inner) return { call: item, guards: [] };
  const result = plainExpression(inner.value);
  const [only, other] = ts.isArrayLiteralExpression(result) ? result.elements : [];
  const call = isSpread ? (other ? undefined : only) : result;
  return call ? { call, guards: [{ node: inner.node, isNegated: false }] } : { call: item, guards: [] };
}

/** Options that hide texts and pictures from replay, or send more, move with the others. */
function addReplay(
  parts: Parts,
  options: ts.Expression | undefined,
  guards: readonly Guard[],
  module: ModuleScope,
): void {
  parts.replayGuards = guards;
  const reason = `replayIntegration: ${OWN_INTEGRATIONS['replayIntegration']}`;
  if (!options || /^\{\s*\}$/.test(options.getText())) {
    parts.leftOut.push(reason);
    return;
  }
  const names = [...module.namesUsedBy(options).values()];
  if (names.some(({ statement }) => ts.isImportDeclaration(statement))) parts.replay = options;
  else parts.monitoring.push({ name: 'replay', value: '$0', nodes: [options] });
}

function addFilters(parts: Parts, options: ts.Expression | undefined, module: ModuleScope): void {
  const properties = options ? flatProperties(module, options) : [];
  const names = parts.filters.map(propertyName);
  if (
    !properties ||
    properties.some((one) => propertyName(one) === undefined || names.includes(propertyName(one)))
  )
    parts.unknown.push(
      'the options of its eventFiltersIntegration cannot be joined with those of Sentry.init',
    );
  else parts.filters.push(...properties.filter((one) => propertyName(one) !== 'disableErrorDefaults'));
}

function mentionsReplay(module: ModuleScope, node: ts.Node): boolean {
  const name = sdkNameOf(module, node);
  if (name === 'replayIntegration' || name === 'Replay') return true;
  return ts.forEachChild(node, (child) => mentionsReplay(module, child) || undefined) ?? false;
}
