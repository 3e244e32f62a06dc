import type { RateLimits } from '@adit/tunnel';
import { mergeLimits } from './merge-limits.ts';

const limit = (category: RateLimits[number]['category'], untilMs: number): RateLimits[number] => ({
  category,
  scope: 'key',
  namespaces: '',
  reasonCode: '',
  untilMs,
});

describe('mergeLimits', () => {
  it('keeps what either knows, and of two on the same the longer', () => {
    expect(
      mergeLimits(
        [limit('error', 10), limit('all', 5)],
        [limit('error', 20), limit('span', 1), limit('all', 4)],
      ),
    ).toEqual([limit('error', 20), limit('all', 5), limit('span', 1)]);
  });

  it('keeps limits of different scopes apart', () => {
    const ofProject = { ...limit('error', 5), scope: 'project' } as const;

    expect(mergeLimits([limit('error', 10)], [ofProject])).toEqual([limit('error', 10), ofProject]);
  });

  it('starts from nothing', () => {
    expect(mergeLimits(undefined, [limit('error', 10)])).toEqual([limit('error', 10)]);
  });
});
