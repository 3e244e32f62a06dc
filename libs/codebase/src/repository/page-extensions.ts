import ts from 'typescript';
import { followConstant, MAX_STEPS } from '../source/constants.ts';
import { lookUp } from '../source/look-up.ts';
import { parse, textOf } from '../source/parse.ts';

/** Next's default, in its order. */
export const DEFAULT_PAGE_EXTENSIONS: readonly string[] = ['tsx', 'ts', 'jsx', 'js'];

/**
 * `pageExtensions` of a Next configuration: a list, a constant with one, or a list of the file that is spread, joined
 * or mapped with a template. Next's default if it is missing or computed in another way.
 */
export function readPageExtensions(text: string | undefined): readonly string[] {
  if (text === undefined || !text.includes('pageExtensions')) return DEFAULT_PAGE_EXTENSIONS;
  const value = lookUp(parse('next.config.ts', text), ['pageExtensions'])?.value;
  const list = value && listOf(value, MAX_STEPS);
  return list === undefined || list.length === 0 ? DEFAULT_PAGE_EXTENSIONS : [...new Set(list)];
}

function listOf(given: ts.Expression, steps: number): readonly string[] | undefined {
  if (steps === 0) return undefined;
  const node = followConstant(given);
  const follow = (one: ts.Expression): readonly string[] | undefined => listOf(one, steps - 1);
  if (ts.isArrayLiteralExpression(node))
    return joined(
      node.elements.map((one) =>
        ts.isStringLiteralLike(one)
          ? [one.text]
          : ts.isSpreadElement(one)
            ? follow(one.expression)
            : undefined,
      ),
    );
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  const [first] = node.arguments;
  const own = follow(expression);
  if (own === undefined || first === undefined) return undefined;
  if (name.text === 'concat') return joined([own, ...node.arguments.map(follow)]);
  const make = name.text === 'map' || name.text === 'flatMap' ? makerOf(first) : undefined;
  return make && joined(own.map(make));
}

const joined = (lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined =>
  lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);

/** A function with one parameter that inserts it into templates: `` (end) => `page.${end}` ``. */
function makerOf(node: ts.Expression): ((value: string) => readonly string[] | undefined) | undefined {
  if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return undefined;
  const parameter = textOf(node.parameters[0]?.name);
  const { body } = node;
  if (parameter === undefined) return undefined;
  const parts = ts.isArrayLiteralExpression(body) ? body.elements : [body];
  return (value) => joined(parts.map((part) => textWith(part, parameter, value)));
}

function textWith(node: ts.Expression, parameter: string, value: string): readonly [string] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isIdentifier(node)) return node.text === parameter ? [value] : undefined;
  if (!ts.isTemplateExpression(node)) return undefined;
  const isKnown = node.templateSpans.every(({ expression }) => textOf(expression) === parameter);
  if (!isKnown) return undefined;
  return [node.head.text + node.templateSpans.map(({ literal }) => value + literal.text).join('')];
}
