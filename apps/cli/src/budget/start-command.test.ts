import { expect, it } from '@jest/globals';
import { startCommandOf } from './start-command.ts';

const withStart = (start: unknown) => ({ scripts: { start } });

it.each([
  ['next start', true, 'next'],
  ['next start -p 3000', true, 'next'],
  ['next start', false, 'script'],
  ['next start && echo', true, 'script'],
  ['node server.js', true, 'script'],
  [undefined, true, 'next'],
  [7, true, 'next'],
  [undefined, false, undefined],
])('the start script %j, next installed: %s → %s', (start, hasNext, kind) => {
  expect(startCommandOf(withStart(start), hasNext)?.kind).toBe(kind);
});

it('needs no package.json', () => {
  expect(startCommandOf(undefined, true)).toEqual({ kind: 'next' });
  expect(startCommandOf({}, false)).toBeUndefined();
});
