import { createSteadyTime } from './steady-time.ts';

it('ignores small steps back, follows large ones, and ignores what is no time', () => {
  const read = [100_000, 99_000, 40_000, 100_500, 40_499, NaN, Infinity, 40_600];
  const time = createSteadyTime(() => read.shift() ?? 0);

  expect(Array.from({ length: 8 }, time)).toEqual([
    100_000, 100_000, 100_000, 100_500, 40_499, 40_499, 40_499, 40_600,
  ]);
});
