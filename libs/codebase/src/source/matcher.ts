import ts from 'typescript';
import { findAll, lineOf, textOf } from './parse.ts';
import { findProperty, propertiesOf, propertyValue } from './properties.ts';

/** The paths for which a proxy runs. */
export interface Matcher {
  /** The line of `matcher`, or the first one of the file. */
  readonly line: number;
  /** Whether it runs for a path; `undefined` if a pattern is computed or not supported. */
  matches(path: string): boolean | undefined;
}

/** Reads `export const config = { matcher }` of a proxy. Without a matcher, it runs for every path. */
export function readMatcher(source: ts.SourceFile): Matcher {
  const config = findAll(source, ts.isVariableDeclaration).find(({ name }) => textOf(name) === 'config');
  const [property] = config ? propertiesOf(config, 'matcher') : [];
  if (property === undefined) return { line: 1, matches: () => true };
  const { initializer } = property;
  const rows = ts.isArrayLiteralExpression(initializer) ? initializer.elements : [initializer];
  return {
    line: lineOf(property),
    matches: (path) => {
      const answers = rows.map((row) => matchesRow(row, path));
      if (answers.includes(true)) return true;
      return answers.includes(undefined) ? undefined : false;
    },
  };
}

/** A pattern, or an object with one. A row with conditions may not run, so it counts as unknown. */
function matchesRow(row: ts.Node, path: string): boolean | undefined {
  if (ts.isStringLiteralLike(row)) return toRegExp(row.text)?.test(path);
  if (!ts.isObjectLiteralExpression(row)) return undefined;
  const source = findProperty(row, 'source');
  const matches = source && matchesRow(propertyValue(source), path);
  const hasConditions = ['has', 'missing'].some((name) => findProperty(row, name));
  return matches === true && hasConditions ? undefined : matches;
}

/**
 * The regular expression for a pattern of Next, in the syntax of path-to-regexp 6: `/about/:path*`, `/((?!api).*)`.
 * `undefined` if it is invalid.
 */
export function toRegExp(pattern: string): RegExp | undefined {
  let result = '';
  for (let at = 0; at < pattern.length;) {
    const slash = pattern[at] === '/' ? '/' : '';
    const start = at + slash.length;
    const name = /^:\w+/.exec(pattern.slice(start))?.[0] ?? '';
    const group = readGroup(pattern, start + name.length);
    const end = start + name.length + group.length;
    if (name === '' && group === '') {
      result += escape(pattern.charAt(at));
      at += 1;
      continue;
    }
    const modifier = /^[*+?]/.exec(pattern.slice(end))?.[0] ?? '';
    const value = `${slash}(?:${group === '' ? '[^/]+?' : group.slice(1, -1)})`;
    result += modifier === '' ? value : `(?:${value})${modifier}`;
    at = end + modifier.length;
  }
  try {
    return new RegExp(`^${result}/?$`);
  } catch {
    return undefined;
  }
}

/** The group in parentheses that starts there; empty if none does. */
function readGroup(pattern: string, start: number): string {
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return at === start ? '' : pattern.slice(start, at + 1);
  }
  return '';
}

const escape = (text: string): string => text.replace(/[.+*?=^!:${}()[\]|\\]/g, '\\$&');
