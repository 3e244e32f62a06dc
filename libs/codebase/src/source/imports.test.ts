import { expect, it } from '@jest/globals';
import { importsFrom, importsOf } from './imports.ts';
import { parse } from './parse.ts';

const read = (text: string) =>
  importsOf(parse('a.ts', text)).map(({ module, kind, names, types, statement }) => ({
    module,
    kind,
    names: Object.fromEntries(names),
    types,
    isStatement: statement !== undefined,
  }));

it.each<[string, string, Record<string, string>, readonly string[], boolean]>([
  ["import 'm';", 'import', {}, [], true],
  ["import a, { b as c, type T } from 'm';", 'import', { b: 'c', default: 'a' }, ['T'], true],
  ["import * as all from 'm';", 'import', { '*': 'all' }, [], true],
  ["export { a as b, type T } from 'm';", 'export', { a: 'b' }, ['T'], true],
  ["export * from 'm';", 'export', { '*': '*' }, [], true],
  ["export * as all from 'm';", 'export', { '*': 'all' }, [], true],
  ["const { a: b } = require('m');", 'require', { a: 'b' }, [], true],
  ["const { a } = require('m'), c = 1;", 'require', { a: 'a' }, [], false],
  ["function f() { const { a } = require('m'); }", 'require', { a: 'a' }, [], false],
  ["const all = require('m');", 'require', { '*': '*' }, [], false],
  ["require('m');", 'require', {}, [], false],
  ["const { a, ...rest } = await import('m');", 'import()', { a: 'a', '*': 'rest' }, [], false],
  ["const a = (await import('m')).b;", 'import()', { b: 'b' }, [], false],
  ["import('m').then(({ a }) => a);", 'import()', { a: 'a' }, [], false],
  ["import('m').then((all) => all);", 'import()', { '*': '*' }, [], false],
  ["import('m').then(use);", 'import()', { '*': '*' }, [], false],
  ["import('m').then(() => 1);", 'import()', { '*': '*' }, [], false],
  ["use(import('m'));", 'import()', { '*': '*' }, [], false],
  ["const a = import('m').then;", 'import()', { then: 'then' }, [], false],
])('reads %s', (text, kind, names, types, isStatement) => {
  expect(read(text)).toEqual([{ module: 'm', kind, names, types, isStatement }]);
});

it.each([
  "import type { T } from 'm';",
  "import { type T } from 'm';",
  "export type { T } from 'm';",
  "export { type T } from 'm';",
  'export { a };',
  'export const a = 1;',
  'require(name);',
  'require();',
  "other('m');",
  "a.require('m');",
])('leaves out %s', (text) => {
  expect(read(text)).toEqual([]);
});

it('finds the statements of a module', () => {
  const file = parse('a.ts', "import { a } from 'm';\nimport { b } from 'n';\nimport('m');\n");

  expect(importsFrom(file, 'm').map(({ statement }) => statement.getText())).toEqual([
    "import { a } from 'm';",
  ]);
  expect(importsOf(file).map(({ line }) => line)).toEqual([1, 2, 3]);
});
