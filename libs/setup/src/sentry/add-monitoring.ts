import {
  addLines,
  defaultExportsOf,
  findProperty,
  inStyle,
  MagicString,
  propertyName,
  propertyValue,
  readStyle,
} from '@adit/codebase/source';
import ts from 'typescript';
import { indentationAt, reindent } from '../edits/indent.ts';
import type { ModuleScope } from './module-scope.ts';
import type { MonitoringCode } from './monitoring-options.ts';
import { INTEGRATIONS_FILE } from './sentry-integrations.ts';

/**
 * Adds options to `monitoring` of an `adit.config`. Existing ones stay. Returns the reason if the file's shape is not
 * supported.
 */
export function addMonitoring(
  module: ModuleScope,
  { options, needs }: Pick<MonitoringCode, 'options' | 'needs'>,
): { readonly text: string; readonly kept: readonly string[] } | { readonly why: string } {
  const found = findOptions(module);
  if (!found) return { why: 'it has no default export with options as an object' };
  const { statement, object } = found;
  const monitoring = findProperty(object, 'monitoring');
  const own = monitoring && propertyValue(monitoring);
  if (own && !ts.isObjectLiteralExpression(own)) return { why: 'its monitoring is not written as an object' };
  const names = own?.properties.map(propertyName) ?? [];
  const style = readStyle(module.source);
  const missing = [...options]
    .filter(([name]) => !names.includes(name))
    // These are not code of the application.
    .map(([, text]) => (text.includes(`import('./${INTEGRATIONS_FILE}')`) ? inStyle(text, style) : text));
  const kept = [...options.keys()].filter((name) => names.includes(name));
  if (missing.length === 0) return { text: module.text, kept };

  const edited = new MagicString(module.text);
  if (own) addProperties(module, edited, own, missing);
  else
    addProperties(module, edited, object, [
      `monitoring: {\n${missing.map((text) => `${style.indent}${reindent(text, '', style.indent)},\n`).join('')}}`,
    ]);
  const imports = needs.filter((text) => text.startsWith('import ')).map((text) => inStyle(text, style));
  const others = needs.filter((text) => !text.startsWith('import '));
  if (imports.length > 0) addLines({ text: module.text, file: module.source, style }, edited, imports);
  if (others.length > 0) edited.appendLeft(statement.getStart(), `${others.join('\n\n')}\n\n`);
  return { text: edited.toString(), kept };
}

/** The object of options: the default export, also as a constant or in `defineAdit(…)`. */
function findOptions(
  module: ModuleScope,
): { readonly statement: ts.Statement; readonly object: ts.ObjectLiteralExpression } | undefined {
  for (const value of defaultExportsOf(module.source)) {
    const object = ts.isFunctionDeclaration(value) ? undefined : objectOf(module, value);
    const home =
      object && module.source.statements.find(({ pos, end }) => pos <= object.pos && object.end <= end);
    if (home) return { statement: home, object };
  }
  return undefined;
}

function objectOf(module: ModuleScope, value: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(value)) return value;
  if (ts.isSatisfiesExpression(value) || ts.isAsExpression(value)) return objectOf(module, value.expression);
  if (ts.isCallExpression(value) && value.expression.getText() === 'defineAdit' && value.arguments[0])
    return objectOf(module, value.arguments[0]);
  const { declaration } = module.resolve(value) ?? {};
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? objectOf(module, declaration.initializer)
    : undefined;
}

/** Adds properties at the end of an object, each on separate lines. */
function addProperties(
  { text, source }: ModuleScope,
  edited: MagicString,
  object: ts.ObjectLiteralExpression,
  properties: readonly string[],
): void {
  const base = indentationAt(text, object.getStart());
  const step = base + readStyle(source).indent;
  const [first] = object.properties;
  const last = object.properties.at(-1);
  if (first && !text.slice(object.getStart(), first.getStart()).includes('\n'))
    edited.overwrite(object.getStart(), first.getStart(), `{\n${step}`);
  const end = object.getEnd() - 1;
  if (last && !object.properties.hasTrailingComma) edited.appendLeft(last.getEnd(), ',');
  const blank = /\s*$/.exec(text.slice(0, end))?.[0].length ?? 0;
  const lines = properties.map((property) => `\n${step}${reindent(property, '', step)},`).join('');
  edited.appendLeft(end - blank, lines);
  edited.overwrite(end - blank, end + 1, `\n${base}}`);
}
