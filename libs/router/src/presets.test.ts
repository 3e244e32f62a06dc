import { createPrefetchCache } from './prefetch/cache.ts';
import { createPrefetchScheduler } from './prefetch/scheduler.ts';
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
    expect(Object.values(presets).every((preset) => Object.isFrozen(preset))).toBe(true);
  });

  it.each(Object.keys(presets) as (keyof typeof presets)[])('%s is accepted wherever numbers are', (name) => {
    const preset = presets[name];
    const scheduler = createPrefetchScheduler({
      concurrency: preset.prefetchConcurrency,
      segmentConcurrency: preset.segmentPrefetchConcurrency,
    });
    expect(scheduler.stats().inFlight).toBe(0);
    expect(() =>
      createPrefetchCache({
        now: () => 0,
        staleTimeMs: preset.prefetchStaleTimeMs,
        retryAfterMs: preset.prefetchRetryAfterMs,
      }),
    ).not.toThrow();
  });
});
