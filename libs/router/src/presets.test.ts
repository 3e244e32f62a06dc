import { presets } from './presets.ts';

describe('presets', () => {
  it('S28 S29 S30 S32 S33 hold the numbers of the specification and cannot be changed', () => {
    expect(presets.spec).toEqual({
      prefetchConcurrency: 5,
      segmentPrefetchConcurrency: 3,
      prefetchStaleTimeMs: 300_000,
      routeLoadTimeoutMs: 3_800,
      serverDataRetries: 3,
    });
    expect(Object.isFrozen(presets)).toBe(true);
    expect(Object.values(presets).every((preset) => Object.isFrozen(preset))).toBe(true);
  });
});
