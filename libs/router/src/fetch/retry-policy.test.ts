import { createRetryPolicy, type FinishedAttempt } from './retry-policy.ts';

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
  it('S33 allows 3 retries, each after a longer wait', () => {
    const policy = createRetryPolicy({ random: () => 1 });
    expect([0, 1, 2, 3].map((retries) => policy(answered(500, { retries })))).toEqual([
      100,
      200,
      400,
      undefined,
    ]);
  });

  it('spreads the waits between half and all of them', () => {
    expect(createRetryPolicy({ random: () => 0 })(answered(500))).toBe(50);
    const waits = Array.from({ length: 200 }, () => createRetryPolicy()(answered(500)) ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...waits)).toBeLessThanOrEqual(100);
    expect(new Set(waits).size).toBeGreaterThan(10);
  });

  it('retries the answers it is told to, such as a 429 that says when to come back', () => {
    const policy = createRetryPolicy({ isRetryable: (status) => status === 429 || status === 503 });
    expect(policy(answered(429, { retryAfter: '1' }))).toBe(1_000);
    expect(policy(answered(500))).toBeUndefined();
    // Control: of itself it retries the 500 and not the 429.
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
