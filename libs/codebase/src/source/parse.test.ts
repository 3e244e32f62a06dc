import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { calledName, callsOf, constantOf, findAll, parse, plainExpression, unwrap } from './parse.ts';
import { findProperty, propertyName, propertyValue } from './properties.ts';

const expressionOf = (text: string): ts.Expression => {
  const [statement] = parse('a.ts', `(${text});\nexport {};`).statements;
  return ts.isExpressionStatement(statement!) && ts.isParenthesizedExpression(statement.expression)
    ? statement.expression.expression
    : ts.factory.createNull();
};

it.each([
  ['a as B', 'a', 'a'],
  ['(a satisfies B)!', 'a', 'a'],
  ['await (a as B)', 'await (a as B)', 'a'],
  ['a', 'a', 'a'],
])('takes off what stands around %s', (text, plain, bare) => {
  expect(plainExpression(expressionOf(text)).getText()).toBe(plain);
  expect(unwrap(expressionOf(text)).getText()).toBe(bare);
});

it.each([
  ["'a'", 'a'],
  ['`a`', 'a'],
  ['1', 1],
  ['true', true],
  ['false', false],
  ["'a' as const", 'a'],
  ['(1 satisfies number)', 1],
  ['a', undefined],
])('reads the constant %s', (text, value) => {
  expect(constantOf(expressionOf(text))).toBe(value);
});

it('knows the name of the called function', () => {
  const file = parse('a.js', 'f(); a.f(); a[0]();');
  expect(callsOf(file, 'f')).toHaveLength(2);
  expect(findAll(file, ts.isCallExpression).map(calledName)).toEqual(['f', 'f', undefined]);
  expect(constantOf(undefined)).toBeUndefined();
});

it('reads properties', () => {
  const object = expressionOf("{ a: { 'b': 1 }, c, d() {}, ...e, [f]: 2 }");
  if (!ts.isObjectLiteralExpression(object)) throw new Error('no object');

  expect(object.properties.map(propertyName)).toEqual(['a', 'c', 'd', undefined, undefined]);
  expect(object.properties.map((one) => propertyValue(one).getText())).toEqual([
    "{ 'b': 1 }",
    'c',
    'd() {}',
    '...e',
    '2',
  ]);
  expect(findProperty(object, 'c')?.getText()).toBe('c');
});

it('reads JSX in all files but those of TypeScript without it', () => {
  expect(findAll(parse('a.js', '<a />;'), ts.isJsxSelfClosingElement)).toHaveLength(1);
  expect(findAll(parse('a.tsx', '<a />;'), ts.isJsxSelfClosingElement)).toHaveLength(1);
  expect(findAll(parse('a.mts', '<A>b;'), ts.isTypeAssertionExpression)).toHaveLength(1);
});
