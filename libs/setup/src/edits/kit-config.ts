import ts from 'typescript';
import {
  addLines,
  type Edit,
  editSource,
  findAll,
  findDefaultExport,
  followConstant,
  importsFrom,
  inStyle,
  lookUp,
  type MagicString,
  mentions,
  NO_LINE,
  plainExpression,
  SAME,
  type Source,
  takeLines,
  unknown,
  usesOf,
} from '@adit/codebase/source';
import { usesImport } from './uses-import.ts';
import { isInside } from './wrapped.ts';

const NAME = 'adit';

/** The list of a configuration whose first element is the kit: a call of `adit()`, or the name of its module with options. */
export interface KitList {
  /** The module that exports `adit`, or that the list names. */
  readonly module: string;
  /** The name of the list in the configuration. */
  readonly list: string;
  /** Whether a configuration without the list gets one. */
  readonly mayBeMissing?: true;
  /** Whether the list names the module. */
  readonly isNamed?: true;
}

/** The element, as the READMEs write it. */
export const elementOf = ({ module, isNamed }: KitList, siteName: string): string => {
  const options = `{ siteName: '${siteName}' }`;
  return isNamed ? `['${module}', ${options}]` : `${NAME}(${options})`;
};

/** Writes the kit as the first element of the list. */
export const addToConfig = (kit: KitList, path: string, text: string, siteName: string): Edit =>
  editSource(path, text, (source, out) => {
    if (namesOf(source, kit).length > 0) return SAME;
    const imports = importsFrom(source.file, kit.module);
    if (imports.length > 0)
      return imports.some((one) => usesImport(source.file, one, [NAME]))
        ? SAME
        : unknown(`it imports ${NAME}, and does not use it`);
    if (!kit.isNamed && mentions(source, NAME)) return unknown(`it has an ${NAME} of its own`);
    if (!addElement(source, out, kit, inStyle(elementOf(kit, siteName), source.style)))
      return unknown(`its list of ${kit.list} has a shape that is not known`);
    if (kit.isNamed) return undefined;
    const line = inStyle(`import { ${NAME} } from '${kit.module}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

/** The texts that name the module in the list of another module's name. */
const namesOf = ({ file }: Source, { module, isNamed }: KitList): readonly ts.Node[] =>
  isNamed ? findAll(file, ts.isStringLiteralLike).filter(({ text }) => text === module) : [];

function addElement(source: Source, out: MagicString, kit: KitList, element: string): boolean {
  const { text, style } = source;
  const config = findConfig(source);
  const elements = config && elementsOf(config, kit);
  if (elements !== undefined) {
    const blank = blankAfter(text, elements.pos);
    // An empty list keeps its blank after the element.
    if (elements.length === 0) out.appendLeft(elements.pos, element);
    else out.appendLeft(elements.pos + blank.length, `${element},${blank || ' '}`);
    return true;
  }
  const properties = kit.mayBeMissing && config && isPlain(config, kit) ? config.properties : undefined;
  if (properties === undefined) return false;
  const blank = blankAfter(text, properties.pos);
  const property = `${kit.list}: [${element}],`;
  if (properties.length === 0)
    out.appendLeft(properties.pos, `${style.eol}${style.indent}${property}${style.eol}`);
  else out.appendLeft(properties.pos + blank.length, `${property}${blank || ' '}`);
  return true;
}

/** Removes the kit from the list, and the list if nothing else is in it and it may be missing. */
export const takeFromConfig = (kit: KitList, path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const config = findConfig(source);
    const elements = config && elementsOf(config, kit);
    const [first, next] = elements ?? [];
    const used = kit.isNamed ? findOnlyName(source, kit, first) : findOnlyCall(source, kit, first);
    if (used === 'none') return SAME;
    if (used === undefined || first === undefined || elements === undefined)
      return unknown('it uses adit in a way that is not known');
    if (kit.mayBeMissing && next === undefined && config?.properties[0] === first.parent.parent)
      takeFirst(text, out, config);
    else
      out.remove(
        elements.pos + blankAfter(text, elements.pos).length,
        next ? startOf(text, next) : first.end,
      );
    takeLines(source, out, used);
    return undefined;
  });

/** The lines to remove if the element is the only one that names the kit. */
function findOnlyName(
  source: Source,
  kit: KitList,
  element?: ts.Node,
): readonly ts.Statement[] | 'none' | undefined {
  const [name, ...others] = namesOf(source, kit);
  if (name === undefined) return 'none';
  const isElement =
    element && (name === element || (ts.isArrayLiteralExpression(element) && element.elements[0] === name));
  return isElement && others.length === 0 ? [] : undefined;
}

/** The import to remove if the element is the only call of what it imports. */
function findOnlyCall(
  source: Source,
  kit: KitList,
  element?: ts.Node,
): readonly ts.Statement[] | 'none' | undefined {
  const [found, other] = importsFrom(source.file, kit.module);
  if (found === undefined) return 'none';
  const uses = usesOf(source.file, found.names.get(NAME)).filter((node) => !isInside(node, found.statement));
  const isOnlyUse =
    uses.length === 1 && element && ts.isCallExpression(element) && element.expression === uses[0];
  return isOnlyUse && !other && found.names.size + found.types.length === 1 ? [found.statement] : undefined;
}

/** Removes the first property. */
function takeFirst(text: string, out: MagicString, { properties }: ts.ObjectLiteralExpression): void {
  const [, next] = properties;
  if (next) out.remove(properties.pos + blankAfter(text, properties.pos).length, startOf(text, next));
  else out.remove(properties.pos, properties.end + blankAfter(text, properties.end).length);
}

/** The object in `export default defineConfig({…})`, also without the call or in a function. */
function findConfig(source: Source): ts.ObjectLiteralExpression | undefined {
  const exported = findDefaultExport(source);
  // `import` is no syntax of a file that exports by `module.exports`.
  if (exported.kind !== 'expression' || ts.isBinaryExpression(exported.node.parent)) return undefined;
  const value = followConstant(exported.node);
  const given = ts.isCallExpression(value) ? value.arguments[0] : value;
  const config =
    given && ts.isArrowFunction(given) && !ts.isBlock(given.body) ? plainExpression(given.body) : given;
  const object = config && followConstant(config);
  return object && ts.isObjectLiteralExpression(object) ? object : undefined;
}

function elementsOf(
  config: ts.ObjectLiteralExpression,
  { list }: KitList,
): ts.NodeArray<ts.Expression> | undefined {
  const value = lookUp(config, [list])?.value;
  return value && ts.isArrayLiteralExpression(value) ? value.elements : undefined;
}

/** Whether an object certainly lacks the list. */
const isPlain = (config: ts.ObjectLiteralExpression, { list }: KitList): boolean =>
  config.properties.every(({ name }) => name !== undefined && ts.isIdentifier(name) && name.text !== list);

const blankAfter = (text: string, position: number): string => /^\s*/.exec(text.slice(position))?.[0] ?? '';

/** Where an element starts, with the comments before it. */
const startOf = (text: string, { pos }: ts.Node): number => pos + blankAfter(text, pos).length;
