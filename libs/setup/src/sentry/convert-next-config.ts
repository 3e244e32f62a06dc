import {
  findProperty,
  inStyle,
  MagicString,
  plainExpression,
  propertyName,
  propertyValue,
  readStyle,
} from '@adit/codebase/source';
import ts from 'typescript';
import { indentationAt, reindent } from '../edits/indent.ts';
import { applyAlways, type Condition } from './always-apply.ts';
import type { ClientRelease } from './convert-browser.ts';
import { importText } from './import-text.ts';
import type { ModuleScope } from './module-scope.ts';
import { flatProperties, valueOf } from './object-properties.ts';
import type { SdkMajor } from './sdk-major.ts';
import { importsSdk, sdkCalls, sdkNameOf } from './sdk-names.ts';
import { rewriteBuildOptions, type BuildOptionsCode } from './split-build-options.ts';

export interface NextConfigConversion {
  readonly text: string;
  readonly leftOut: readonly string[];
  /** Whether the browser's release cannot be written into the file. */
  readonly isReleaseOpen: boolean;
}

/**
 * Replaces `withSentryConfig` with `withAdit(nextConfig, { sentry: {…} })`, also if it was conditional. `release` is
 * that of the browser's `Sentry.init`. `undefined` if the file does not call `withSentryConfig`; the reason if it calls
 * it in another way.
 */
export function convertNextConfig(
  module: ModuleScope,
  release: Pick<ClientRelease, 'text' | 'isAlone'> | undefined,
  sdk: SdkMajor,
): NextConfigConversion | { readonly why: string } | undefined {
  const calls = sdkCalls(module, 'withSentryConfig');
  if (calls.length === 0) return undefined;
  if (/\bwithAdit\b/.test(module.text)) return { why: 'it calls withAdit and withSentryConfig' };
  const outer = calls.filter((call) => !calls.some((other) => other.arguments[0] === call));
  const [call, second] = outer;
  if (call === undefined || second) return { why: 'it calls withSentryConfig in more than one place' };

  const edited = new MagicString(module.text);
  const condition = applyAlways(call, edited);
  if (condition && 'why' in condition) return condition;
  const given = call.arguments.slice(1);
  const options = given.map((argument, index) =>
    readOptions(module, { argument, later: namesOf(module, given.slice(index + 1)), sdk }, edited),
  );
  const failed = options.find((one) => 'why' in one);
  if (failed) return failed;
  const known = options.filter((one) => 'text' in one);
  const ofClient = release && releaseText(module, release, call);
  const code = [ofClient, ...known.map((one) => one.release)].findLast((one) => one !== undefined);
  edited.overwrite(call.expression.getStart(), call.expression.getEnd(), 'withAdit');
  unwrapInner(module, edited, call, calls);
  writeOptions(module, edited, { call, options: known, release: code, condition });
  replaceImport(module, edited);
  const text = edited.toString().replace('// Injected content via Sentry wizard below\n\n', '');
  return {
    text,
    leftOut: [...new Set(known.flatMap((one) => one.leftOut))],
    isReleaseOpen: release !== undefined && !OWN_RELEASE.test(release.text) && code === undefined,
  };
}

/** Variables that Adit reads itself. */
const OWN_RELEASE = /^process\.env(?:\.|\[['"])(?:NEXT_PUBLIC_)?SENTRY_RELEASE(?:['"]\])?$|^undefined$/;

/**
 * The release as an expression for this file. A variable that the file itself defines for the bundles is replaced with
 * its value.
 */
function releaseText(
  module: ModuleScope,
  { text, isAlone }: Pick<ClientRelease, 'text' | 'isAlone'>,
  call: ts.CallExpression,
): string | undefined {
  if (!isAlone || OWN_RELEASE.test(text)) return undefined;
  const variable = /^process\.env(?:\.|\[['"])(\w+)(?:['"]\])?$/.exec(text)?.[1];
  if (variable === undefined) return text;
  const defined = definedIn(module.source, variable);
  if (defined === undefined) return text;
  return reaches(defined, call) ? defined.getText() : undefined;
}

/** Whether everything in an expression has the same meaning at the call. */
function reaches(defined: ts.Node, call: ts.Node): boolean {
  const home = ts.findAncestor(defined, ts.isFunctionLike);
  return home === undefined || ts.findAncestor(call, (node) => node === home) !== undefined;
}

/** The value of a name in `env: {…}`. */
function definedIn(node: ts.Node, name: string): ts.Node | undefined {
  if (
    ts.isPropertyAssignment(node) &&
    propertyName(node) === 'env' &&
    ts.isObjectLiteralExpression(node.initializer)
  ) {
    const found = findProperty(node.initializer, name);
    if (found) return propertyValue(found);
  }
  return ts.forEachChild(node, (child) => definedIn(child, name));
}

type Options = BuildOptionsCode & { readonly isName: boolean };

/** The names of the options of arguments. */
const namesOf = (module: ModuleScope, given: readonly ts.Expression[]): ReadonlySet<string> =>
  new Set(
    given.flatMap((one) =>
      (flatProperties(module, one) ?? []).flatMap((property) => propertyName(property) ?? []),
    ),
  );

/** The options of one argument: an object, or the name of a constant object of the file. */
function readOptions(
  module: ModuleScope,
  { argument, later, sdk }: { argument: ts.Expression; later: ReadonlySet<string>; sdk: SdkMajor },
  edited: MagicString,
): Options | { readonly why: string } {
  const plain = plainExpression(argument);
  if (ts.isObjectLiteralExpression(plain)) {
    const code = rewriteBuildOptions(module, plain, sdk, later);
    writeConstants(edited, code);
    const indent = indentationAt(module.text, argument.getStart());
    return 'why' in code ? code : { ...code, text: reindent(code.text, indent, ''), isName: false };
  }
  const object = valueOf(module, plain);
  if (!ts.isObjectLiteralExpression(object))
    return { why: 'the options of withSentryConfig are not written in the file' };
  const code = rewriteBuildOptions(module, object, sdk, later);
  writeConstants(edited, code);
  if ('why' in code) return code;
  edited.overwrite(object.getStart(), object.getEnd(), code.text);
  return { ...code, text: plain.getText(), isName: true };
}

function writeConstants(edited: MagicString, code: ReturnType<typeof rewriteBuildOptions>): void {
  for (const { object, text } of 'why' in code ? [] : code.constants)
    edited.overwrite(object.getStart(), object.getEnd(), text);
}

/**
 * `withSentryConfig(withSentryConfig(config, …), …)` of a wizard that ran twice: keeps the first argument of the inner
 * call.
 */
function unwrapInner(
  module: ModuleScope,
  edited: MagicString,
  outer: ts.CallExpression,
  calls: readonly ts.CallExpression[],
): void {
  const [given] = outer.arguments;
  let config = given;
  for (let call; (call = calls.find((one) => one === config));) [config] = call.arguments;
  if (given && config !== given)
    edited.overwrite(given.getStart(), given.getEnd(), config?.getText(module.source) ?? '{}');
}

interface Written {
  readonly call: ts.CallExpression;
  readonly options: readonly Options[];
  readonly release: string | undefined;
  readonly condition: Condition | undefined;
}

function writeOptions(
  module: ModuleScope,
  edited: MagicString,
  { call, options, release, condition }: Written,
): void {
  const [config, first] = call.arguments;
  const last = call.arguments.at(-1);
  const kept = options.filter(({ text }) => !/^\{\s*\}$/.test(text));
  const all = kept.length > 1 ? merge(kept) : kept[0]?.text;
  const sentry = condition?.around ? condition.around(all ?? '{}') : all;
  if (sentry === undefined && release === undefined) {
    if (config && last && last !== config) edited.remove(config.getEnd(), last.getEnd());
    return;
  }
  const indent = indentationAt(module.text, (condition?.place ?? first ?? call).getStart());
  const step = indent + readStyle(module.source).indent;
  const written = [
    '{',
    ...(release === undefined ? [] : [`${step}release: ${release},`]),
    ...(sentry === undefined ? [] : [`${step}sentry: ${reindent(sentry, '', step)},`]),
    `${indent}}`,
  ].join('\n');
  if (first && last) edited.overwrite(first.getStart(), last.getEnd(), written);
  else if (config) edited.appendLeft(config.getEnd(), `, ${written}`);
}

/** Merges both objects of the form with three arguments, which SDK 8 dropped. */
const merge = (options: readonly Options[]): string => {
  const parts = options.map(({ text, isName }) =>
    isName ? `  ...${text},` : text.replace(/^\{\s*?\n?/, '').replace(/,?\s*\}$/, ','),
  );
  return `{\n${parts.filter((part) => part.trim() !== ',').join('\n')}\n}`;
};

/** Replaces the SDK's import with `import { withAdit } from '@adit/next/config'`. */
function replaceImport(module: ModuleScope, edited: MagicString): void {
  const { source } = module;
  const [statement] = source.statements.filter(importsSdk);
  if (!statement) return;
  const others = otherNames(module, statement);
  const lines = [
    ts.isImportDeclaration(statement)
      ? `import { withAdit } from '@adit/next/config';`
      : `const { withAdit } = require('@adit/next/config');`,
    ...(others === undefined ? [] : [others]),
  ];
  edited.overwrite(
    statement.getStart(source),
    statement.getEnd(),
    inStyle(lines.join('\n'), readStyle(source)),
  );
}

/** The import without `withSentryConfig`, if its other names are used. */
function otherNames(module: ModuleScope, statement: ts.Statement): string | undefined {
  const used = new Set<ts.Declaration>();
  const visit = (node: ts.Node): void => {
    if (sdkNameOf(module, node) === 'withSentryConfig') return;
    const found = module.resolve(node);
    if (found?.statement === statement) used.add(found.declaration);
    ts.forEachChild(node, visit);
  };
  for (const other of module.source.statements) if (other !== statement) visit(other);
  if (used.size === 0) return undefined;
  return ts.isImportDeclaration(statement)
    ? importText({ statement, declarations: used }, (from) => from)
    : statement.getText();
}
