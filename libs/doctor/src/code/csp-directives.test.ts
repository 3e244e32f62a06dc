import { expect, it } from '@jest/globals';
import { readDirectives } from './csp-directives.ts';
import { parse } from '@adit/codebase/source';

const read = (text: string): readonly string[] =>
  readDirectives(parse('proxy.ts', text)).map(
    ({ name, values, line }) => `${line} ${name} ${values.join(' ')}`,
  );

it.each<[string, string, readonly string[]]>([
  [
    'a text',
    `"default-src 'self'; connect-src https://a 'self'";`,
    ["1 default-src 'self'", "1 connect-src https://a 'self'"],
  ],
  [
    'a template whose values stand on lines of their own',
    "`\n  connect-src\n    'self'\n    https://a;\n  frame-ancestors\n    'none';\n`",
    ["2 connect-src 'self' https://a"],
  ],
  [
    'lines without semicolons',
    "`default-src 'none'\nconnect-src 'self'\nobject-src 'none'\nbase-uri x`",
    ["1 default-src 'none'", "2 connect-src 'self'"],
  ],
  ['a directive of nothing', '"connect-src; default-src *"', ['1 connect-src ', '1 default-src *']],
  [
    'a list in an object',
    `const csp = { 'connect-src': ["'self'", 'https://a https://b'] };`,
    ["1 connect-src 'self' https://a https://b"],
  ],
  [
    'a text in an object, with a name for libraries',
    `const csp = { connectSrc: "'self'",\n scriptSrcElem: '*' };`,
    ["1 connect-src 'self'", '2 script-src-elem *'],
  ],
  [
    'a text with a line end',
    `"default-src *;\\nconnect-src 'none'"`,
    ['1 default-src *', "2 connect-src 'none'"],
  ],
])('reads %s', (_what, text, expected) => {
  expect(read(text)).toEqual(expected);
});

it.each([
  ['a list with a computed part', "const csp = { 'connect-src': [self, 'https://a'] };"],
  ['an object with a computed value', "const csp = { 'connect-src': origins };"],
  ['a template with a computed part', "`connect-src ${origins.join(' ')} https://a`"],
  ['a text that goes on', "'connect-src https://a ' + origins"],
  ['a name alone', "list.push('connect-src')"],
  ['an image', "const img = { src: 'a', dataSrc: 'b', srcSet: '' };"],
  ['no code', ''],
])('leaves out %s', (_what, text) => {
  expect(read(text)).toEqual([]);
});

it('reads nothing without a file', () => {
  expect(readDirectives(undefined)).toEqual([]);
});
