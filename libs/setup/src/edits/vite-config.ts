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

const MODULE = '@adit/kits/vite';
const NAME = 'adit';

/** Writes `adit()` as the first plugin of a Vite configuration. */
export const addToViteConfig = (path: string, text: string, siteName: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsFrom(source.file, MODULE).length > 0) return SAME;
    if (mentions(source, NAME)) return unknown(`it has an ${NAME} of its own`);
    const plugins = findPlugins(source);
    if (plugins === undefined) return unknown('its list of plugins has a shape that is not known');
    const call = inStyle(`${NAME}({ siteName: '${siteName}' })`, source.style);
    const { pos } = plugins.elements;
    const blank = blankAfter(text, pos);
    // An empty list keeps its blank after the call.
    if (plugins.elements.length === 0) out.appendLeft(pos, call);
    else out.appendLeft(pos + blank.length, `${call},${blank || ' '}`);
    const line = inStyle(`import { ${NAME} } from '${MODULE}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

/** Removes `adit()` from the plugins of a Vite configuration. */
export const takeFromViteConfig = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const [found, other] = importsFrom(source.file, MODULE);
    if (found === undefined) return SAME;
    const local = found.names.get(NAME);
    const uses = usesOf(source.file, local).filter((node) => !isInside(node, found.statement));
    const elements = findPlugins(source)?.elements;
    const [first, next] = elements ?? [];
    const isOnlyUse =
      uses.length === 1 && first && ts.isCallExpression(first) && first.expression === uses[0];
    if (!isOnlyUse || other || found.names.size + found.types.length !== 1 || elements === undefined)
      return unknown('it uses adit in a way that is not known');
    out.remove(elements.pos + blankAfter(text, elements.pos).length, next ? startOf(text, next) : first.end);
    takeLines(source, out, [found.statement]);
    return undefined;
  });

/** The list of plugins in `export default defineConfig({ plugins: […] })`, also without the call or in a function. */
function findPlugins(source: Source): ts.ArrayLiteralExpression | undefined {
  const exported = findDefaultExport(source);
  // `import` is no syntax of a file that exports by `module.exports`.
  if (exported.kind !== 'expression' || ts.isBinaryExpression(exported.node.parent)) return undefined;
  const value = followConstant(exported.node);
  const given = ts.isCallExpression(value) ? value.arguments[0] : value;
  const config =
    given && ts.isArrowFunction(given) && !ts.isBlock(given.body) ? plainExpression(given.body) : given;
  const plugins = config && lookUp(config, ['plugins'])?.value;
  return plugins && ts.isArrayLiteralExpression(plugins) ? plugins : undefined;
}

const blankAfter = (text: string, position: number): string => /^\s*/.exec(text.slice(position))?.[0] ?? '';

/** Where an element starts, with the comments before it. */
const startOf = (text: string, { pos }: ts.Node): number => pos + blankAfter(text, pos).length;
