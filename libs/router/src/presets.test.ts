import { presets } from './presets.ts';

describe('presets', () => {
  it('hold the numbers of the specification and cannot be changed', () => {
    expect(presets.spec).toEqual({
      prefetchConcurrency: 5,
      segmentPrefetchConcurrency: 3,
      prefetchStaleTimeMs: 300_000,
      prefetchRetryAfterMs: 10_000,
      routeLoadTimeoutMs: 3_800,
      serverDataRetries: 3,
    });
    expect(Object.isFrozen(presets)).toBe(true);
    expect(Object.isFrozen(presets.spec)).toBe(true);
  });
});
