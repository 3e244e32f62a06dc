import { expect, it } from '@jest/globals';
import type { Measure } from '../budget/judge.ts';
import { budgetText } from './budget-text.ts';
import { coloursOf } from './colours.ts';

const PASSED: Measure = { measure: 'reloads', value: 0, limit: 1, passed: true, misses: [] };
const text = (...measures: readonly Measure[]) => budgetText(measures, coloursOf(false));

it('has a line for each measure, with figure and limit', () => {
  expect(
    text(
      { ...PASSED, measure: 'clicks', value: 12, limit: 12 },
      PASSED,
      { ...PASSED, measure: 'prefetches', value: 3, limit: 70 },
      { ...PASSED, measure: 'script-bytes', value: 152_365, limit: undefined },
    ),
  ).toBe(`✔ clicks  12 of 12 clicks led to a page, a document or a screen
✔ reloads  at most 0 automatic loads of a page, limit 1
✔ prefetches  at most 3 prefetches of a page at rest, limit 70
✔ script-bytes  152,365 bytes of script in the first page, no budget yet: set it with --write
`);
});

it('lists ten misses, and counts the others', () => {
  const misses = Array.from({ length: 12 }, (_, index) => `/${index}, at rest: 2`);
  const lines = text({ ...PASSED, value: 2, passed: false, misses }).split('\n');

  expect(lines[0]).toBe('✖ reloads  at most 2 automatic loads of a page, limit 1');
  expect(lines.slice(1, -1)).toHaveLength(11);
  expect(lines.at(-2)).toBe('    and 2 more');
});
