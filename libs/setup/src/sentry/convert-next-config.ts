import MagicString from 'magic-string';
import ts from 'typescript';
import { inStyle, readStyle } from '../source/style.ts';
import { importText } from './import-text.ts';
import { indentationAt, reindent } from './indent.ts';
import type { ModuleScope } from './module-scope.ts';
import { importsSdk, sdkCalls, sdkNameOf } from './sdk-names.ts';
import { rewriteBuildOptions, type BuildOptionsCode } from './split-build-options.ts';

export interface NextConfigConversion {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/**
 * Writes `withAdit(nextConfig, { sentry: {…} })` in place of `withSentryConfig`. `release` is that of the browser's
 * `Sentry.init`. `undefined` if the file does not call `withSentryConfig`; says why if it calls it in another way.
 */
export function convertNextConfig(
  module: ModuleScope,
  release: string | undefined,
): NextConfigConversion | { readonly why: string } | undefined {
  const calls = sdkCalls(module, 'withSentryConfig');
  if (calls.length === 0) return undefined;
  if (/\bwithAdit\b/.test(module.text)) return { why: 'it calls withAdit and withSentryConfig' };
  const outer = calls.filter((call) => !calls.some((other) => other.arguments[0] === call));
  const [call, second] = outer;
  if (call === undefined || second) return { why: 'it calls withSentryConfig in more than one place' };

  const edited = new MagicString(module.text);
  const options = call.arguments.slice(1).map((argument) => readOptions(module, argument, edited));
  const failed = options.find((one) => 'why' in one);
  if (failed) return failed;
  const known = options.filter((one) => 'text' in one);
  const code = [release, ...known.map((one) => one.release)].findLast((one) => one !== undefined);
  edited.overwrite(call.expression.getStart(), call.expression.getEnd(), 'withAdit');
  unwrapInner(module, edited, call, calls);
  writeOptions(module, edited, call, known, code);
  replaceImport(module, edited);
  const text = edited.toString().replace('// Injected content via Sentry wizard below\n\n', '');
  return { text, leftOut: [...new Set(known.flatMap((one) => one.leftOut))] };
}

type Options = BuildOptionsCode & { readonly isName: boolean };

/** The options of one argument: an object, or the name of a constant of the file that is one. */
function readOptions(
  module: ModuleScope,
  argument: ts.Expression,
  edited: MagicString,
): Options | { readonly why: string } {
  if (ts.isObjectLiteralExpression(argument)) {
    const code = rewriteBuildOptions(module.text, argument);
    const indent = indentationAt(module.text, argument.getStart());
    return 'why' in code ? code : { ...code, text: reindent(code.text, indent, ''), isName: false };
  }
  const { declaration } = module.resolve(argument) ?? {};
  const object = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (!object || !ts.isObjectLiteralExpression(object))
    return { why: 'the options of withSentryConfig are not written in the file' };
  const code = rewriteBuildOptions(module.text, object);
  if ('why' in code) return code;
  edited.overwrite(object.getStart(), object.getEnd(), code.text);
  return { ...code, text: argument.getText(), isName: true };
}

/** `withSentryConfig(withSentryConfig(config, …), …)` of a wizard that ran twice: the first argument of the inner call stays. */
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

function writeOptions(
  module: ModuleScope,
  edited: MagicString,
  call: ts.CallExpression,
  options: readonly Options[],
  release: string | undefined,
): void {
  const [config, first] = call.arguments;
  const last = call.arguments.at(-1);
  const kept = options.filter(({ text }) => !/^\{\s*\}$/.test(text));
  const sentry = kept.length > 1 ? merge(kept) : kept[0]?.text;
  if (sentry === undefined && release === undefined) {
    if (config && last && last !== config) edited.remove(config.getEnd(), last.getEnd());
    return;
  }
  const indent = indentationAt(module.text, (first ?? call).getStart());
  const step = `${indent}  `;
  const written = [
    '{',
    ...(release === undefined ? [] : [`${step}release: ${release},`]),
    ...(sentry === undefined ? [] : [`${step}sentry: ${reindent(sentry, '', step)},`]),
    `${indent}}`,
  ].join('\n');
  if (first && last) edited.overwrite(first.getStart(), last.getEnd(), written);
  else if (config) edited.appendLeft(config.getEnd(), `, ${written}`);
}

/** Both objects of the form with three arguments, which SDK 8 dropped, in one. */
const merge = (options: readonly Options[]): string => {
  const parts = options.map(({ text, isName }) =>
    isName ? `  ...${text},` : text.replace(/^\{\s*?\n?/, '').replace(/,?\s*\}$/, ','),
  );
  return `{\n${parts.filter((part) => part.trim() !== ',').join('\n')}\n}`;
};

/** `import { withAdit } from '@adit/next/config'` in place of the SDK's import. */
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

/** The import without `withSentryConfig`, if something of it is used besides. */
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
