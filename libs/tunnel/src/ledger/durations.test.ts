import { addDuration, countOf, noDurations, quantile, type Durations } from './durations.ts';

const durations = (...ms: readonly number[]): Durations => {
  const all: Record<string, Durations> = {};
  for (const one of ms) addDuration(all, 'x', one);
  return all['x'] ?? noDurations();
};

describe('quantile', () => {
  it('estimates by the place in the bucket', () => {
    const half = durations(...Array.from({ length: 50 }, () => 60));
    // The bucket from 50 to 75 ms.
    expect(quantile([half, half], 0.5)).toBeCloseTo(0.0625, 5);
    expect(quantile([half], 1)).toBe(0.075);
  });

  it('has no value of nothing, and the last boundary for what lies beyond', () => {
    expect(quantile([durations()], 0.5)).toBeUndefined();
    expect(quantile([durations(100_000)], 0.5)).toBe(10);
  });
});

it('counts values, and adds them up in seconds', () => {
  const all = durations(5, 90, 20_000);
  expect([countOf(all), all.sum]).toEqual([3, 20.095]);
  expect(
    all.counts.map((count, at) => (count === 0 ? undefined : at)).filter((at) => at !== undefined),
  ).toEqual([0, 5, 14]);
});
