import type { RateLimits } from '@adit/envelope';
import { createFakeClock } from '@adit/testing';
import { createSharedLimits } from './shared-limits.ts';

const limit = (category: 'error' | 'session', untilMs: number): RateLimits[number] => ({
  category,
  scope: 'key',
  namespaces: '',
  reasonCode: '',
  untilMs,
});

describe('createSharedLimits', () => {
  it('has the limits that were saved, and adds those that are learned', () => {
    const clock = createFakeClock({ now: 1_000 });
    const limits = createSharedLimits([['d', [limit('error', 5_000)]]], clock);

    const both = [limit('error', 5_000), limit('session', 9_000)];
    expect(limits.add('d', [limit('session', 9_000)])).toEqual(both);
    expect(limits.add('e', [limit('error', 2_000)])).toEqual([limit('error', 2_000)]);
    expect(limits.all()).toEqual([
      ['d', both],
      ['e', [limit('error', 2_000)]],
    ]);
  });

  it('keeps none that have ended', async () => {
    const clock = createFakeClock({ now: 1_000 });
    const limits = createSharedLimits([], clock);

    expect(limits.add('d', [limit('error', 1_000)])).toEqual([]);
    limits.add('d', [limit('error', 1_500)]);
    await clock.advance(500);
    expect(limits.add('d', [limit('session', 9_000)])).toEqual([limit('session', 9_000)]);
  });
});
