import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { editSource, NO_LINE, SAME, unknown } from './edit.ts';
import { addLines, endOfLine, takeLines } from './lines.ts';
import { inStyle, readStyle } from './style.ts';
import { mentions, parseSource } from './source.ts';

const LINE = "import { x } from 'x';";
const add = (text: string) =>
  editSource('a.ts', text, (source, out) => (addLines(source, out, [LINE]) ? undefined : unknown(NO_LINE)));
const take = (text: string) =>
  editSource('a.ts', text, ({ file, ...source }, out) => {
    const lines = file.statements.filter((one) => one.getText(file).includes("'x'"));
    takeLines({ file, ...source }, out, lines);
    return lines.length === 0 ? SAME : undefined;
  });

it.each([
  ['', `${LINE}\n`],
  ['// a\n', `// a\n${LINE}\n`],
  ["import a from 'a';\nrun();\n", `import a from 'a';\n${LINE}\nrun();\n`],
  ["import a from 'a'; // why\nrun();\n", `import a from 'a'; // why\n${LINE}\nrun();\n`],
  ["'use client';\r\nrun();\r\n", `'use client';\r\n${LINE}\r\nrun();\r\n`],
  ["import a = require('a');\n", `import a = require('a');\n${LINE}\n`],
  [
    "const a = require('a').b, c = require('c')();\nrun();\n",
    `const a = require('a').b, c = require('c')();\n${LINE}\nrun();\n`,
  ],
  ['run();\n', `${LINE}\n\nrun();\n`],
  ['// @ts-check\n\n// of run\nrun();\n', `// @ts-check\n\n${LINE}\n\n// of run\nrun();\n`],
  ['/* eslint-disable */\nrun();\n', `/* eslint-disable */\n${LINE}\n\nrun();\n`],
  ['let a;\nconst b = f(), c = 1;\n', `${LINE}\n\nlet a;\nconst b = f(), c = 1;\n`],
])('adds a line to %j, and takes it out again', (before, after) => {
  expect(add(before)).toEqual({ kind: 'changed', text: after });
  if (before !== '' && !before.startsWith('// a'))
    expect(take(after)).toEqual({ kind: 'changed', text: before });
});

it.each(['// a', "import a from 'a'; run();", '/* eslint-disable */ run();'])(
  'has no line of its own in %j',
  (text) => {
    expect(add(text)).toEqual({ kind: 'unknown', why: NO_LINE });
  },
);

it('leaves a file with an error of syntax', () => {
  expect(add('const = ;')).toEqual({ kind: 'unknown', why: 'the file has an error of syntax' });
  expect(take('run();')).toEqual(SAME);
});

it('finds the end of a line behind its comments', () => {
  expect(endOfLine('a; // b\nc', 2)).toBe(7);
  expect(endOfLine('a; c', 2)).toBeUndefined();
});

it.each([
  ['a.ts', "import a from 'a';\n\trun('b');\n", { eol: '\n', quote: "'", end: ';', indent: '\t' }],
  ['a.js', 'import a from "a"\r\nexport { a }\r\n', { eol: '\r\n', quote: '"', end: '', indent: '  ' }],
  ['a.tsx', '<a b="c" />;\n', { eol: '\n', quote: "'", end: ';', indent: '  ' }],
])('reads the style of %s: %j', (path, text, style) => {
  const source = parseSource(path, text);
  expect(source?.style).toEqual(style);
  expect(source && readStyle(source.file)).toEqual(style);
});

it('writes code in a style', () => {
  const style = { eol: '\r\n', quote: '"', end: '', indent: '\t' } as const;
  expect(inStyle("if (a) {\n  f('b');\n}", style)).toBe('if (a) {\r\n\tf("b")\r\n}');
});

it('finds a name', () => {
  const file = ts.createSourceFile('a.ts', 'a(b.c);', ts.ScriptTarget.Latest, true);
  const source = { text: file.text, file, style: readStyle(file) };
  expect([mentions(source, 'c'), mentions(source, 'd')]).toEqual([true, false]);
});
