export { createRetryPolicy } from './retry-policy.ts';
export { createRetryingFetch } from './retrying-fetch.ts';

export type { FinishedAttempt, RetryPolicy, RetryPolicyOptions } from './retry-policy.ts';
export type { RetryingFetchOptions } from './retrying-fetch.ts';
