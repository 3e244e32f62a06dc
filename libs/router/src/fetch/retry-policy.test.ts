import { createRetryPolicy, type FinishedAttempt, type RetryPolicyOptions } from './retry-policy.ts';

const answered = (
  status: number,
  { retryAfter, ...rest }: Partial<FinishedAttempt> & { readonly retryAfter?: string } = {},
): FinishedAttempt => ({
  method: 'GET',
  retries: 0,
  elapsedMs: 0,
  response: { status, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) },
  ...rest,
});

describe('createRetryPolicy', () => {
  it('spreads the waits between half and all of them', () => {
    expect(createRetryPolicy({ random: () => 0 })(answered(500))).toBe(50);
    const waits = Array.from({ length: 200 }, () => createRetryPolicy()(answered(500)) ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...waits)).toBeLessThanOrEqual(100);
    expect(new Set(waits).size).toBeGreaterThan(10);
  });

  it('takes the first delay, its growth and the part left to chance as options', () => {
    const waitsOf = (options: RetryPolicyOptions): (number | undefined)[] =>
      [0, 1, 2].map((retries) => createRetryPolicy(options)(answered(500, { retries })));
    expect(waitsOf({ firstDelayMs: 250, delayGrowth: 3, random: () => 1 })).toEqual([250, 750, 2_250]);
    expect(waitsOf({ firstDelayMs: 200, delayGrowth: 1.5, jitter: 0, random: () => 0 })).toEqual([
      200, 300, 450,
    ]);
    expect(waitsOf({ firstDelayMs: 200, delayGrowth: 1, jitter: 1, random: () => 0.25 })).toEqual([
      50, 50, 50,
    ]);
    expect(waitsOf({ firstDelayMs: 0 })).toEqual([0, 0, 0]);
    // Longer than any limit, for any growth.
    expect(waitsOf({ delayGrowth: 1e308 })[2]).toBeUndefined();
  });

  it.each([
    [{ firstDelayMs: -1 }, 'firstDelayMs is -1; accepted: an integer of at least 0'],
    [{ firstDelayMs: 0.5 }, 'firstDelayMs is 0.5; accepted: an integer of at least 0'],
    [{ delayGrowth: 0.9 }, 'delayGrowth is 0.9; accepted: a number of at least 1'],
    [{ delayGrowth: NaN }, 'delayGrowth is NaN; accepted: a number of at least 1'],
    [{ delayGrowth: Infinity }, 'delayGrowth is Infinity; accepted: a number of at least 1'],
    [{ jitter: -0.1 }, 'jitter is -0.1; accepted: a number from 0 to 1'],
    [{ jitter: 1.1 }, 'jitter is 1.1; accepted: a number from 0 to 1'],
    [{ jitter: '1' as unknown as number }, 'jitter is "1"; accepted: a number from 0 to 1'],
  ])('refuses %j', (options, message) => {
    expect(() => createRetryPolicy(options)).toThrow(new RangeError(message));
  });

  it('retries the answers it is told to, such as a 429 that says when to come back', () => {
    const policy = createRetryPolicy({ isRetryable: (status) => status === 429 || status === 503 });
    expect(policy(answered(429, { retryAfter: '1' }))).toBe(1_000);
    expect(policy(answered(500))).toBeUndefined();
    // Control: by default it retries the 500 and not the 429.
    const standard = createRetryPolicy();
    expect(standard(answered(429, { retryAfter: '1' }))).toBeUndefined();
    expect(standard(answered(500))).toBeDefined();
  });

  it('counts the wait into the time it has, Retry-After included', () => {
    const policy = createRetryPolicy({ random: () => 1 });
    expect(policy(answered(503, { elapsedMs: 800, retryAfter: '3' }))).toBe(3_000);
    expect(policy(answered(503, { elapsedMs: 801, retryAfter: '3' }))).toBeUndefined();
    expect(policy(answered(500, { elapsedMs: 3_700 }))).toBe(100);
    expect(policy(answered(500, { elapsedMs: 3_701 }))).toBeUndefined();
  });

  it('takes a missing answer for a network error, which it retries only when told to', () => {
    const failed: FinishedAttempt = { method: 'HEAD', retries: 0, elapsedMs: 0 };
    expect(createRetryPolicy()(failed)).toBeUndefined();
    expect(createRetryPolicy({ retryNetworkErrors: true, random: () => 1 })(failed)).toBe(100);
    expect(createRetryPolicy({ retryNetworkErrors: true })({ ...failed, method: 'PUT' })).toBeUndefined();
  });
});
