import MagicString from 'magic-string';
import ts from 'typescript';
import { BUILD_OPTIONS } from './build-options.ts';
import { isTunnelComment, isWizardComment } from './comments.ts';
import { indentationAt, reindent } from './indent.ts';
import { findProperty, propertyName, propertyValue } from './property.ts';

/** The options of `withSentryConfig` for `withAdit`. */
export interface BuildOptionsCode {
  /** The object, as text; its lines are indented as its first line is in the file. */
  readonly text: string;
  readonly release: string | undefined;
  readonly leftOut: readonly string[];
}

/** Rewrites the options of `withSentryConfig`. Says why if it cannot. */
export function rewriteBuildOptions(
  text: string,
  object: ts.ObjectLiteralExpression,
): BuildOptionsCode | { readonly why: string } {
  if (object.properties.some((property) => propertyName(property) === undefined))
    return { why: 'the options of withSentryConfig have a spread or a computed name' };
  const edited = new MagicString(text);
  const leftOut: string[] = [];
  const forWebpack: string[] = [];
  let release: string | undefined;

  for (const property of object.properties) {
    const name = propertyName(property) ?? '';
    const fate = Object.hasOwn(BUILD_OPTIONS, name) ? BUILD_OPTIONS[name] : undefined;
    if (fate === undefined) continue;
    if (fate === 'release') {
      const found = readRelease(property);
      release = found.release;
      leftOut.push(...found.leftOut);
    } else if (fate === 'webpack') forWebpack.push(property.getText());
    else if (fate === 'treeshake')
      forWebpack.push(`treeshake: { removeDebugLogging: ${valueText(property)} }`);
    else leftOut.push(`${name}: ${fate.leftOut}`);
    removeProperty(edited, text, property);
  }
  if (forWebpack.length > 0 && !addToWebpack(edited, text, object, forWebpack))
    return { why: 'some options belong into its option webpack, which is not written as an object' };
  return { text: withoutTunnelComments(edited.slice(object.getStart(), object.getEnd())), release, leftOut };
}

const valueText = (property: ts.ObjectLiteralElementLike): string => propertyValue(property).getText();

/** The name of the release. Commits and deploys of a release are for `sentry-cli`. */
function readRelease(property: ts.ObjectLiteralElementLike): {
  release: string | undefined;
  leftOut: string[];
} {
  const value = propertyValue(property);
  const name = ts.isObjectLiteralExpression(value) ? findProperty(value, 'name') : undefined;
  const isMore = !ts.isObjectLiteralExpression(value) || value.properties.length > (name ? 1 : 0);
  return {
    release: name && valueText(name),
    leftOut: isMore ? ['release: Adit sets it; pass a name to withAdit(nextConfig, { release })'] : [],
  };
}

/** Removes a property with its comma, and the comments of the wizard above it. */
export function removeProperty(edited: MagicString, text: string, property: ts.Node): void {
  const start = property.getStart();
  const comments = ts.getLeadingCommentRanges(text, property.getFullStart()) ?? [];
  let from = start;
  for (const { pos, end } of comments.toReversed()) {
    if (!isWizardComment(text.slice(pos, end))) break;
    from = pos;
  }
  const to = property.end + lengthOf(/^\s*,/, text.slice(property.end));
  const blank = lengthOf(/[ \t]*$/, text.slice(0, from));
  const lines = lengthOf(/^[ \t]*\r?\n(?:[ \t]*\r?\n)*/, text.slice(to));
  const isOwnLine = text[from - blank - 1] === '\n' && lines > 0;
  if (isOwnLine) edited.remove(from - blank, to + lines);
  else edited.remove(from, to + lengthOf(/^[ \t]*/, text.slice(to)));
}

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

function addToWebpack(
  edited: MagicString,
  text: string,
  object: ts.ObjectLiteralExpression,
  lines: readonly string[],
): boolean {
  const base = indentationAt(text, object.end - 1);
  const [first] = object.properties;
  const isOwnLine = first !== undefined && /\n[ \t]*$/.test(text.slice(0, first.getStart()));
  const step = isOwnLine ? indentationAt(text, first.getStart()) : `${base}  `;
  const webpack = findProperty(object, 'webpack');
  if (webpack) {
    const value = propertyValue(webpack);
    if (!ts.isObjectLiteralExpression(value)) return false;
    edited.appendLeft(value.getStart() + 1, ` ${lines.join(', ')},`);
    return true;
  }
  const last = object.properties.at(-1);
  const hasComma = object.properties.hasTrailingComma;
  const isKept = last && !Object.hasOwn(BUILD_OPTIONS, propertyName(last) ?? '');
  const moved = lines.map((line) => `${step}  ${reindent(line, step, `${step}  `)},\n`).join('');
  const written = `${step}webpack: {\n${moved}${step}},\n`;
  const end = object.end - 1;
  const lineStart = text.lastIndexOf('\n', end) + 1;
  if (text.slice(lineStart, end).trim() === '') edited.appendLeft(lineStart, written);
  else edited.appendLeft(end, `\n${written}${base}`);
  if (isKept && !hasComma) edited.appendLeft(last.end, ',');
  return true;
}

/** Without the lines of the wizard about its tunnel, which is commented out. */
const withoutTunnelComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isTunnelComment(line.trim()))
    .join('\n')
    .replaceAll(/\n[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
    .replace(/\n[ \t]*\n([ \t]*\})$/, '\n$1');
