import { readNextOption } from '@adit/codebase';
import ts from 'typescript';
import { followConstant, lineOf, lookUp } from '@adit/codebase/source';
import type { Check, Problem, Subject } from '../check.ts';

/** Scripts from another origin than the page do not hide their errors. */
export const assetPrefix: Check = {
  id: 'asset-prefix',
  title: 'assetPrefix does not hide the messages of errors',
  run(subject) {
    const { application, reader } = subject;
    const path = application.files.nextConfig;
    const source = reader.code(path);
    const found = source && lookUp(source, ['assetPrefix']);
    if (!found?.value) return [];
    const place = { path, line: lineOf(found.node) };
    return checkOrigin(subject, textsIn(found.value)).map((problem) => ({ ...problem, ...place }));
  },
};

/** The texts that an expression may be, or is made of, also by constants of the file. */
function textsIn(given: ts.Expression, seen = new Set<ts.Node>()): readonly string[] {
  const node = followConstant(given);
  // A constant may refer to itself.
  if (seen.has(node)) return [];
  seen.add(node);
  const inAll = (...parts: readonly ts.Expression[]): readonly string[] =>
    parts.flatMap((part) => textsIn(part, seen));
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...inAll(...node.templateSpans.map(({ expression }) => expression))];
  if (ts.isConditionalExpression(node)) return inAll(node.whenTrue, node.whenFalse);
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.getText();
  if (operator === '&&') return inAll(node.right);
  return ['||', '??', '+'].includes(operator) ? inAll(node.left, node.right) : [];
}

/** Browsers hide errors of scripts from another origin that are loaded without CORS. */
function checkOrigin(subject: Subject, prefixes: readonly string[]): readonly Problem[] {
  const origin = prefixes.find((text) => /^(?:https?:)?\/\//.test(text));
  if (origin === undefined || readNextOption(subject, 'crossOrigin') !== undefined) return [];
  return [
    {
      level: 'warning',
      message: `Scripts come from ${origin}, another origin, without crossOrigin: browsers report their errors as “Script error.” only`,
      fix: "Set crossOrigin: 'anonymous' in next.config, and let that origin send Access-Control-Allow-Origin.",
    },
  ];
}
