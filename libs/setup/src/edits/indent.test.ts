import { expect, it } from '@jest/globals';
import { indentationAt, reindent } from './indent.ts';

it.each([
  ['a\n  b\n\n    c', '  ', '\t', 'a\n\tb\n\n\t  c'],
  ['a\nb', '  ', '    ', 'a\n    b'],
  ['a\n  `b\n  c`', '  ', '', 'a\n  `b\n  c`'],
  ['a\n  `b`', '  ', '', 'a\n`b`'],
])('moves the lines of %j', (text, from, to, expected) => {
  expect(reindent(text, from, to)).toBe(expected);
});

it('finds the white space before a place', () => {
  const text = 'a\n\t b: c';
  expect([indentationAt(text, text.indexOf('c')), indentationAt(text, 1)]).toEqual(['\t ', '']);
});
