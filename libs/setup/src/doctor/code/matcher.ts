import ts from 'typescript';
import { findAll, lineOf, textOf } from './parse.ts';

/** The paths that a proxy runs for. */
export interface Matcher {
  /** The line of `matcher`, or the first one of the file. */
  readonly line: number;
  /** Whether it runs for a path; `undefined` if a pattern is computed or not known. */
  matches(path: string): boolean | undefined;
}

/** Reads `export const config = { matcher }` of a proxy. Without a matcher, it runs for every path. */
export function readMatcher(source: ts.SourceFile): Matcher {
  const config = findAll(source, ts.isVariableDeclaration).find(({ name }) => textOf(name) === 'config');
  const property =
    config && findAll(config, ts.isPropertyAssignment).find(({ name }) => textOf(name) === 'matcher');
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

/** A pattern, or an object with one. A row with conditions may not run, so it counts as not known. */
function matchesRow(row: ts.Node, path: string): boolean | undefined {
  if (ts.isStringLiteralLike(row)) return toRegExp(row.text)?.test(path);
  if (!ts.isObjectLiteralExpression(row)) return undefined;
  const properties = row.properties.filter(ts.isPropertyAssignment);
  const source = properties.find(({ name }) => textOf(name) === 'source')?.initializer;
  const matches = source && matchesRow(source, path);
  const hasConditions = properties.some(({ name }) => /^(?:has|missing)$/.test(textOf(name) ?? ''));
  return matches === true && hasConditions ? undefined : matches;
}

/**
 * The regular expression of a pattern of Next, which are those of path-to-regexp 6: `/about/:path*`, `/((?!api).*)`. `undefined`
 * if it is not one.
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
