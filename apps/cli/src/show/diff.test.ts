import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { makeRepository, textsOf } from '../../testing/repository.helper.ts';
import { colourDiff, diffOf } from './diff.ts';

const CHANGES = [
  { path: 'new.ts', before: undefined, after: 'export {};\n' },
  { path: 'gone.ts', before: 'a\nb', after: undefined },
  { path: 'windows.ts', before: '\uFEFFone\r\ntwo\r\n', after: '\uFEFFone\r\n2\r\ntwo\r\n' },
  { path: 'no-end.ts', before: 'one\ntwo', after: 'zero\none\ntwo' },
  { path: 'with space.ts', before: 'a\n', after: 'b\n' },
];

it('is a unified diff that Git applies: new, removed and changed files, to the byte', () => {
  const before = CHANGES.flatMap((change) =>
    change.before === undefined ? [] : [[change.path, change.before]],
  );
  const after = CHANGES.flatMap((change) =>
    change.after === undefined ? [] : [[change.path, change.after]],
  );
  const root = makeRepository(Object.fromEntries(before) as Record<string, string>);
  try {
    const git = (args: string[], input?: string) =>
      spawnSync('git', args, { cwd: root, input, encoding: 'utf8' });
    git(['init', '-q']);

    const { status } = git(['apply', '-'], CHANGES.map(diffOf).join(''));

    expect(status).toBe(0);
    expect(textsOf(root)).toEqual(Object.fromEntries(after));
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('shows three lines around a change', () => {
  const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''];
  const text = diffOf({
    path: 'a.ts',
    before: lines.join('\n'),
    after: lines.join('\n').replace('5', 'five'),
  });

  expect(text).toBe(
    [
      'diff --git a/a.ts b/a.ts',
      '--- a/a.ts',
      '+++ b/a.ts',
      '@@ -2,7 +2,7 @@',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+five',
      ' 6',
      ' 7',
      ' 8',
      '',
    ].join('\n'),
  );
});

it('has colours for added and removed lines, headings and places', () => {
  const painted = colourDiff(diffOf({ path: 'a.ts', before: 'a\nb\n', after: 'a\nc\n' })).split('\n');

  expect(painted).toEqual([
    '\u001B[1mdiff --git a/a.ts b/a.ts\u001B[22m',
    '\u001B[1m--- a/a.ts\u001B[22m',
    '\u001B[1m+++ b/a.ts\u001B[22m',
    '\u001B[36m@@ -1,2 +1,2 @@\u001B[39m',
    ' a',
    '\u001B[31m-b\u001B[39m',
    '\u001B[32m+c\u001B[39m',
    '',
  ]);
});
