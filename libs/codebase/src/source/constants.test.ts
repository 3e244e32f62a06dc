import { expect, it } from '@jest/globals';
import { followConstant } from './constants.ts';
import { callsOf, parse } from './parse.ts';

/** The value of what the first `use(…)` of a file gets. */
const valueIn = (text: string): string | undefined => {
  const given = callsOf(parse('a.ts', text), 'use')[0]?.arguments[0];
  return given && followConstant(given).getText();
};

it.each([
  ['const a = 1; use(a);', '1'],
  ['use(a); const a = 1;', '1'],
  ['const a = b as B; const b = await 1; use(a);', '1'],
  ['export const a = 1; use(a!);', '1'],
  ['const a = 0; const f = () => { const a = 1; use(a); };', '1'],
  ['const a = 1; const f = () => { const a = 0; }; use(a);', '1'],
  ['const a = 1; { const a = 0; } use(a);', '1'],
  ['const a = 1; function f(b = () => use(a)) {}', '1'],
  ['const a = 1; const { a: b } = c; const [, d] = c; use(a);', '1'],
  ['const a = 1; export default function () { use(a); }', '1'],
  ['let a = 1; use(a);', '1'],
  ['var a = 1; b = 2; c += 1; a === b; use(a);', '1'],
  ['if (b) { var a = 1; use(a); }', '1'],
])('follows the constant of its own block, or of one around it: %s', (text, expected) => {
  expect(valueIn(text)).toBe(expected);
});

it.each([
  "import { a } from './a'; const f = () => { const a = 0; }; use(a);",
  'const a = 0; const f = (a) => use(a);',
  'const a = 0; const f = ({ b: [a] }) => use(a);',
  'const a = 0; const f = () => { function a() {} use(a); };',
  'const a = 0; for (const a of list) use(a);',
  'const a = 0; try {} catch (a) { use(a); }',
  'const { a } = b; use(a);',
  'let a; use(a);',
  'let a = 0; a = 1; use(a);',
  'let a = 0; const f = () => { a ||= 1; }; use(a);',
  'let a = 0; [a] = b; use(a);',
  'let a = 0; a++; use(a);',
  'let a = 0; --a; use(a);',
  'let a = 0; for (a of list) {} use(a);',
  'let a = {}; a.b = 1; use(a);',
  'const a = a; use(a);',
])('does not follow another name, or a variable that changes: %s', (text) => {
  expect(valueIn(text)).toBe('a');
});
