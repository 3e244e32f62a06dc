import {
  findProperty,
  MagicString,
  plainExpression,
  propertyName,
  propertyValue,
  readStyle,
} from '@adit/codebase/source';
import ts from 'typescript';
import { reindent } from '../edits/indent.ts';
import { buildFateOf, EXPERIMENTS, RAISED } from './build-options.ts';
import { isTunnelComment } from './comments.ts';
import { addToEnd, removeProperty, stepOf } from './edit-object.ts';
import type { ModuleScope } from './module-scope.ts';
import { valueOf } from './object-properties.ts';
import type { SdkMajor } from './sdk-major.ts';
import { chosenOptions, mayHaveWebpack } from './spread-options.ts';

/** The options of `withSentryConfig` for `withAdit`. */
export interface BuildOptionsCode {
  /** The object, as text; its lines are indented like its first line in the file. */
  readonly text: string;
  readonly release: string | undefined;
  readonly leftOut: readonly string[];
  /** Constants of the file that are spread into it, with their new texts. */
  readonly constants: readonly { readonly object: ts.Node; readonly text: string }[];
}

/** The results of rewriting one object. */
interface Rewriting {
  readonly module: ModuleScope;
  readonly sdk: SdkMajor;
  readonly edited: MagicString;
  readonly object: ts.ObjectLiteralExpression;
  readonly leftOut: string[];
  /** Lines for its option `webpack`. */
  readonly forWebpack: string[];
  /** Lines for its end. */
  readonly raised: string[];
  readonly constants: { object: ts.Node; text: string }[];
  release: string | undefined;
}

/**
 * Rewrites the options of `withSentryConfig`, without those that `later` options override. Returns the reason if it
 * cannot.
 */
export function rewriteBuildOptions(
  module: ModuleScope,
  object: ts.ObjectLiteralExpression,
  sdk: SdkMajor,
  later: ReadonlySet<string> = new Set(),
): BuildOptionsCode | { readonly why: string } {
  const rewriting: Rewriting = {
    module,
    sdk,
    edited: new MagicString(module.text),
    object,
    leftOut: [],
    forWebpack: [],
    raised: [],
    constants: [],
    release: undefined,
  };
  const { edited } = rewriting;
  const gone = new Set<ts.Node>();
  for (const property of object.properties) {
    const name = propertyName(property);
    const result =
      name === undefined
        ? rewriteSpread(rewriting, property, later)
        : isReplaced(object, property, name, later)
          ? 'gone'
          : rewriteOne(rewriting, property, name);
    if (typeof result === 'object') return result;
    if (result === 'stays') continue;
    gone.add(property);
    removeProperty(edited, module.text, property);
  }
  const added = [...rewriting.raised];
  if (rewriting.forWebpack.length > 0) {
    const webpack = addToWebpack(rewriting, rewriting.forWebpack);
    if (webpack === undefined)
      return { why: 'some options belong into its option webpack, which is not written as an object' };
    added.push(...webpack);
  }
  const last = object.properties.at(-1);
  if (added.length > 0) addToEnd(edited, module.text, object, added, last === undefined || gone.has(last));
  const { leftOut, release, constants } = rewriting;
  const text = withoutTunnelComments(edited.slice(object.getStart(), object.getEnd()));
  return { text, release, leftOut, constants };
}

const valueText = (property: ts.ObjectLiteralElementLike): string => propertyValue(property).getText();

/** Whether a later property has the same name. */
const isReplaced = (
  { properties }: ts.ObjectLiteralExpression,
  property: ts.ObjectLiteralElementLike,
  name: string,
  later: ReadonlySet<string>,
): boolean =>
  later.has(name) ||
  properties.slice(properties.indexOf(property) + 1).some((one) => propertyName(one) === name);

/**
 * Rewrites a constant of the file that is spread into the options. Returns the reason if the options cannot contain it.
 */
function rewriteSpread(
  rewriting: Rewriting,
  property: ts.ObjectLiteralElementLike,
  later: ReadonlySet<string>,
): 'stays' | 'gone' | { readonly why: string } {
  const { module, sdk, object, leftOut, constants } = rewriting;
  const isName = ts.isSpreadAssignment(property) && ts.isIdentifier(plainExpression(property.expression));
  const value = isName ? valueOf(module, property.expression) : undefined;
  if (!value || !ts.isObjectLiteralExpression(value)) return rewriteChosen(rewriting, property);
  const following = object.properties.slice(object.properties.indexOf(property) + 1);
  const names = new Set([...later, ...following.flatMap((one) => propertyName(one) ?? [])]);
  const code = rewriteBuildOptions(module, value, sdk, names);
  if ('why' in code) return code;
  const getsWebpack = !findProperty(value, 'webpack') && /^\s*webpack: \{/m.test(code.text);
  if (getsWebpack && object.properties.some((one) => one !== property && mayHaveWebpack(module, one, sdk)))
    return { why: `options of ${property.getText()} belong into an option webpack, and so do others` };
  rewriting.release ??= code.release;
  leftOut.push(...code.leftOut);
  constants.push(...code.constants, { object: value, text: code.text });
  return 'stays';
}

/** Removes options from a spread that cannot stay in it. Returns the reason if the options cannot contain it. */
function rewriteChosen(
  rewriting: Rewriting,
  property: ts.ObjectLiteralElementLike,
): 'stays' | 'gone' | { readonly why: string } {
  const { module, sdk, edited, leftOut } = rewriting;
  const chosen = chosenOptions(module, property, sdk);
  if ('why' in chosen) return chosen;
  leftOut.push(...chosen.leftOut);
  rewriting.release = chosen.release ?? rewriting.release;
  const isGone = chosen.gone.includes(property);
  if (!isGone) for (const one of chosen.gone) removeProperty(edited, module.text, one);
  return isGone ? 'gone' : 'stays';
}

function rewriteOne(
  rewriting: Rewriting,
  property: ts.ObjectLiteralElementLike,
  name: string,
): 'stays' | 'gone' | { readonly why: string } {
  const { edited, leftOut, forWebpack, object, sdk } = rewriting;
  const fate = buildFateOf(name, sdk);
  if (fate === undefined)
    return name === 'webpack' && sdk === 11 ? rewriteWebpack(rewriting, property) : 'stays';
  switch (fate) {
    case 'release':
      return rewriteRelease(rewriting, property);
    case 'webpack':
      forWebpack.push(property.getText());
      return 'gone';
    case 'treeshake':
      forWebpack.push(`treeshake: { removeDebugLogging: ${valueText(property)} }`);
      return 'gone';
    case 'plugin':
      return raiseFrom(rewriting, property, name, new Set());
    case 'experimental':
      return raiseFrom(rewriting, property, name, EXPERIMENTS);
    default:
  }
  if ('leftOut' in fate) {
    leftOut.push(`${name}: ${fate.leftOut}`);
    return 'gone';
  }
  if (fate.renamed === 'disableSentryConfig') {
    forWebpack.push(`${fate.renamed}: ${valueText(property)}`);
    return 'gone';
  }
  if (findProperty(object, fate.renamed)) return 'gone';
  edited.overwrite(property.getStart(), property.getEnd(), `${fate.renamed}: ${valueText(property)}`);
  return 'stays';
}

/** The name of the release moves to `withAdit`; the rest stays. */
function rewriteRelease(rewriting: Rewriting, property: ts.ObjectLiteralElementLike): 'stays' | 'gone' {
  const { edited, leftOut, module } = rewriting;
  const value = plainExpression(propertyValue(property) as ts.Expression);
  if (!ts.isObjectLiteralExpression(value)) {
    leftOut.push('release: Adit sets it; pass a name to withAdit(nextConfig, { release })');
    return 'gone';
  }
  const name = findProperty(value, 'name');
  if (name) rewriting.release = valueText(name);
  if (value.properties.length === (name ? 1 : 0)) return 'gone';
  if (name) removeProperty(edited, module.text, name);
  return 'stays';
}

/** Moves options of the bundler's plugin into `webpack`, where SDK 10 expects them. */
function rewriteWebpack(
  rewriting: Rewriting,
  property: ts.ObjectLiteralElementLike,
): 'stays' | { readonly why: string } {
  const value = propertyValue(property);
  const plugin = ts.isObjectLiteralExpression(value)
    ? findProperty(value, 'unstable_sentryWebpackPluginOptions')
    : undefined;
  if (!plugin) return 'stays';
  const result = raiseFrom(rewriting, plugin, 'unstable_sentryWebpackPluginOptions', new Set());
  if (typeof result === 'object') return result;
  removeProperty(rewriting.edited, rewriting.module.text, plugin);
  return 'stays';
}

/** Moves options that are top-level options in SDK 11. */
function raiseFrom(
  { module, edited, raised, leftOut, object }: Rewriting,
  property: ts.ObjectLiteralElementLike,
  name: string,
  stays: ReadonlySet<string>,
): 'stays' | 'gone' | { readonly why: string } {
  const value = plainExpression(propertyValue(property) as ts.Expression);
  if (!ts.isObjectLiteralExpression(value)) return { why: `its ${name} is not written as an object` };
  let left = 0;
  const removed: ts.Node[] = [];
  for (const one of value.properties) {
    const own = propertyName(one);
    if (own === undefined) return { why: `its ${name} has a spread or a computed name` };
    if (stays.has(own)) {
      left += 1;
      continue;
    }
    removed.push(one);
    const target = Object.hasOwn(RAISED, own) ? RAISED[own] : undefined;
    if (target === undefined) leftOut.push(`${name}.${own}: SDK 11 does not have it`);
    else if (!findProperty(object, target) && !raised.some((line) => line.startsWith(`${target}:`)))
      raised.push(`${target}: ${valueText(one)}`);
  }
  if (left === 0) return 'gone';
  for (const one of removed) removeProperty(edited, module.text, one);
  return 'stays';
}

/**
 * Adds lines to the option `webpack`, whose existing ones win. Returns lines for the end of the options; `undefined` if
 * it cannot.
 */
function addToWebpack(
  { module, edited, object }: Rewriting,
  lines: readonly string[],
): readonly string[] | undefined {
  const step = stepOf(module.text, object);
  const webpack = findProperty(object, 'webpack');
  if (!webpack) {
    const { indent } = readStyle(module.source);
    return [
      ['webpack: {', ...lines.map((line) => `${indent}${reindent(line, step, indent)},`), '}'].join('\n'),
    ];
  }
  const value = propertyValue(webpack);
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const own = lines.filter((line) => !findProperty(value, /^\w+/.exec(line)?.[0] ?? ''));
  const treeshake = findProperty(value, 'treeshake');
  const shaken = treeshake && propertyValue(treeshake);
  const toShake = lines.find((line) => line.startsWith('treeshake:') && !own.includes(line));
  if (toShake !== undefined) {
    if (!shaken || !ts.isObjectLiteralExpression(shaken)) return undefined;
    if (!findProperty(shaken, 'removeDebugLogging'))
      edited.appendLeft(shaken.getStart() + 1, ` ${toShake.slice('treeshake: { '.length, -' }'.length)},`);
  }
  if (own.length > 0) edited.appendLeft(value.getStart() + 1, ` ${own.join(', ')},`);
  return [];
}

/** Removes the wizard's lines about its tunnel, which is commented out. */
const withoutTunnelComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isTunnelComment(line.trim()))
    .join('\n')
    .replaceAll(/\n[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
    .replace(/\n[ \t]*\n([ \t]*\})$/, '\n$1');
