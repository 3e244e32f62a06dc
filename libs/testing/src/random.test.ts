import { between, createRandom } from './random.ts';

it('repeats the numbers of a seed, and gives others for another seed', () => {
  const numbers = (seed: number): number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 100 }, () => between(random, 2, 5));
  };

  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(2)).not.toEqual(numbers(1));
  expect(numbers(1).every((number) => number >= 2 && number < 5)).toBe(true);
});
