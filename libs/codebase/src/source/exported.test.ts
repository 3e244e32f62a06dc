import { expect, it } from '@jest/globals';
import { defaultExportsOf, findDefaultExport, findNamedExport, type Exported } from './exported.ts';
import { parseSource, type Source } from './source.ts';

const sourceOf = (text: string): Source => {
  const source = parseSource('a.ts', text);
  if (!source) throw new Error(`an error of syntax: ${text}`);
  return source;
};
const shown = (exported: Exported, text: string): string =>
  'start' in exported ? text.slice(exported.start, exported.end) : exported.kind;

it.each([
  ['export default {};', '{}'],
  ['export default /** @type {X} */ ({});', '/** @type {X} */ ({})'],
  ['export = config;', 'config'],
  ['module.exports = { a };', '{ a }'],
  ['export default async function f() {}', 'async function f() {}'],
  ['export default function () {}', 'function () {}'],
  ['const a = 1; export { a };', 'none'],
  ['export { a as default };', 'unknown'],
  ["export * from 'a';", 'none'],
  ['export default class A {}', 'unknown'],
  ['class A {}\nfunction f() {}\ncall();\na.b = 1;\na + b;', 'none'],
  ['module.exports = exports = {};', 'unknown'],
  ['module.exports = {}; module.exports.a = 1;', 'unknown'],
  ['export default {}; export { a as default };', 'unknown'],
  ['export default function f(a: 1): void;\nexport default function f(a: 2) {}', 'unknown'],
  ['export default function f() {};', 'unknown'],
])('the default export of %j is %j', (text, expected) => {
  expect(shown(findDefaultExport(sourceOf(text)), text)).toBe(expected);
});

it('lists all default exports, also those of a shape that is not known', () => {
  const { file } = sourceOf('module.exports = exports = {};\nexport default function f() {}');

  expect(defaultExportsOf(file).map((node) => node.getText())).toEqual([
    'exports = {}',
    'export default function f() {}',
  ]);
});

it.each([
  ['export function a() {}', 'function a() {}'],
  ['export const b = 1, a = f();', 'f()'],
  ['export let a;', 'unknown'],
  ['export const { a } = b;', 'unknown'],
  ['export const b = 1;', 'none'],
  ['function a() {}\nconst c = 1;', 'none'],
  ["export * from 'b';", 'unknown'],
  ["export { a } from 'b';", 'unknown'],
  ["export { b } from 'b';\nexport * as c from 'b';", 'none'],
  ['exports.a = 1;', 'unknown'],
  ['module.exports = { a };', 'unknown'],
])('the export a of %j is %j', (text, expected) => {
  expect(shown(findNamedExport(sourceOf(text), 'a'), text)).toBe(expected);
});
