import { type Edit, MagicString, propertyName, SAME, unknown } from '@adit/codebase/source';
import ts from 'typescript';

/** Names with their ranges. */
export type Ranges = Readonly<Record<string, string>>;

const SECTIONS = ['dependencies', 'devDependencies'];

/** Adds the dependencies that are missing in a `package.json`, next to `next` and in order. */
export function addDependencies(text: string, wanted: Ranges): Edit {
  const sections = sectionsOf(text);
  const named = new Set(sections.flatMap(({ properties }) => properties.map(nameOf)));
  const missing = Object.entries(wanted).filter(([name]) => !named.has(name));
  if (missing.length === 0) return SAME;
  const section = sections.find(({ properties }) => properties.some((one) => nameOf(one) === 'next'));
  if (!section) return unknown('it does not name next among its dependencies');

  const out = new MagicString(text);
  const { properties } = section;
  const names = properties.map(nameOf);
  const isSorted = names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name);
  for (const [name, range] of missing) {
    const entry = `"${name}": "${range}"`;
    const next = isSorted ? properties.find((one) => nameOf(one) > name) : undefined;
    const last = properties[properties.length - 1];
    if (next) out.appendLeft(next.getStart(), `${entry},${blankBefore(text, next)}`);
    else if (last) out.appendLeft(last.end, `,${blankBefore(text, last)}${entry}`);
  }
  return { kind: 'changed', text: out.toString() };
}

/** Sets the range of a package in a `package.json`. */
export function setRange(text: string, name: string, range: string): string {
  const out = new MagicString(text);
  for (const { initializer } of sectionsOf(text)
    .flatMap(({ properties }) => properties)
    .filter((one) => nameOf(one) === name))
    out.overwrite(initializer.getStart(), initializer.end, JSON.stringify(range));
  return out.toString();
}

/** Removes dependencies, by name and range. */
export function takeDependencies(text: string, isUnwanted: (name: string, range: string) => boolean): Edit {
  const out = new MagicString(text);
  for (const { properties } of sectionsOf(text)) {
    const isKept = (one: ts.PropertyAssignment): boolean =>
      !ts.isStringLiteral(one.initializer) || !isUnwanted(nameOf(one), one.initializer.text);
    const last = properties.findLastIndex(isKept);
    properties.forEach((one, index) => {
      if (isKept(one)) return;
      const before = properties[index - 1];
      const next = properties[index + 1];
      // The last ones are removed with the comma before them, unless nothing is left.
      if (last !== -1 && index > last && before) out.remove(before.end, one.end);
      else out.remove(one.getStart(), next?.getStart() ?? one.end);
    });
  }
  return out.hasChanged() ? { kind: 'changed', text: out.toString() } : SAME;
}

const nameOf = (property: ts.PropertyAssignment): string => propertyName(property) ?? '';

/** The white space between a property and the text before it. */
const blankBefore = (text: string, property: ts.PropertyAssignment): string =>
  text.slice(property.pos, property.getStart());

function sectionsOf(text: string): readonly { readonly properties: readonly ts.PropertyAssignment[] }[] {
  const file = ts.createSourceFile('package.json', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JSON);
  const [root] = file.statements;
  if (!root || !ts.isExpressionStatement(root) || !ts.isObjectLiteralExpression(root.expression)) return [];
  return root.expression.properties.filter(ts.isPropertyAssignment).flatMap((one) => {
    const isSection = SECTIONS.includes(nameOf(one)) && ts.isObjectLiteralExpression(one.initializer);
    return isSection ? [{ properties: one.initializer.properties.filter(ts.isPropertyAssignment) }] : [];
  });
}
