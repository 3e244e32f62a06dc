import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { applyPlan, invertPlan } from './apply-plan.ts';
import type { Plan } from './plan.ts';

const BEFORE = { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' };
const PLAN: Plan = {
  changes: [
    { path: 'a.ts', before: 'a', after: 'A' },
    { path: 'b.ts', before: 'b', after: undefined },
    { path: 'new/d.ts', before: undefined, after: 'd' },
  ],
  steps: [
    { application: '', path: 'a.ts', reason: 'Names it.' },
    { application: '', path: 'x.ts', reason: 'Unknown.', byHand: { why: 'It is odd.', snippet: 'x' } },
  ],
};

it('writes, creates and removes', () => {
  const files = memoryFiles(BEFORE);
  applyPlan(files, PLAN);
  expect(Object.fromEntries(files.contents)).toEqual({ 'a.ts': 'A', 'c.ts': 'c', 'new/d.ts': 'd' });
});

it.each([
  ['changed', { ...BEFORE, 'b.ts': 'other' }, 'b.ts'],
  ['appeared', { ...BEFORE, 'new/d.ts': '' }, 'new/d.ts'],
  ['disappeared', { 'b.ts': 'b' }, 'a.ts'],
])('writes nothing if a file %s meanwhile', (_what, contents, path) => {
  const files = memoryFiles(contents);
  expect(() => applyPlan(files, PLAN)).toThrow(
    new Error(`${path} changed after the plan was made; nothing was written; make a new plan`),
  );
  expect(Object.fromEntries(files.contents)).toEqual(contents);
});

it('is undone by the inverse plan', () => {
  const files = memoryFiles(BEFORE);
  applyPlan(files, PLAN);
  const inverse = invertPlan(PLAN);
  applyPlan(files, inverse);
  expect(Object.fromEntries(files.contents)).toEqual(BEFORE);
  expect(inverse.steps).toEqual([{ application: '', path: 'a.ts', reason: 'Undoes: Names it.' }]);
});
