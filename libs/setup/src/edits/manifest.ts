import { type Edit, MagicString, propertyName, SAME, unknown } from '@adit/codebase/source';
import ts from 'typescript';

/** Names with their ranges. */
export type Ranges = Readonly<Record<string, string>>;

const SECTIONS = ['dependencies', 'devDependencies'];

/**
 * Adds the dependencies that are missing in a `package.json`, in order: next to `next`, or in the section of that name,
 * which is written if it is missing.
 */
export function addDependencies(text: string, wanted: Ranges, sectionName?: 'dependencies'): Edit {
  const sections = sectionsOf(text);
  const named = new Set(sections.flatMap(({ properties }) => properties.map(nameOf)));
  const missing = Object.entries(wanted).filter(([name]) => !named.has(name));
  if (missing.length === 0) return SAME;
  const section = sections.find(({ name, properties }) =>
    sectionName === undefined ? properties.some((one) => nameOf(one) === 'next') : name === sectionName,
  );
  if (sectionName !== undefined && !section?.properties.length)
    return addSection(text, sectionName, Object.fromEntries(missing));
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

/** Writes a section of dependencies, before those for development. */
function addSection(text: string, sectionName: string, ranges: Ranges): Edit {
  const root = rootOf(text);
  const [first] = root?.properties ?? [];
  if (root === undefined || first === undefined) return unknown('it is not an object of JSON with a field');
  const blank = blankBefore(text, first);
  const lines = Object.entries(ranges).map(
    ([name, range]) => `${blank}${blank.replace(/^\r?\n/, '')}"${name}": "${range}"`,
  );
  const section = `"${sectionName}": {${lines.join(',')}${blank}}`;
  const out = new MagicString(text);
  const empty = root.properties.find((one) => nameOf(one) === sectionName);
  const next = root.properties.find((one) => nameOf(one) === 'devDependencies');
  if (empty) out.overwrite(empty.getStart(), empty.end, section);
  else if (next) out.appendLeft(next.getStart(), `${section},${blankBefore(text, next)}`);
  else out.appendLeft(root.properties.at(-1)?.end ?? first.end, `,${blank}${section}`);
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
  for (const { properties, section } of sectionsOf(text)) {
    const isKept = (one: ts.PropertyAssignment): boolean =>
      !ts.isStringLiteral(one.initializer) || !isUnwanted(nameOf(one), one.initializer.text);
    const last = properties.findLastIndex(isKept);
    if (last === -1 && properties.length > 0) {
      takeSection(out, section);
      continue;
    }
    properties.forEach((one, index) => {
      if (isKept(one)) return;
      const before = properties[index - 1];
      const next = properties[index + 1];
      // The last ones are removed with the comma before them.
      if (index > last && before) out.remove(before.end, one.end);
      else out.remove(one.getStart(), next?.getStart() ?? one.end);
    });
  }
  return out.hasChanged() ? { kind: 'changed', text: out.toString() } : SAME;
}

/** Removes a section, with one comma. */
function takeSection(out: MagicString, section: ts.PropertyAssignment): void {
  const { properties } = section.parent;
  const index = properties.indexOf(section);
  const before = properties[index - 1];
  const next = properties[index + 1];
  if (next) out.remove(section.getStart(), next.getStart());
  else out.remove(before?.end ?? section.getStart(), section.end);
}

const nameOf = (property: ts.ObjectLiteralElementLike): string => propertyName(property) ?? '';

/** The white space between a property and the text before it. */
const blankBefore = (text: string, property: ts.ObjectLiteralElementLike): string =>
  text.slice(property.pos, property.getStart());

interface Section {
  readonly name: string;
  readonly section: ts.PropertyAssignment;
  readonly properties: readonly ts.PropertyAssignment[];
}

function sectionsOf(text: string): readonly Section[] {
  return [...(rootOf(text)?.properties ?? [])].filter(ts.isPropertyAssignment).flatMap((section) => {
    const { initializer } = section;
    const name = nameOf(section);
    if (!SECTIONS.includes(name) || !ts.isObjectLiteralExpression(initializer)) return [];
    return [{ name, section, properties: initializer.properties.filter(ts.isPropertyAssignment) }];
  });
}

/** The object of a file of JSON. */
function rootOf(text: string): ts.ObjectLiteralExpression | undefined {
  const file = ts.createSourceFile('package.json', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JSON);
  const [root] = file.statements;
  if (!root || !ts.isExpressionStatement(root)) return undefined;
  return ts.isObjectLiteralExpression(root.expression) ? root.expression : undefined;
}
