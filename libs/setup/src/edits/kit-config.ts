import ts from 'typescript';
import {
  addLines,
  type Edit,
  editSource,
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
import { isInside } from './wrapped.ts';

const NAME = 'adit';

/** The list of a configuration that has `adit()` as its first element. */
export interface KitList {
  /** The module that exports `adit`. */
  readonly module: string;
  /** The name of the list in the configuration. */
  readonly list: string;
  /** Whether a configuration without the list gets one. */
  readonly mayBeMissing?: true;
}

/** Writes `adit()` as the first element of the list. */
export const addToConfig = (kit: KitList, path: string, text: string, siteName: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsFrom(source.file, kit.module).length > 0) return SAME;
    if (mentions(source, NAME)) return unknown(`it has an ${NAME} of its own`);
    const call = inStyle(`${NAME}({ siteName: '${siteName}' })`, source.style);
    if (!addCall(source, out, kit, call))
      return unknown(`its list of ${kit.list} has a shape that is not known`);
    const line = inStyle(`import { ${NAME} } from '${kit.module}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

function addCall(source: Source, out: MagicString, kit: KitList, call: string): boolean {
  const { text, style } = source;
  const config = findConfig(source);
  const elements = config && elementsOf(config, kit);
  if (elements !== undefined) {
    const blank = blankAfter(text, elements.pos);
    // An empty list keeps its blank after the call.
    if (elements.length === 0) out.appendLeft(elements.pos, call);
    else out.appendLeft(elements.pos + blank.length, `${call},${blank || ' '}`);
    return true;
  }
  const properties = kit.mayBeMissing && config && isPlain(config, kit) ? config.properties : undefined;
  if (properties === undefined) return false;
  const blank = blankAfter(text, properties.pos);
  const property = `${kit.list}: [${call}],`;
  if (properties.length === 0)
    out.appendLeft(properties.pos, `${style.eol}${style.indent}${property}${style.eol}`);
  else out.appendLeft(properties.pos + blank.length, `${property}${blank || ' '}`);
  return true;
}

/** Removes `adit()` from the list, and the list if nothing else is in it and it may be missing. */
export const takeFromConfig = (kit: KitList, path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const [found, other] = importsFrom(source.file, kit.module);
    if (found === undefined) return SAME;
    const local = found.names.get(NAME);
    const uses = usesOf(source.file, local).filter((node) => !isInside(node, found.statement));
    const config = findConfig(source);
    const elements = config && elementsOf(config, kit);
    const [first, next] = elements ?? [];
    const isOnlyUse =
      uses.length === 1 && first && ts.isCallExpression(first) && first.expression === uses[0];
    if (!isOnlyUse || other || found.names.size + found.types.length !== 1 || elements === undefined)
      return unknown('it uses adit in a way that is not known');
    if (kit.mayBeMissing && next === undefined && config?.properties[0] === first.parent.parent)
      takeFirst(text, out, config);
    else
      out.remove(
        elements.pos + blankAfter(text, elements.pos).length,
        next ? startOf(text, next) : first.end,
      );
    takeLines(source, out, [found.statement]);
    return undefined;
  });

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
