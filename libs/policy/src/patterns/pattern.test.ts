import { ExpressionError, compileExpression, readExpression, unknownFlags } from './expression.ts';
import { compilePatterns, MAX_TEXT_LENGTH, textOf } from './pattern.ts';
import { estimateProgramSize } from './program-size.ts';

const matches = (pattern: string | readonly string[], text: string): boolean =>
  compilePatterns(pattern).test(textOf(text));

describe('globs', () => {
  it.each([
    ['abc', 'ABC', true],
    ['abc', 'abcd', false],
    ['abc*', 'abcd', true],
    ['abc*', 'xabc', false],
    ['*abc', 'xABC', true],
    ['*abc', 'abcx', false],
    ['*abc*', 'xabcx', true],
    ['*abc*', 'ab c', false],
    ['a*c', 'abc', true],
    ['a*c', 'ab', false],
    ['a*c', 'bc', false],
    ['ab*bc', 'abc', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'a1c', false],
    ['a*b*b', 'ab', false],
    ['a*b*b', 'abb', true],
    ['*a*b*', '1a2b3', true],
    ['*a*b*', '1b2a3', false],
    ['a**c', 'abc', true],
    ['*', '', true],
    ['**', 'anything', true],
    ['a.c', 'abc', false],
    ['a*c', 'a\nc', true],
    ['/api/*', '/api/orders', true],
    ['/', '/', true],
    ['//', '//', true],
  ])('%j and %j: %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('read no more than the first 1,000 characters', () => {
    expect(matches('*end', `${'a'.repeat(MAX_TEXT_LENGTH)}end`)).toBe(false);
    expect(matches('*end', `${'a'.repeat(MAX_TEXT_LENGTH - 3)}end and more`)).toBe(true);
  });
});

describe('regular expressions', () => {
  it.each([
    ['/b+/', 'abbbc', true],
    ['/^b/', 'ab', false],
    ['/B/', 'b', false],
    ['/B/i', 'b', true],
    ['/\\/api\\/\\d+/', 'GET /api/12', true],
    ['/^(?:order|cart) \\d{3}$/', 'cart 123', true],
    ['/a.c/', 'a\nc', false],
    ['/(?s)a.c/', 'a\nc', true],
    ['/(?<id>\\d)/', '1', true],
    ['/\\p{Greek}/', 'ω', true],
    ['/^\\bKD-\\d/', 'KD-1', true],
    ['/KD-?\\d/', 'KD1', true],
    ['/KD-*\\d/', 'KD1', true],
    ['/KD-{0,1}\\d/', 'KD1', true],
    ['/KD-+\\d/', 'KD1', false],
    ['/KD|1/', '1', true],
    ['/(?i)kd/', 'KD', true],
    ['/KD(?i)x/', 'KDX', true],
  ])('%j and %j: %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each([
    ['(a', 'missing closing ): `(a`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['(?!a)b', 'invalid or unsupported Perl syntax: `(?!`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['((((a{10}){10}){10}){10})', 'invalid repeat count: `{10}`'],
    ['(?:abc){1000}(?:abc){1000}(?:abc){1000}(?:abc){1000}', 'it is too large, with more than 1000 steps'],
    ['\\pL{500}'.repeat(9), 'it is too large, with more than 1000 steps'],
    ['(?i)(?:a|bc){333}', 'it is too large, with more than 1000 steps'],
    ['(a?){400}', 'it is too large, with more than 1000 steps'],
    ['(', 'missing closing ): `(`'],
    ['a\n(', 'missing closing ): `a (`'],
  ])('%j is refused', (source, message) => {
    expect(() => compileExpression({ source, ignoreCase: false })).toThrow(new ExpressionError(message));
  });

  it('are patterns between two slashes', () => {
    expect(readExpression('/a/')).toEqual({ source: 'a', ignoreCase: false });
    expect(readExpression('/a/i')).toEqual({ source: 'a', ignoreCase: true });
    expect(['a/', '/a', '//', '/a/ii', '/a/g'].map(readExpression)).toEqual(Array(5).fill(undefined));
  });

  it('have no other flags', () => {
    expect(['/a/gi', '/a/g', '/a/i', '/a/', '/api/items', 'a'].map(unknownFlags)).toEqual([
      'gi',
      'g',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('replace every part that is not empty', () => {
    const { replaceAll } = compileExpression({ source: '\\bKD-\\d*|x*', ignoreCase: false });

    expect(replaceAll('KD-1, KD-22 and axx$&', '<$&>')).toBe('<$&>, <$&> and a<$&>$&');
    expect(replaceAll('', '<>')).toBe('');
  });

  it('replace the rest of a text after 100 parts, and of one of more than 100,000 characters', () => {
    const { replaceAll } = compileExpression({ source: 'a', ignoreCase: false });

    expect(replaceAll('a'.repeat(100), 'X')).toBe('X'.repeat(100));
    expect(replaceAll('a'.repeat(500), 'X')).toBe('X'.repeat(101));
    expect(replaceAll(`${'b'.repeat(100_000)}a`, '<>')).toBe(`${'b'.repeat(100_000)}<>`);
    expect(replaceAll(`a${'b'.repeat(100_000)}`, '<>')).toBe(`<>${'b'.repeat(99_999)}<>`);
  });
});

it('several patterns: one of them', () => {
  const patterns = ['exact', '*glob*', '/expr\\d/'];

  expect(['EXACT', 'a glob b', 'expr1', 'other'].map((text) => matches(patterns, text))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe('the estimated size of a program', () => {
  it.each([
    ['abc', 3],
    ['a{10}', 10],
    ['a{2,5}', 5],
    ['a{3,}', 3],
    ['a{0}', 1],
    ['(?:ab){10}', 20],
    ['(?P<n>ab){2}(?<n>a)', 5],
    ['[a-z\\]{9}]{4}', 4],
    ['[]a]{4}[^]a]', 5],
    ['\\x{1F600}{3}\\p{Greek}', 4],
    ['\\{{3}', 3],
    ['a{b}', 4],
    ['((a{10}){10}){10}', 1_000],
    ['(a', 1],
    ['a)', 1],
    ['\\', 1],
    ['[a', 2],
    ['{5}', 0],
  ])('%j has %j steps', (source, size) => {
    expect(estimateProgramSize(source)).toBe(size);
  });
});
