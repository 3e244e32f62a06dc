import { resolveLimits } from './limits.ts';

describe(resolveLimits, () => {
  it.each([
    ['S22', 'stackFrames', 50],
    ['S23', 'normalizeDepth', 3],
    ['S24', 'normalizeMaxBreadth', 1_000],
    ['S25', 'logFlushIdleMs', 5_000],
    ['S26', 'rateLimitBackoffMs', 60_000],
    ['S27', 'linkedErrors', 5],
  ] as const)('%s has %s at %s by default', (_id, name, value) => {
    expect(resolveLimits()[name]).toBe(value);
  });

  it('accepts values that the SDK applies', () => {
    expect(resolveLimits({ stackFrames: 10, normalizeDepth: 8, rateLimitBackoffMs: 60_000 })).toMatchObject({
      stackFrames: 10,
      normalizeDepth: 8,
    });
  });

  it.each([
    [{ stackFrames: 51 }, 'limits.stackFrames is 51; accepted: a whole number from 1 to 50'],
    [
      { rateLimitBackoffMs: 30_000 },
      'limits.rateLimitBackoffMs is 30000; accepted: 60000 only, which is fixed in the SDK',
    ],
    [{ normalizeDepth: 0 }, 'limits.normalizeDepth is 0; accepted: a whole number of at least 1'],
    [{ logFlushIdleMs: 1.5 }, 'limits.logFlushIdleMs is 1.5; accepted: a whole number of at least 1'],
    [{ linkedErrors: Number.NaN }, 'limits.linkedErrors is NaN; accepted: a whole number of at least 1'],
  ])('refuses %j, which the SDK would ignore', (given, message) => {
    expect(() => resolveLimits(given)).toThrow(new Error(message));
  });
});
