import ts from 'typescript';
import { findAll, lineOf, textOf } from '@adit/codebase/source';

/** A literal directive of a content security policy. */
export interface Directive {
  /** Such as `connect-src`. */
  readonly name: string;
  readonly values: readonly string[];
  readonly line: number;
}

const NAME = /^(?:default|connect|script|style|worker|child|img)-src(?:-elem)?$/;

/**
 * The directives in the texts and objects of a file: `"connect-src 'self'; …"` on one line or several, `{
 * 'connect-src': ["'self'"] }`, and `{ connectSrc: … }` as in libraries. A directive with a computed part is left out.
 */
export function readDirectives(source: ts.SourceFile | undefined): readonly Directive[] {
  if (source === undefined || !/-src\b|Src\b/.test(source.text)) return [];
  const inObjects = findAll(source, ts.isPropertyAssignment).flatMap(readProperty);
  const inTexts = findAll(source, isText).flatMap(readText);
  return [...inTexts, ...inObjects];
}

type Text = ts.StringLiteralLike | ts.TemplateExpression;

const isText = (node: ts.Node): node is Text => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** `'connect-src': […]`, a text, or `connectSrc`. */
function readProperty(property: ts.PropertyAssignment): readonly Directive[] {
  const name = textOf(property.name)
    ?.replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const values = name !== undefined && NAME.test(name) ? valuesOf(property.initializer) : undefined;
  return name === undefined || values === undefined ? [] : [{ name, values, line: lineOf(property) }];
}

function valuesOf(node: ts.Expression): readonly string[] | undefined {
  if (ts.isStringLiteralLike(node)) return node.text.split(/\s+/).filter(Boolean);
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const values = node.elements.map((element) => (ts.isStringLiteralLike(element) ? element.text : undefined));
  return values.includes(undefined) ? undefined : values.flatMap((value) => value?.split(/\s+/) ?? []);
}

/** The directives of a text. A directive begins after a semicolon or a line; its values may go on over lines. */
function readText(node: Text): readonly Directive[] {
  const found: { name: string; values: string[]; line: number; isEnded: boolean }[] = [];
  let isStart = true;
  let line = lineOf(node);
  for (const token of tokensOf(node)) {
    const last = found.at(-1);
    if (token === '\n') line += 1;
    if (token === ';' && last) last.isEnded = true;
    if (token === ';' || token === '\n') {
      isStart = true;
      continue;
    }
    if (isStart && NAME.test(token)) found.push({ name: token, values: [], line, isEnded: false });
    // Another directive, such as frame-ancestors, ends this one.
    else if (last && isStart && /^[a-z]+(?:-[a-z]+)+$/.test(token)) last.isEnded = true;
    else if (last && !last.isEnded) last.values.push(token);
    isStart = false;
  }
  const isPart = isOperand(node);
  return found
    .filter(
      ({ values, isEnded }, index) =>
        isEnded || (values.length > 0 && !(isPart && index === found.length - 1)),
    )
    .filter(({ values }) => !values.some((value) => value.includes('${')))
    .map(({ name, values, line: at }) => ({ name, values, line: at }));
}

/** Words, semicolons and line ends. A template's expression stays one word. */
const tokensOf = (node: Text): readonly string[] =>
  node
    .getText()
    .slice(1, -1)
    .replaceAll('\\n', '\n')
    .match(/\n|;|(?:\$\{[^}]*\}|[^\s;])+/g) ?? [];

/** Whether more text is appended to it, so that its last directive may continue. */
const isOperand = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken;
